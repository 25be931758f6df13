import PlainText

/// One change of a subscription that is published to other systems.
///
/// It is derived only from the rows of the subscription before and after: the same events in any
/// order of arrival result in the same ``id``.
public struct SubscriptionChange: Hashable, Sendable {
  /// The kinds of change; the JSON contract fixes the raw values.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A renewal was declined, and the user has access while the store retries.
    case enteredGrace
    /// Access has ended, and the store retries.
    case enteredHold
    /// A payment-fix prompt became due.
    case promptDue
    /// A payment-fix prompt was shown.
    case promptShown
    /// A declined renewal was paid.
    case recovered
    /// The subscription ended.
    case ended
    /// The latest payment was refunded, or Family Sharing access was revoked.
    case refunded
    /// A pause began.
    case paused
    /// A pause ended with a payment.
    case resumed
    /// A declined renewal was not paid and fails no more: another purchase took the place of the
    /// subscription, or the store moved the renewal to a later date.
    case superseded
    /// Access is back after an end or a refund: the user subscribed again, or the store reversed
    /// the refund.
    ///
    /// Source: Apple, "notificationType", REFUND_REVERSED: "reinstate them".
    case reinstated
  }

  /// The identifier of the change, the same every time it is published.
  public let id: String
  /// The kind.
  public var kind: Kind
  /// The instant at which it takes effect.
  public var at: Timestamp
  /// The subscription when the change was recorded, without its billing episodes.
  public var subscription: SubscriberSummary
  /// The billing episode that the change is part of, if there is one.
  public var episode: BillingEpisode?
  /// The reason of an end; `nil` for another kind, or if no store stated it.
  public var reason: EndReason?
  /// The step of the prompt, 1 to 3; `nil` for another kind.
  public var step: Int?
  /// The instant of the store's latest word, where that led to the change; `nil` where only the
  /// clock did, or what the app reported.
  public var newsAt: Timestamp?

  /// Creates a change; a key distinguishes two changes of one kind and instant.
  init(
    _ kind: Kind, at: Timestamp, of subscription: SubscriberSummary, episode: BillingEpisode?,
    step: Int? = nil, key: String = ""
  ) {
    self.init(
      id: Self.id(kind, of: subscription.id, at: at, key: key), kind, at: at, of: subscription,
      episode: episode, reason: nil, step: step, newsAt: nil)
  }

  /// Creates a change that was recorded with an identifier.
  public init(
    id: String, _ kind: Kind, at: Timestamp, of subscription: SubscriberSummary,
    episode: BillingEpisode?, reason: EndReason?, step: Int?, newsAt: Timestamp?
  ) {
    (self.id, self.kind, self.at, self.subscription) = (id, kind, at, subscription)
    (self.episode, self.reason, self.step, self.newsAt) = (episode, reason, step, newsAt)
    self.subscription.episodes = []
  }

  /// Returns the identifier of a change: a hash (FNV-1a, 128 bits) of its kind, subscription and
  /// instant.
  private static func id(
    _ kind: Kind, of subscription: SubscriptionID, at: Timestamp, key: String
  ) -> String {
    "chg_"
      + FNV1a.hash128([kind.rawValue, subscription.rawValue, String(at.milliseconds), key])
      .hexadecimal
  }
}
