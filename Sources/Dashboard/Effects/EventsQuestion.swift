import EventLedger
import SubscriptionCore

/// A query for the events of the Events screen.
public struct EventsQuestion: Hashable, Sendable {
  /// The filter; `nil` for none.
  public var filter: Filter?
  /// Only those before a position, so much further back as one step looks; `nil` for the newest.
  public var before: LedgerPosition?
  /// The position after which events are new arrivals; `nil` for a first page.
  public var since: LedgerPosition?
  /// The instant by which events were received; `nil` for the present.
  public var until: Timestamp?
  /// The most events that are returned.
  public var limit = EventsState.page

  /// Returns a Boolean value that indicates whether it asks for the same events as another, perhaps
  /// at another present.
  func isSame(as other: EventsQuestion) -> Bool {
    filter == other.filter && before == other.before && until == other.until
      && (since == nil) == (other.since == nil)
  }
}

/// The answer to an ``EventsQuestion``.
public struct EventsAnswer: Hashable, Sendable {
  /// The question.
  public var question: EventsQuestion
  /// The events, newest first.
  public var lines: [EventLine]
  /// The latest position of the ledger when it was asked.
  public var head: LedgerPosition
  /// The lowest position that was looked at.
  public var reached: LedgerPosition
  /// The instant at which that one was received, where it is known.
  public var reachedAt: Timestamp?
  /// The number of events that were looked at.
  public var looked: Int
}

/// A query for the number of events received up to an instant.
public struct ArrivalsQuestion: Hashable, Sendable {
  /// The end of the time that counts.
  public var upTo: Timestamp
  /// The length of a bar.
  public var barLength: Duration
  /// By how much the clocks that the bars follow are before UTC.
  public var offset = Duration.zero
  /// A Boolean value that indicates whether the instant is one to look back to, and not the
  /// present.
  public var isPast: Bool
  /// The filter of the events; `nil` for none.
  public var filter: Filter?

  /// Returns a Boolean value that indicates whether it asks for the same as another, perhaps at
  /// another present.
  func isSame(as other: ArrivalsQuestion) -> Bool {
    barLength == other.barLength && offset == other.offset && isPast == other.isPast
      && filter == other.filter && (!isPast || upTo == other.upTo)
  }
}
