import EventLedger
import SubscriptionCore
import TerminalUI

/// One event as a line of a list.
public struct EventLine: Hashable, Sendable {
  /// The position of its entry.
  public var position: LedgerPosition
  /// The event.
  public var event: SubscriptionEvent
  /// The state before it; `nil` where it changed nothing.
  public var from: SubscriptionState?
  /// The state after it; `nil` where it changed nothing.
  public var to: SubscriptionState?
  /// Whose it is.
  public var person: Person

  /// Creates a line.
  public init(
    position: LedgerPosition, event: SubscriptionEvent, from: SubscriptionState?,
    to: SubscriptionState?, person: Person
  ) {
    self.position = position
    self.event = event
    self.from = from
    self.to = to
    self.person = person
  }

  /// What tells it from every other line.
  public var key: EventID { event.id }
}
