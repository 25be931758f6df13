import SubscriptionCore

/// A step of a search through events, from the newest back.
///
/// A search goes step by step, so that it answers soon however few events match: each step looks
/// at so many entries at most and says how far it came.
public struct EventSearch: Hashable, Sendable {
  /// The condition on an event and its subscriber; `nil` for none.
  ///
  /// What it says of a subscriber is decided on the row as of the last ``SubscriberIndex``
  /// `advance(to:)`.
  public var predicate: FilterPredicate?
  /// Only events of that subscription; `nil` for all.
  public var subscription: SubscriptionID?
  /// Only events of those kinds; empty for all.
  public var kinds: Set<EventKind>
  /// Only events before that position; `nil` to begin with the newest.
  public var before: LedgerPosition?
  /// The most events; the entry that reaches the limit is still returned whole.
  public var limit: Int
  /// The most positions that are looked at.
  public var span: Int64

  /// The usual number of positions of a step: tens of milliseconds.
  public static let usualSpan: Int64 = 5_000

  /// Creates a step of a search.
  public init(
    _ predicate: FilterPredicate? = nil, subscription: SubscriptionID? = nil,
    kinds: Set<EventKind> = [], before: LedgerPosition? = nil, limit: Int = 100,
    span: Int64 = EventSearch.usualSpan
  ) {
    (self.predicate, self.subscription, self.kinds) = (predicate, subscription, kinds)
    (self.before, self.limit, self.span) = (before, limit, span)
  }
}

/// The result of one step of a search.
public struct EventSearchPage: Hashable, Sendable {
  /// The events that match, newest position first.
  public var events: [LedgerEvent]
  /// The lowest position that was looked at whole; the next step looks before it.
  public var reached: LedgerPosition
  /// The instant at which the entry at ``reached`` was received; `nil` if there is none.
  public var reachedAt: Timestamp?
  /// The number of events looked at, including those that match.
  public var looked: Int

  /// A Boolean value that indicates whether there is nothing older.
  public var isOver: Bool { reached <= 1 }

  /// Creates what a step found.
  public init(
    events: [LedgerEvent], reached: LedgerPosition, reachedAt: Timestamp?, looked: Int
  ) {
    (self.events, self.reached, self.reachedAt, self.looked) =
      (events, reached, reachedAt, looked)
  }
}

extension EventSearch {
  /// The positions to look at, out of a ledger that ends at one.
  public func positions(upTo last: LedgerPosition) -> Range<LedgerPosition> {
    let end = max(1, min(before ?? .max, last + 1))
    return max(1, end > span ? end - span : 1)..<end
  }
}
