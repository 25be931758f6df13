import SubscriptionCore

/// What the program knows about a ledger beside its contents.
public struct LedgerCondition: Hashable, Sendable {
  /// Whether a process is feeding it, so that silence means that nothing happens.
  public var isFed: Bool
  /// The instant at which its rows stand, where they may not be brought up to the present.
  public var standsAt: Timestamp?

  /// Creates a condition; by default that of a ledger that is fed and may be written.
  public init(isFed: Bool = true, standsAt: Timestamp? = nil) {
    (self.isFed, self.standsAt) = (isFed, standsAt)
  }

  /// Rows that stand further back than this are told to be as of their instant.
  public static let behindMin = Duration.minutes(5)
}
