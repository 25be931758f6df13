/// One thing that happened to a subscription and that other systems wait for.
///
/// It follows from the row of the subscription before and after, and from nothing else: the same
/// news in any order of arrival gives a change the same ``id``.
public struct SubscriptionChange: Hashable, Sendable {
  /// What happened; the raw values are the ones the JSON contract fixes.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// A renewal was declined, and the user keeps access while the store tries again.
    case enteredGrace
    /// Access is gone, and the store tries again.
    case enteredHold
    /// A payment-fix prompt became due.
    case promptDue
    /// A payment-fix prompt was shown.
    case promptShown
    /// A declined renewal was paid.
    case recovered
    /// The subscription ended.
    case ended
    /// Its latest payment was given back, or the family's share was taken away.
    case refunded
    /// A pause began.
    case paused
    /// A pause ended with a payment.
    case resumed
  }

  /// The name of the change, the same whenever it is told again.
  public let id: String
  /// What happened.
  public var kind: Kind
  /// When it counts.
  public var at: Timestamp
  /// The subscription as it stood when the change was recorded.
  public var subscription: SubscriberSummary
  /// The billing episode that the change is part of, where it is part of one.
  public var episode: BillingEpisode?
  /// Why it ended; `nil` where it did not, or nobody said.
  public var reason: EndReason?
  /// The step of the prompt, 1 to 3; `nil` for another kind.
  public var step: Int?

  /// Creates a change; a key tells two of one kind and instant apart.
  public init(
    _ kind: Kind, at: Timestamp, of subscription: SubscriberSummary,
    episode: BillingEpisode? = nil, reason: EndReason? = nil, step: Int? = nil, key: String = ""
  ) {
    self.init(
      id: Self.id(kind, of: subscription.id, at: at, key: key), kind, at: at, of: subscription,
      episode: episode, reason: reason, step: step)
  }

  /// Creates a change that was recorded with a name.
  public init(
    id: String, _ kind: Kind, at: Timestamp, of subscription: SubscriberSummary,
    episode: BillingEpisode? = nil, reason: EndReason? = nil, step: Int? = nil
  ) {
    (self.id, self.kind, self.at, self.subscription) = (id, kind, at, subscription)
    (self.episode, self.reason, self.step) = (episode, reason, step)
  }

  /// The name of a change: a hash (FNV-1a, 128 bits) of what happened to whom and when.
  private static func id(
    _ kind: Kind, of subscription: SubscriptionID, at: Timestamp, key: String
  ) -> String {
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for part in [kind.rawValue, subscription.rawValue, String(at.milliseconds), key] {
      for byte in part.utf8 {
        hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
      }
      hash = hash &* 0x0000_0000_0100_0000_0000_0000_0000_013b
    }
    let digits = String(hash, radix: 16)
    return "chg_" + String(repeating: "0", count: 32 - digits.count) + digits
  }
}
