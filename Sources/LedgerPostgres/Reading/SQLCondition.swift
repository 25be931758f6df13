#if Postgres
  /// A condition in SQL with the values it binds; never a value written into the text.
  struct SQLCondition {
    /// The expression, with a question mark for each value; always true or false, never NULL.
    var sql: String
    /// The values, in the order of their question marks.
    var values: [SQLValue]
    /// A Boolean value that indicates whether rows that satisfy it satisfy the filter as well;
    /// others are looked at one by one.
    var isExact = true

    /// Creates a condition.
    init(_ sql: String, _ values: [SQLValue] = []) { (self.sql, self.values) = (sql, values) }

    /// The condition that always holds.
    static let always = SQLCondition("true")
    /// The condition that never holds.
    static let never = SQLCondition("false")
    /// A condition for which SQL has no words.
    static var inexact: SQLCondition {
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
    static func all(_ parts: [SQLCondition]) -> SQLCondition {
      SQLCondition(joining: parts, by: "AND", empty: .always)
    }

    /// The conditions where one holds.
    static func any(_ parts: [SQLCondition]) -> SQLCondition {
      SQLCondition(joining: parts, by: "OR", empty: .never)
    }

    /// The condition where this one does not hold.
    var negated: SQLCondition {
      isExact ? SQLCondition("NOT (\(sql))", values) : .inexact
    }

    /// The expression with numbered parameters, from one on.
    func numbered(from first: Int = 1) -> String {
      var text = ""
      var number = first
      for character in sql {
        if character == "?" {
          text += "$\(number)"
          number += 1
        } else {
          text.append(character)
        }
      }
      return text
    }
  }

  extension PostgresConnection {
    /// Runs a query whose text follows from a filter, and is planned for its values.
    func query(_ condition: SQLCondition, isKept: Bool = false) throws -> QueryResult {
      try query(condition.numbered(), condition.values, isKept: isKept)
    }
  }
#endif
