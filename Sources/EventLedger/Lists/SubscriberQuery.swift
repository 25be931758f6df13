import SubscriptionCore

/// A query for the subscribers of a list: their filter, order and page.
public struct SubscriberQuery: Hashable, Sendable {
  /// The filter that they satisfy; `nil` for all.
  public var filter: Filter?
  /// The order; ties are broken by the subscription's id.
  public var sort: SubscriberSort
  /// A Boolean value that indicates whether the order is reversed, ids included; rows without the
  /// value still come last.
  public var descending: Bool
  /// The place at which the page begins; `nil` for the first page.
  ///
  /// A row that is gone counts as the nearer end of the list.
  public var cursor: PageCursor?
  /// The most rows.
  public var limit: Int

  /// Creates a query.
  public init(
    filter: Filter? = nil, sort: SubscriberSort = .losesAccess, descending: Bool = false,
    cursor: PageCursor? = nil, limit: Int = 100
  ) {
    self.filter = filter
    self.sort = sort
    self.descending = descending
    self.cursor = cursor
    self.limit = limit
  }
}

/// The orders in which subscribers can be listed; rows without the value come last.
public enum SubscriberSort: String, Hashable, Sendable, CaseIterable {
  /// By the instant at which access ends unless somebody does something, soonest first.
  case losesAccess = "loses"
  /// By the instant since which a prompt is due or at which it will be, soonest first.
  case promptDue = "due"
  /// By the instant at which the state began.
  case stateSince = "since"
  /// By the end of the store's tries, soonest first.
  case retryEnds = "retry"
  /// By the next renewal.
  case renewsAt = "renews"
  /// By the price brought to one month, whatever the currency.
  case mrr = "mrr"
  /// By state, in the order in which `SubscriptionState` lists them.
  case state = "state"
  /// By product.
  case product = "product"
  /// By the account's name.
  case name = "name"
  /// By the subscription's id.
  case id = "id"
  /// By the latest statement of a store.
  case lastEvent = "last"
}

/// A place between two rows of an ordered list.
public struct PageCursor: Hashable, Sendable {
  /// The side of the place on which a page lies.
  public enum Direction: String, Hashable, Sendable {
    /// The rows after it, nearest first.
    case after
    /// The rows before it; still returned in list order.
    case before
  }

  /// The row at the place, which is not part of the page.
  public var id: SubscriptionID
  /// The side of the page.
  public var direction: Direction

  /// The place after the last row, for the last page: no row has the empty id.
  public static let end = PageCursor(.before, "")

  /// Creates a cursor next to a row.
  public init(_ direction: Direction, _ id: SubscriptionID) {
    (self.direction, self.id) = (direction, id)
  }
}

/// One page of a list.
public struct SubscriberPage: Hashable, Sendable {
  /// The rows, in list order.
  public var rows: [SubscriberSummary]
  /// A Boolean value that indicates whether rows follow beyond the page, in the cursor's direction.
  public var hasMore: Bool

  /// Creates a page.
  public init(rows: [SubscriberSummary], hasMore: Bool) {
    (self.rows, self.hasMore) = (rows, hasMore)
  }
}
