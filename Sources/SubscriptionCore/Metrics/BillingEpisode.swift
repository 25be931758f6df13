/// One failure to collect a renewal, from the first decline to its outcome.
///
/// Every recovery figure folds from episodes: grace recovery is recovered in grace over entered
/// grace, hold recovery is recovered in hold over entered hold (domain 3.3).
public struct BillingEpisode: Hashable, Sendable, Codable {
  /// How an episode ended; the raw values are the ones the JSON contract fixes.
  public enum Outcome: String, Hashable, Sendable, CaseIterable, Codable {
    /// The store is still trying.
    case open
    /// Paid while the user had access.
    case recoveredInGrace
    /// Paid after access was lost.
    case recoveredInHold
    /// The user canceled.
    case canceledByUser
    /// The store gave up.
    case ranOut
    /// An earlier payment was given back.
    case refunded
    /// Another purchase took its place.
    case superseded
  }

  /// The first decline: the end of what was paid for, or the first word of the failure if later.
  public var failedAt: Timestamp
  /// Whether the store granted grace.
  public var enteredGrace: Bool
  /// The end of grace, stated or projected; `nil` without grace or when it is not known.
  public var graceEnds: Timestamp?
  /// When access was lost with the store still trying; `nil` if it never was.
  public var holdStartedAt: Timestamp?
  /// The end of the tries, stated or projected.
  public var retryEnds: Timestamp?
  /// How it ended.
  public var outcome: Outcome
  /// When it ended; `nil` while open.
  public var endedAt: Timestamp?
  /// Whether the billing date stayed as it was; `nil` unless recovered.
  public var renewalDateKept: Bool?

  /// Creates an episode.
  public init(
    failedAt: Timestamp, enteredGrace: Bool, graceEnds: Timestamp? = nil,
    holdStartedAt: Timestamp? = nil, retryEnds: Timestamp? = nil, outcome: Outcome = .open,
    endedAt: Timestamp? = nil, renewalDateKept: Bool? = nil
  ) {
    self.failedAt = failedAt
    self.enteredGrace = enteredGrace
    self.graceEnds = graceEnds
    self.holdStartedAt = holdStartedAt
    self.retryEnds = retryEnds
    self.outcome = outcome
    self.endedAt = endedAt
    self.renewalDateKept = renewalDateKept
  }
}
