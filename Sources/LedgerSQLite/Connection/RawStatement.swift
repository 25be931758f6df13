import Foundation
import GRDB
import GRDBSQLite
import LedgerRows

/// A prepared statement driven by SQLite's own calls, for the paths where every microsecond is
/// paid once an event.
///
/// It is valid within one access to its connection.
struct RawStatement: SQLRow {
  /// Keeps the handle alive, whatever becomes of the connection's cache.
  private let owner: Statement
  private let handle: OpaquePointer
  private let connection: OpaquePointer?

  /// Prepares a statement, or finds it prepared.
  ///
  /// One of endlessly many, such as a filter's, is not to be kept: those that are stay for as long
  /// as the connection.
  init(_ database: Database, _ sql: String, isKept: Bool = true) throws {
    owner =
      try isKept ? database.cachedStatement(sql: sql) : database.makeStatement(sql: sql)
    handle = owner.sqliteStatement
    connection = database.sqliteConnection
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  // MARK: Binding

  func bind(_ value: Int64?, at index: Int32) {
    if let value { sqlite3_bind_int64(handle, index, value) } else { bindNull(at: index) }
  }

  func bind(_ value: String?, at index: Int32) {
    guard var value else { return bindNull(at: index) }
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        guard let base = bytes.baseAddress else {
          sqlite3_bind_text(handle, index, "", 0, RawStatement.copied)
          return
        }
        sqlite3_bind_text(handle, index, base, Int32(clamping: bytes.count), RawStatement.copied)
      }
    }
  }

  /// Binds a text by its bytes.
  func bind(text: [UInt8], at index: Int32) {
    text.withUnsafeBytes { bytes in
      let base = bytes.bindMemory(to: CChar.self).baseAddress
      sqlite3_bind_text(handle, index, base, Int32(clamping: bytes.count), RawStatement.copied)
    }
  }

  func bind(_ value: [UInt8]?, at index: Int32) {
    guard let value else { return bindNull(at: index) }
    value.withUnsafeBytes { bytes in
      guard !bytes.isEmpty else {
        sqlite3_bind_zeroblob(handle, index, 0)
        return
      }
      sqlite3_bind_blob64(
        handle, index, bytes.baseAddress, UInt64(bytes.count), RawStatement.copied)
    }
  }

  /// Binds values in order, beginning with the first parameter.
  func bind(_ values: [DatabaseValue]) {
    for (index, value) in zip(Int32(1)..., values) {
      switch value.storage {
      case .null: bindNull(at: index)
      case .int64(let number): bind(number, at: index)
      case .double(let number): sqlite3_bind_double(handle, index, number)
      case .string(let text): bind(text, at: index)
      case .blob(let data): bind([UInt8](data), at: index)
      }
    }
  }

  /// Binds values by the numbers of their parameters, `$1` for the first.
  func bind(_ values: [SQLArgument]) {
    for index in 0..<sqlite3_bind_parameter_count(handle) {
      guard let name = sqlite3_bind_parameter_name(handle, index + 1),
        let number = Int(String(cString: name + 1)), values.indices.contains(number - 1)
      else { continue }
      switch values[number - 1] {
      case .integer(let number): bind(number, at: index + 1)
      case .text(let text): bind(text, at: index + 1)
      case .bytes(let bytes): bind(bytes, at: index + 1)
      case .integers(let numbers): bind("\(numbers)", at: index + 1)
      }
    }
  }

  func bindNull(at index: Int32) { sqlite3_bind_null(handle, index) }

  /// Makes SQLite copy what is bound.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  // MARK: Running

  /// Runs to the next row, and returns whether there is one.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let code = sqlite3_extended_errcode(connection)
      let message = sqlite3_errmsg(connection).map { String(cString: $0) }
      sqlite3_reset(handle)
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
  }

  /// Makes the statement ready to run again; bindings stay.
  func reset() { sqlite3_reset(handle) }

  /// Forgets the bindings.
  func clear() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// Runs a statement that gives no rows, and returns how many rows it changed.
  @discardableResult
  func run() throws -> Int {
    while try step() {}
    sqlite3_reset(handle)
    return Int(sqlite3_changes(connection))
  }

  // MARK: Reading

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func text(_ column: Int32) -> String {
    guard let base = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
  }

  /// The bytes of a column, which are valid until the next step.
  func buffer(_ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column)))
  }

  func bytes(_ column: Int32) -> [UInt8] { Array(buffer(column)) }
}

/// A connection to a ledger's file that runs the statements that every database understands.
struct RawConnection: SQLConnection {
  typealias Dialect = SQLiteDialect

  fileprivate let database: Database

  func fetch<Value>(
    _ sql: String, _ values: [SQLArgument], isKept: Bool, _ read: (any SQLRow) throws -> Value?
  ) throws -> [Value] {
    let statement = try RawStatement(database, sql, isKept: isKept)
    statement.bind(values)
    return try rows(of: statement, read)
  }

  func fetch<Value>(
    _ select: SQLCondition, isKept: Bool, _ read: (any SQLRow) throws -> Value?
  ) throws -> [Value] {
    let statement = try RawStatement(database, select.sql, isKept: isKept)
    statement.bind(select.values)
    return try rows(of: statement, read)
  }

  private func rows<Value>(
    of statement: RawStatement, _ read: (any SQLRow) throws -> Value?
  ) throws -> [Value] {
    defer { statement.reset() }
    var found: [Value] = []
    while try statement.step() {
      if let value = try read(statement) { found.append(value) }
    }
    return found
  }

  @discardableResult
  func execute(_ sql: String, _ values: [SQLArgument]) throws -> Int {
    let statement = try RawStatement(database, sql)
    statement.bind(values)
    return try statement.run()
  }
}

extension Database {
  /// The connection for statements that every database understands.
  var raw: RawConnection { RawConnection(database: self) }
}
