import SubscriptionCore

/// The words of one database for what the SQL of databases says differently.
public protocol SQLDialect {
  /// A value that a statement binds.
  associatedtype Value: Sendable

  /// Returns the value of a number.
  static func value(_ number: Int64) -> Value
  /// Returns the value of a text.
  static func value(_ text: String) -> Value

  /// Returns the expression that another equals one value, which is false where that is NULL and
  /// for which an index of it is used.
  static func equality(_ expression: String) -> String

  /// The function that finds the place of a text in another, from 1 on; 0 where it is in none.
  static var placeFunction: String { get }

  /// The function that returns the greatest of its arguments.
  static var greatestFunction: String { get }
  /// The function that returns the least of its arguments.
  static var leastFunction: String { get }

  /// Returns the expression for a sum of amounts as a number of 64 bits.
  static func worth(_ sum: String) -> String
  /// Returns the name of a group of counters as it is stored.
  static func facet(_ group: String) -> String

  /// Returns the condition that a test of a text, or of a pattern, holds for one of the texts in a
  /// column that is not NULL.
  static func find(_ test: FilterPredicate, in column: String) -> SQLCondition<Self>

  /// Returns the condition that a test holds for the event in the row of a search.
  static func ofEvent(_ test: FilterPredicate) -> SQLCondition<Self>

  /// The condition that nothing but notifications tell of a subscriber.
  static var isNotYetAsked: String { get }

  /// Returns the words behind a column that hold where its number is one of those of a parameter
  /// (``SQLArgument/integers(_:)``).
  static func isOneOf(_ parameter: String) -> String

  /// Returns the condition that the bytes of a parameter stand in a column.
  static func has(bytes parameter: String, in column: String) -> String

  /// Returns the expressions in whose order an index has a text of any length.
  static func indexed(_ text: String) -> String

  /// Returns the words behind a table by which a statement goes through an index of it, where it
  /// would not do so by itself.
  static func by(index: String) -> String

  /// The types of texts that are compared byte by byte, of whole numbers and of bytes.
  static var types: (text: String, number: String, bytes: String) { get }
  /// The type of a key that the database gives to each row.
  static var givenKey: String { get }
  /// The words behind the columns of a table.
  static var plainTable: String { get }
  /// The words behind the columns of a table that is looked up by its key.
  static var keyedTable: String { get }

  /// The expression for the bytes of an event as its codec wrote them.
  static var eventBody: String { get }

  /// The column with the subscriber of a change.
  static var changeBody: String { get }

  /// The column with the role that recorded an access, or NULL.
  static var accessRole: String { get }

  /// The statement that selects the number of the latest change that was removed from the outbox
  /// for its age, and of the latest of all.
  static var selectOutboxBounds: String { get }
}

extension SQLDialect {
  /// Returns the expression for the latest instant at which an episode began, lost access or ended.
  public static func latestNews(in table: String = "") -> String {
    let failedAt = "\(table)failedAt"
    let others = ["holdStartedAt", "endedAt"].map { "coalesce(\(table)\($0), \(failedAt))" }
    return "\(greatestFunction)(\(failedAt), \(others.joined(separator: ", ")))"
  }

  /// Sums are numbers of 64 bits.
  public static func worth(_ sum: String) -> String { sum }

  /// Names are stored as they are.
  public static func facet(_ group: String) -> String { group }

  /// Events are stored as their codec writes them.
  public static var eventBody: String { "body" }

  /// Texts are indexed whole.
  public static func indexed(_ text: String) -> String { text }

  /// Events are looked at one by one where SQL cannot look into them.
  public static func ofEvent(_ test: FilterPredicate) -> SQLCondition<Self> { .inexact }
}
