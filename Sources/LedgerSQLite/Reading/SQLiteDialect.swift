import GRDB
import LedgerRows
import SubscriptionCore

/// SQLite's words, with functions of this program for what SQL has none for.
enum SQLiteDialect: SQLDialect {
  static func value(_ number: Int64) -> DatabaseValue { number.databaseValue }
  static func value(_ text: String) -> DatabaseValue { text.databaseValue }

  static func equality(_ expression: String) -> String { "\(expression) IS ?" }

  static let placeFunction = "instr"
  static let greatestFunction = "max"
  static let leastFunction = "min"

  static func find(_ test: FilterPredicate, in column: String) -> SQLCondition {
    switch test {
    case .equals(_, let text): SQLCondition("list_has(\(column), ?)", [text])
    case .contains(_, let text): SQLCondition("list_contains(\(column), ?)", [text])
    case .matches(_, let pattern):
      SQLCondition("pattern_found(?, \(column))", [pattern.source])
    case .always, .and, .or, .not, .present, .atLeast, .below, .part: .never
    }
  }

  static func ofEvent(_ test: FilterPredicate) -> SQLCondition {
    switch test {
    case .present(let field): return SQLCondition("\(EventFunctions.call(field)) IS NOT NULL")
    case .equals(let field, let text):
      guard !text.isEmpty else { return .never }
      if field == .typeAlias, let kinds = EventFunctions.kinds(named: text) {
        return SQLCondition("eventKind IN (\(kinds.map { "'\($0)'" }.joined(separator: ",")))")
      }
      return find(test, in: EventFunctions.call(field))
    case .contains(let field, _), .matches(let field, _):
      return find(test, in: EventFunctions.call(field))
    case .atLeast(let field, let bound): return compare(field, ">=", bound)
    case .below(let field, let bound): return compare(field, "<", bound)
    case .always, .and, .or, .not, .part: return .never
    }
  }

  static func isOneOf(_ parameter: String) -> String {
    "IN (SELECT value FROM json_each(\(parameter)))"
  }

  static func has(bytes parameter: String, in column: String) -> String {
    "instr(\(column), \(parameter)) > 0"
  }

  static func by(index: String) -> String { "INDEXED BY \(index)" }

  static let types = (text: "TEXT", number: "INTEGER", bytes: "BLOB")
  static let givenKey = "INTEGER PRIMARY KEY"
  static let plainTable = " STRICT"
  static let keyedTable = " STRICT, WITHOUT ROWID"

  static let isNotYetAsked = RowIndexes.notYetAskedBit
  static let eventBody = "event_bytes(body)"
  static let changeBody = "row"
  static let accessRole = "NULL"
  static let selectOutboxBounds = Meta.selectOutboxBounds

  private static func compare(
    _ field: SubscriberField, _ sign: String, _ bound: Int64
  ) -> SQLCondition {
    guard field == .heardAt else { return .never }
    return SQLCondition("ifnull(\(EventFunctions.call(field)) \(sign) ?, 0)", [bound])
  }
}

/// A condition in SQLite's words.
typealias SQLCondition = LedgerRows.SQLCondition<SQLiteDialect>

extension SQLCondition {
  init(_ sql: String, _ values: [any DatabaseValueConvertible]) {
    self.init(sql, values.map(\.databaseValue))
  }
}
