import GRDBSQLite

/// A connection of SQLite's own library, without a function of this project, as other programs
/// have one.
final class PlainSQLite {
  /// The message of SQLite about a call that failed.
  struct Failure: Error { var message: String }

  private var connection: OpaquePointer?

  /// Opens a file for reading only.
  init(reading path: String) throws {
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      throw failure
    }
  }

  deinit { sqlite3_close(connection) }

  private var failure: Failure {
    Failure(message: sqlite3_errmsg(connection).map { String(cString: $0) } ?? "out of memory")
  }

  /// The rows of a query: the text of each value by the name of its column, without NULLs.
  func rows(_ sql: String) throws -> [[String: String]] {
    try query(sql).rows
  }

  /// The names of a query's columns.
  func columns(_ sql: String) throws -> [String] { try query(sql).columns }

  private func query(_ sql: String) throws -> (columns: [String], rows: [[String: String]]) {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
      throw failure
    }
    defer { sqlite3_finalize(statement) }
    let columns = (0..<sqlite3_column_count(statement)).map { place in
      sqlite3_column_name(statement, place).map { String(cString: $0) } ?? ""
    }
    var rows: [[String: String]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        var row: [String: String] = [:]
        for (place, name) in columns.enumerated() {
          row[name] = sqlite3_column_text(statement, Int32(place)).map { String(cString: $0) }
        }
        rows.append(row)
      case SQLITE_DONE: return (columns, rows)
      default: throw failure
      }
    }
  }
}
