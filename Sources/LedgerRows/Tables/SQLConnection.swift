import SubscriptionCore

/// A connection that runs the statements that every database understands.
///
/// Their parameters are numbered: `$1` is the first value.
public protocol SQLConnection {
  /// The words of the database.
  associatedtype Dialect: SQLDialect

  /// Runs a query, and returns what a closure makes of its rows, in their order; a row that it
  /// makes `nil` of is left out.
  ///
  /// One that is kept comes again and is worth preparing; any other is planned for its values.
  func fetch<Value>(
    _ sql: String, _ values: [SQLArgument], isKept: Bool, _ read: (any SQLRow) throws -> Value?
  ) throws -> [Value]

  /// Runs a query with the values of a condition, in the order of their question marks.
  func fetch<Value>(
    _ select: SQLCondition<Dialect>, isKept: Bool, _ read: (any SQLRow) throws -> Value?
  ) throws -> [Value]

  /// Runs a statement for its effect, and returns the number of rows that it changed.
  @discardableResult
  func execute(_ sql: String, _ values: [SQLArgument]) throws -> Int
}

/// A value that a statement of every database binds.
public enum SQLArgument: Hashable, Sendable {
  /// A whole number.
  case integer(Int64?)
  /// A text.
  case text(String?)
  /// A string of bytes.
  case bytes([UInt8]?)
  /// Numbers for ``SQLDialect/isOneOf(_:)``.
  case integers([Int64])

  /// An instant, stored in milliseconds.
  public static func time(_ instant: Timestamp?) -> SQLArgument { .integer(instant?.milliseconds) }

  /// A limit of rows; a negative one counts as none.
  public static func limit(_ count: Int) -> SQLArgument { .integer(Int64(max(0, count))) }
}

/// One row of an answer, which is valid until the next one is read.
public protocol SQLRow {
  /// Returns a Boolean value that indicates whether a column is NULL.
  func isNull(_ column: Int32) -> Bool
  /// Returns a number; 0 for NULL.
  func integer(_ column: Int32) -> Int64
  /// Returns a text; empty for NULL.
  func text(_ column: Int32) -> String
  /// Returns the bytes of a column in place.
  func buffer(_ column: Int32) -> UnsafeRawBufferPointer
}

extension SQLRow {
  /// Returns a number; `nil` for NULL.
  public func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// Returns a text; `nil` for NULL.
  public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// Returns an instant, which is stored in milliseconds.
  public func time(_ column: Int32) -> Timestamp { Timestamp(milliseconds: integer(column)) }

  /// Returns an instant; `nil` for NULL.
  public func optionalTime(_ column: Int32) -> Timestamp? { isNull(column) ? nil : time(column) }
}

extension SQLConnection {
  /// Runs a query that comes again.
  public func fetch<Value>(
    _ sql: String, _ values: [SQLArgument] = [], _ read: (any SQLRow) throws -> Value?
  ) throws -> [Value] {
    try fetch(sql, values, isKept: true, read)
  }

  /// Returns the number in the first row of an answer, 0 for NULL; `nil` where there is no row.
  public func integer(_ sql: String, _ values: [SQLArgument] = []) throws -> Int64? {
    try fetch(sql, values) { $0.integer(0) }.first
  }

  /// Counts the rows of a table, or those that satisfy a condition behind its name.
  public func rowCount(of rows: String) throws -> Int {
    try Int(integer("SELECT count(*) FROM \(rows)") ?? 0)
  }
}
