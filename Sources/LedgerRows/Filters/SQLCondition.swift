/// A condition in SQL with the values it binds; never a value written into the text.
public struct SQLCondition<Dialect: SQLDialect> {
  /// The expression, with a question mark for each value; always true or false, never NULL.
  public var sql: String
  /// The values, in the order of their question marks.
  public var values: [Dialect.Value]
  /// A Boolean value that indicates whether rows that satisfy it satisfy the filter as well; others
  /// are looked at one by one.
  public private(set) var isExact = true

  /// Creates a condition.
  public init(_ sql: String, _ values: [Dialect.Value] = []) {
    (self.sql, self.values) = (sql, values)
  }

  /// The condition that always holds.
  public static var always: SQLCondition { SQLCondition("true") }
  /// The condition that never holds.
  public static var never: SQLCondition { SQLCondition("false") }
  /// A condition for which SQL has no words.
  public static var inexact: SQLCondition {
    var condition = SQLCondition.always
    condition.isExact = false
    return condition
  }

  private init(joining parts: [SQLCondition], by word: String, empty: SQLCondition) {
    guard !parts.isEmpty else {
      self = empty
      return
    }
    sql = "(" + parts.map(\.sql).joined(separator: " \(word) ") + ")"
    values = parts.flatMap(\.values)
    isExact = parts.allSatisfy(\.isExact)
  }

  /// The conditions where all hold.
  public static func all(_ parts: [SQLCondition]) -> SQLCondition {
    SQLCondition(joining: parts, by: "AND", empty: .always)
  }

  /// The conditions where one holds.
  public static func any(_ parts: [SQLCondition]) -> SQLCondition {
    SQLCondition(joining: parts, by: "OR", empty: .never)
  }

  /// The condition where this one does not hold.
  public var negated: SQLCondition { isExact ? SQLCondition("NOT (\(sql))", values) : .inexact }
}
