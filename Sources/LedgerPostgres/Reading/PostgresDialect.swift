#if Postgres
  import LedgerRows
  import SubscriptionCore

  /// PostgreSQL's words; it has none for patterns of filters.
  enum PostgresDialect: SQLDialect {
    static func value(_ number: Int64) -> SQLValue { .integer(number) }
    static func value(_ text: String) -> SQLValue { .text(text) }

    static func equality(_ expression: String) -> String {
      "(\(expression) IS NOT NULL AND \(expression) = ?)"
    }

    static let placeFunction = "strpos"
    static let greatestFunction = "greatest"
    static let leastFunction = "least"

    /// Amounts are summed beyond 64 bits.
    static func worth(_ sum: String) -> String {
      "least(greatest(\(sum), -9223372036854775807), 9223372036854775807)::bigint"
    }

    /// A name longer than an index takes is cut, with its mark behind it.
    static func facet(_ group: String) -> String {
      guard group.utf8.count > 600 else { return group }
      return String(decoding: group.utf8.prefix(500), as: UTF8.self) + "…\(Hash64.of(group))"
    }

    static func find(_ test: FilterPredicate, in column: String) -> SQLCondition {
      switch test {
      case .equals(_, let text):
        let wanted = StoredText.list([text]) ?? ""
        return SQLCondition("strpos(\(column), ?) > 0", [.storedText(wanted)])
      case .contains(_, let text): return SQLCondition("strpos(\(column), ?) > 0", [.text(text)])
      case .matches: return .inexact
      case .always, .and, .or, .not, .present, .atLeast, .below, .part: return .never
      }
    }

    static func isOneOf(_ parameter: String) -> String { "= ANY(\(parameter))" }

    static func has(bytes parameter: String, in column: String) -> String {
      "position(\(parameter)::bytea IN \(column)) > 0"
    }

    /// An index has no room for a text of any length.
    static func indexed(_ text: String) -> String { "left(\(text), 200), \(text)" }

    /// The server finds its own way.
    static func by(index: String) -> String { "" }

    static let types = (text: LedgerSchema.text, number: "bigint", bytes: "bytea")
    static let givenKey = "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
    static let plainTable = ""
    static let keyedTable = ""

    static let isNotYetAsked = "\(RowIndexes.notYetAskedBit) <> 0"
    static let changeBody = "body"
    static let accessRole = "role"
    static let selectOutboxBounds = "SELECT outboxRemoved, lastChange FROM ledger"
  }

  /// A condition in PostgreSQL's words.
  typealias SQLCondition = LedgerRows.SQLCondition<PostgresDialect>

  extension SQLCondition {
    /// The expression with numbered parameters, from one on.
    func numbered() -> String {
      var text = ""
      var number = 1
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
