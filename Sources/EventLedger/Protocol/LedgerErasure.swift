import SubscriptionCore

/// An erasure that took place: when, by whom and how much, but not of whom.
public struct LedgerErasure: Hashable, Sendable {
  /// The instant of the erasure.
  public var at: Timestamp
  /// The person who asked for it, as text from outside.
  public var actor: String
  /// The number of entries removed.
  public var entryCount: Int

  /// Creates an erasure that took place.
  public init(at: Timestamp, actor: String, entryCount: Int) {
    (self.at, self.actor, self.entryCount) = (at, actor, entryCount)
  }

  /// The sentence of ``LedgerUpkeep/verify()`` about an erasure that was cut off.
  public static let unfinished =
    "What an erasure removed is not overwritten yet; churntop ledger compact does it."
}

/// The numbers of what an erasure removed.
public struct ErasureCounts: Hashable, Sendable {
  /// The entries, with all their events.
  public var entries: Int
  /// The refused payloads.
  public var refused: Int

  /// Creates the numbers of an erasure.
  public init(entries: Int, refused: Int) { (self.entries, self.refused) = (entries, refused) }
}

extension Ledger {
  /// The number of entries that the ledger has: those stored without those erased.
  public func entryCount() throws(LedgerError) -> Int {
    let erased = try erasures().map(\.entryCount).reduce(0, +)
    return Int(try lastPosition()) - erased
  }
}
