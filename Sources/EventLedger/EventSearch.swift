import SubscriptionCore

/// A step of a search through events, from the newest back.
///
/// A search goes step by step, so that it answers soon however few events match: each step looks
/// at so many entries at most and says how far it came.
public struct EventSearch: Hashable, Sendable {
  /// What an event and its subscriber have to satisfy; `nil` for nothing.
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
  /// How many events at the most; the entry that reaches the limit is still told whole.
  public var limit: Int
  /// How many positions at the most are looked at.
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

/// What a step of a search found.
public struct EventSearchPage: Hashable, Sendable {
  /// The events that match, newest position first.
  public var events: [LedgerEvent]
  /// The lowest position that was looked at whole; the next step looks before it.
  public var reached: LedgerPosition
  /// When the entry at ``reached`` was heard; `nil` where there is none.
  public var reachedAt: Timestamp?
  /// How many events were looked at, those that match included.
  public var looked: Int

  /// Whether there is nothing older.
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

extension EventLog where Self: SubscriberIndex {
  /// One step of a search, event by event.
  public func search(_ search: EventSearch) throws(LedgerError) -> EventSearchPage {
    let positions = search.positions(upTo: try lastPosition())
    var query = EventQuery(
      before: positions.upperBound, subscription: search.subscription, limit: 256)
    var rows: [SubscriptionID: SubscriberSummary?] = [:]
    var stretch = EventSearchPage(
      events: [], reached: positions.lowerBound, reachedAt: nil, looked: 0)
    let readsRows = search.predicate?.columns.contains { !$0.isOfEvent } ?? false
    pages: while true {
      let page = try recentEvents(query)
      for stored in page where stored.position >= positions.lowerBound {
        let isNext = stretch.events.last.map { $0.position != stored.position } ?? true
        if stretch.events.count >= search.limit, isNext {
          stretch.reached = stretch.events.last?.position ?? positions.upperBound
          break pages
        }
        stretch.looked += 1
        guard search.kinds.isEmpty || search.kinds.contains(stored.event.kind) else { continue }
        let id = stored.event.subscription
        if readsRows, rows[id] == nil { rows[id] = .some(try summary(id)) }
        let subject = EventSubject(stored.event, of: rows[id] ?? nil)
        if search.predicate?.matches(subject) ?? true { stretch.events.append(stored) }
      }
      guard page.count >= query.limit, let last = page.last,
        last.position > positions.lowerBound
      else { break }
      query.before = last.position
    }
    stretch.reachedAt = try entry(at: stretch.reached)?.receivedAt
    return stretch
  }
}
