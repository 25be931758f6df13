import SubscriptionCore

/// A look at the past while it is being read.
public struct AsOfSwitch: Hashable, Sendable {
  /// The instant looked for.
  public var destination: Timestamp
  /// How much of the ledger has been read, in hundredths.
  public var share = 0

  /// Sets out.
  public init(to destination: Timestamp) { self.destination = destination }
}
