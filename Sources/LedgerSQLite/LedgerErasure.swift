import SubscriptionCore

/// An erasure that took place: when, by whom and how much, but not of whom.
public struct LedgerErasure: Hashable, Sendable {
  /// When it took place.
  public var at: Timestamp
  /// Who asked for it, which is text from outside.
  public var actor: String
  /// The number of entries removed.
  public var entryCount: Int
}
