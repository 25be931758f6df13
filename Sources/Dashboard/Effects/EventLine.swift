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
  /// What about it does not fit; `nil` for nothing.
  public var misfit: Anomaly.Kind?
  /// The environment of its subscription.
  public var environment: StoreEnvironment

  /// Creates a line.
  public init(
    position: LedgerPosition, event: SubscriptionEvent, from: SubscriptionState?,
    to: SubscriptionState?, person: Person, misfit: Anomaly.Kind? = nil,
    environment: StoreEnvironment = .production
  ) {
    self.environment = environment
    self.position = position
    self.event = event
    self.from = from
    self.to = to
    self.person = person
    self.misfit = misfit
  }

  /// Which of a subscriber's anomalies an event brought with it, beginning with the gravest.
  ///
  /// An anomaly states when it was met: a late arrival by when it was heard, anything else by when
  /// the store stated it.
  static func misfit(of event: SubscriptionEvent, among anomalies: [Anomaly]) -> Anomaly.Kind? {
    if event.kind == .unrecognized { return .unknownValue }
    guard !event.kind.isAction else { return nil }
    return anomalies.last { anomaly in
      switch anomaly.kind {
      case .outOfOrder: anomaly.at == event.recordedAt
      case .duplicate, .contradiction, .unknownValue, .dataQuality: anomaly.at == event.statedAt
      case .missingDate, .silentStore, .endNotStated, .doubleBilling: false
      }
    }?.kind
  }

  /// What tells it from every other line.
  public var key: EventID { event.id }
}
