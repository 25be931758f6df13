import EventLedger
import SubscriptionCore

/// A query for a window of a list.
public struct WindowQuestion: Hashable, Sendable {
  /// The place of the rows in the list.
  public enum Anchor: Hashable, Sendable {
    /// From the first row of the list.
    case start
    /// Up to the last row of the list.
    case end
    /// On both sides of a row, and that row itself.
    case around(ListWindow.Key)
    /// As ``around(_:)``, to let news take their place at once as long as the row stays in view.
    case merging(ListWindow.Key)
    /// Around the next row beyond one that satisfies a filter, forwards or backwards, round at the
    /// ends; around the row itself where no other does.
    case matching(Filter, from: ListWindow.Key, forwards: Bool)
    /// After a row.
    case after(ListWindow.Key)
    /// Before a row.
    case before(ListWindow.Key)
  }

  /// One part of a list: a filter and an order.
  public struct Section: Hashable, Sendable {
    /// The filter; `nil` for all rows.
    public var filter: Filter?
    /// The order.
    public var sort: SubscriberSort
    /// A Boolean value that indicates whether the order is reversed.
    public var descending = false
  }

  /// The parts of the list, one after another.
  public var sections: [Section]
  /// The place of the rows in the list.
  public var anchor: Anchor
  /// The approximate number of rows.
  public var limit: Int
  /// A Boolean value that indicates whether the rows of the list are to be counted.
  public var counts: Bool
}

/// Rows of a list, as a runner of effects answers them.
public struct WindowAnswer: Hashable, Sendable {
  /// The rows, in list order.
  public var rows: [ListWindow.Row]
  /// A Boolean value that indicates whether the list goes on above.
  public var hasBefore: Bool
  /// A Boolean value that indicates whether the list goes on below.
  public var hasAfter: Bool
  /// The place of the first row, where it is known.
  public var firstIndex: Int?
  /// The number of rows in the list, where they were counted.
  public var total: CappedCount?
  /// The row that the cursor moves to, where the question was about a row.
  public var cursor: ListWindow.Key?
}
