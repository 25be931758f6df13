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
  /// A row that is gone counts as the nearer end of the list, unless the place says where the row
  /// stood.
  public var cursor: PageCursor?
  /// The most rows.
  public var limit: Int

  /// Creates a query.
  public init(
    filter: Filter? = nil, sort: SubscriberSort = .losesAccess, descending: Bool = false,
    cursor: PageCursor? = nil, limit: Int = 100
  ) {
    (self.filter, self.sort, self.descending) = (filter, sort, descending)
    (self.cursor, self.limit) = (cursor, limit)
  }
}

/// An order in which subscribers can be listed: by a field, rows without a value last.
///
/// Every field with a `SubscriberField.Definition.sort` is an order.
public struct SubscriberSort: RawRepresentable, Hashable, Sendable, CaseIterable {
  /// The field.
  public let field: SubscriberField

  private init(_ field: SubscriberField) { self.field = field }

  /// Finds the order with a name.
  public init?(rawValue: String) {
    guard let sort = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = sort
  }

  /// The name, which is the field's.
  public var rawValue: String { field.name }

  /// The words of the order.
  public var title: String { field.definition.sort ?? field.name }

  /// By the instant at which access ends unless somebody does something, soonest first.
  public static let losesAccess = SubscriberSort(.losesAt)
  /// By the instant since which a prompt is due or at which it will be, soonest first.
  public static let promptDue = SubscriberSort(.dueAt)
  /// By the instant at which the state began.
  public static let stateSince = SubscriberSort(.stateSince)
  /// By the end of the store's tries, soonest first.
  public static let retryEnds = SubscriberSort(.retryEnds)
  /// By the next renewal.
  public static let renewsAt = SubscriberSort(.renewsAt)
  /// By the price brought to one month, whatever the currency.
  public static let mrr = SubscriberSort(.mrr)
  /// By state, in the order in which `SubscriptionState` lists them.
  public static let state = SubscriberSort(.state)
  /// By product.
  public static let product = SubscriberSort(.product)
  /// By the account's name.
  public static let name = SubscriberSort(.name)
  /// By the subscription's id.
  public static let id = SubscriberSort(.id)
  /// By the latest statement of a store.
  public static let lastEvent = SubscriberSort(.lastEventAt)

  /// Every order; those without a constant follow the others.
  public static let allCases: [SubscriberSort] = {
    let first = [
      losesAccess, promptDue, stateSince, retryEnds, renewsAt, mrr, state, product, name, id,
      lastEvent,
    ]
    let all = SubscriberField.filterable.filter { $0.definition.sort != nil }
    return first + all.map(SubscriberSort.init).filter { !first.contains($0) }
  }()
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

  /// The value that the row at the place has in the order of the list.
  public enum Key: Hashable, Sendable {
    /// The present one.
    case current
    /// The one that it had when its page was read, whatever became of the row since; `nil` for
    /// none.
    case read(SortKey?)
  }

  /// The row at the place, which is not part of the page.
  public var id: SubscriptionID
  /// The side of the page.
  public var direction: Direction
  /// The value of the row.
  public var key: Key

  /// The place after the last row, for the last page: no row has the empty id.
  public static let end = PageCursor(.before, "")

  /// Creates a cursor next to a row.
  public init(_ direction: Direction, _ id: SubscriptionID, key: Key = .current) {
    (self.direction, self.id, self.key) = (direction, id, key)
  }

  /// Creates a cursor next to a row of a page as it was read.
  public init(_ direction: Direction, _ row: SubscriberSummary, by sort: SubscriberSort) {
    self.init(direction, row.id, key: .read(sort.key(of: row)))
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
