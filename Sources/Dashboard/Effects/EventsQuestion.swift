import EventLedger
import SubscriptionCore

/// Which events the Events screen asks for.
public struct EventsQuestion: Hashable, Sendable {
  /// What they have to satisfy; `nil` for nothing.
  public var filter: Filter?
  /// Only those before a position, so much further back as one step looks; `nil` for the newest.
  public var before: LedgerPosition?
  /// Of the newest only those after a position, for what has arrived; `nil` for a first page.
  public var since: LedgerPosition?
  /// Only those heard by an instant, the newest of them first; `nil` for the present.
  public var until: Timestamp?
  /// How many at the most.
  public var limit: Int

  /// Creates a question.
  public init(
    filter: Filter? = nil, before: LedgerPosition? = nil, since: LedgerPosition? = nil,
    until: Timestamp? = nil, limit: Int = EventsState.page
  ) {
    (self.filter, self.before, self.since, self.limit) = (filter, before, since, limit)
    self.until = until
  }

  /// Whether it asks for the same events as another, perhaps at another present.
  func isSame(as other: EventsQuestion) -> Bool {
    filter == other.filter && before == other.before && until == other.until
      && (since == nil) == (other.since == nil)
  }
}

/// What the ledger answered to an ``EventsQuestion``.
public struct EventsAnswer: Hashable, Sendable {
  /// The question.
  public var question: EventsQuestion
  /// The events, newest first.
  public var lines: [EventLine]
  /// The latest position of the ledger when it was asked.
  public var head: LedgerPosition
  /// The lowest position that was looked at.
  public var reached: LedgerPosition
  /// When that one was heard, where it is known.
  public var reachedAt: Timestamp?
  /// How many events were looked at.
  public var looked: Int
}
