import GRDB
import GRDBSQLite

/// `key_found(bits, key)`: whether a number is in a set that was bound as its ``KeySet/bytes``.
///
/// A list asks for every row that it walks past, so that it is one of SQLite's own functions: the
/// bits are looked at where they lie.
enum KeyFunction {
  /// Makes the function known to a connection.
  static func add(to database: Database) {
    sqlite3_create_function_v2(
      database.sqliteConnection, "key_found", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, values in
        guard let values, let bits = sqlite3_value_blob(values[0]) else {
          sqlite3_result_int(context, 0)
          return
        }
        let key = sqlite3_value_int64(values[1])
        let count = Int64(sqlite3_value_bytes(values[0]))
        let isFound =
          key >= 0 && key >> 3 < count
          && bits.load(fromByteOffset: Int(key >> 3), as: UInt8.self) & 1 << UInt8(key & 7) != 0
        sqlite3_result_int(context, isFound ? 1 : 0)
      }, nil, nil, nil)
  }
}
