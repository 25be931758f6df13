import GRDB

/// A condition in SQL with the values it binds; never a value written into the text.
struct SQLCondition {
  /// The expression; always true or false, never NULL.
  var sql: String
  /// The values, in the order of their question marks.
  var values: [DatabaseValue]

  /// Creates a condition.
  init(_ sql: String, _ values: [any DatabaseValueConvertible] = []) {
    self.sql = sql
    self.values = values.map(\.databaseValue)
  }

  /// Creates a condition with the values of another.
  init(_ sql: String, values: [DatabaseValue]) { (self.sql, self.values) = (sql, values) }

  static let always = SQLCondition("1")
  static let never = SQLCondition("0")

  /// Joins conditions; `empty` stands for none.
  init(joining parts: [SQLCondition], by word: String, empty: SQLCondition) {
    guard !parts.isEmpty else {
      self = empty
      return
    }
    sql = "(" + parts.map(\.sql).joined(separator: " \(word) ") + ")"
    values = parts.flatMap(\.values)
  }

  /// The conditions where all hold.
  static func all(_ parts: [SQLCondition]) -> SQLCondition {
    SQLCondition(joining: parts, by: "AND", empty: .always)
  }

  /// The conditions where one holds.
  static func any(_ parts: [SQLCondition]) -> SQLCondition {
    SQLCondition(joining: parts, by: "OR", empty: .never)
  }
}

extension SQLCondition {
  /// The condition where this one does not hold.
  var negated: SQLCondition {
    var other = self
    other.sql = "NOT (\(sql))"
    return other
  }
}
