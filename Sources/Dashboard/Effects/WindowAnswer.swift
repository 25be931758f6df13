import SubscriptionCore

/// Rows of a list, as a runner of effects answers them.
public struct WindowAnswer: Hashable, Sendable {
  /// The rows, in list order.
  public var rows: [ListWindow.Row]
  /// Whether the list goes on above.
  public var hasBefore: Bool
  /// Whether the list goes on below.
  public var hasAfter: Bool
  /// The place of the first row, where it is known.
  public var firstIndex: Int?
  /// How many rows the list has, where it was counted.
  public var total: Int?
  /// The row that the cursor moves to, where the question was about a row.
  public var cursor: ListWindow.Key?

  /// Creates an answer.
  public init(
    rows: [ListWindow.Row], hasBefore: Bool, hasAfter: Bool, firstIndex: Int? = nil,
    total: Int? = nil, cursor: ListWindow.Key? = nil
  ) {
    self.rows = rows
    self.hasBefore = hasBefore
    self.hasAfter = hasAfter
    self.firstIndex = firstIndex
    self.total = total
    self.cursor = cursor
  }
}
