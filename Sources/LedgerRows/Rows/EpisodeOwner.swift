import SubscriptionCore

/// The properties of a subscription that stand beside each of its episodes.
public struct EpisodeOwner: Equatable, Sendable {
  /// The subscription's identifier.
  public let id: String
  /// The account.
  public let account: String?
  /// The packed ``EpisodeProperties``.
  public let properties: [UInt8]

  /// The properties of a row.
  public init(_ summary: SubscriberSummary) {
    (id, account) = (summary.id.rawValue, summary.account?.rawValue)
    properties = EpisodeProperties(summary).packed
  }
}
