import EventLedger
import SubscriptionCore
import TerminalUI

/// Which rows of a list are wanted.
public struct WindowQuestion: Hashable, Sendable {
  /// Where the rows lie.
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

  /// One part of a list: what its rows satisfy, in which order.
  public struct Section: Hashable, Sendable {
    /// What the rows satisfy; `nil` for all.
    public var filter: Filter?
    /// The order.
    public var sort: SubscriberSort
    /// Whether the order is reversed.
    public var descending: Bool

    /// Creates a section.
    public init(filter: Filter?, sort: SubscriberSort, descending: Bool = false) {
      (self.filter, self.sort, self.descending) = (filter, sort, descending)
    }
  }

  /// The parts of the list, one after another.
  public var sections: [Section]
  /// Where the rows lie.
  public var anchor: Anchor
  /// How many rows, about.
  public var limit: Int
  /// Whether the rows of the list are to be counted.
  public var counts: Bool

  /// Creates a question.
  public init(sections: [Section], anchor: Anchor, limit: Int, counts: Bool) {
    (self.sections, self.anchor, self.limit, self.counts) = (sections, anchor, limit, counts)
  }
}
