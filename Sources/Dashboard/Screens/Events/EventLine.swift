import EventLedger
import SubscriptionCore

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
  /// The user of the subscription.
  public var person: Person
  /// The anomaly that it brought with it; `nil` for none.
  public var misfit: Anomaly.Kind?
  /// The environment of its subscription.
  public var environment = StoreEnvironment.production
  /// The action that it takes back or redoes; `nil` for any other event.
  public var reversal: Reversal?

  /// The gravest of a subscriber's anomalies that an event brought with it.
  ///
  /// An anomaly has the time at which it was met: a late arrival when it was received, any other
  /// when the store stated it.
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

  /// The identity of the line.
  public var key: EventID { event.id }
}

/// The person that a subscription belongs to.
public struct Person: Hashable, Sendable {
  /// The app's name for the user.
  public var account: AccountID?
  /// The user's name.
  ///
  /// Text from outside.
  public var name: String

  /// Creates a person from the account and its profile.
  public init(account: AccountID?, profile: AccountProfile?) {
    self.account = account
    name = profile?.name ?? ""
  }
}
