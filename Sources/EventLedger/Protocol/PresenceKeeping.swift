import SubscriptionCore

/// A dashboard that shows a subscriber.
public struct Presence: Hashable, Sendable {
  /// The identity of the dashboard, which no other has.
  public var session: String
  /// The operator's name.
  ///
  /// Text from outside.
  public var actor: String
  /// The subscriber.
  public var subscription: SubscriptionID

  /// Creates a presence.
  public init(session: String, actor: String, subscription: SubscriptionID) {
    (self.session, self.actor, self.subscription) = (session, actor, subscription)
  }

  /// The interval at which a dashboard says what it shows.
  public static let interval = Duration.seconds(5)

  /// The time after which a dashboard that said nothing more is forgotten.
  public static let lasts = Duration.seconds(15)
}

/// A ledger for a team, in which dashboards say what they show.
///
/// Nothing of it is a fact: it is neither kept nor copied, and may be lost.
public protocol PresenceKeeping: Sendable {
  /// Says that a dashboard shows a subscriber now, and no other.
  ///
  /// - Returns: The operators of other dashboards that show the same one, each once, in order.
  /// - Throws: ``LedgerError`` when the ledger is out of reach.
  func show(_ presence: Presence) throws(LedgerError) -> [String]

  /// Says that a dashboard shows no subscriber any more.
  func endPresence(of session: String) throws(LedgerError)
}
