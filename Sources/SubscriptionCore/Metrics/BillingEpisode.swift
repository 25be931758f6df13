/// One failure to collect a renewal, from the first decline to its outcome.
///
/// Every recovery metric is computed from episodes: grace recovery is recovered in grace over
/// entered grace, hold recovery is recovered in hold over entered hold
/// (<doc:Metrics#Recovery-rates>).
public struct BillingEpisode: Hashable, Sendable {
  /// The outcome of an episode; the JSON contract fixes the raw values.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The store still retries.
    case open
    /// Paid while the user had access.
    case recoveredInGrace
    /// Paid after access was lost.
    case recoveredInHold
    /// The user canceled.
    case canceledByUser
    /// The store gave up.
    case ranOut
    /// An earlier payment was refunded.
    case refunded
    /// Another purchase replaced it, or a free offer, a pause or a later date took the place of the
    /// renewal.
    case superseded

    /// The outcome as people read it, for example `canceled by the user`.
    public var title: String {
      switch self {
      case .open: "open"
      case .recoveredInGrace: "recovered in grace"
      case .recoveredInHold: "recovered in hold"
      case .canceledByUser: "canceled by the user"
      case .ranOut: "ran out"
      case .refunded: "refunded"
      case .superseded: "superseded"
      }
    }

    /// A Boolean value that indicates whether the failed renewal was paid.
    public var isRecovered: Bool { self == .recoveredInGrace || self == .recoveredInHold }
  }

  /// The first decline: the end of the paid period, or the first report of the failure if later.
  public var failedAt: Timestamp
  /// A Boolean value that indicates whether the store granted grace.
  public var enteredGrace: Bool
  /// The end of grace, stated or projected; `nil` without grace or if it is unknown.
  public var graceEnds: Timestamp?
  /// The instant at which access was lost while the store still retried; `nil` if it never was.
  public var holdStartedAt: Timestamp?
  /// The end of the retries, stated or projected.
  public var retryEnds: Timestamp?
  /// The outcome.
  public var outcome: Outcome
  /// The instant at which it ended; `nil` while open.
  public var endedAt: Timestamp?
  /// A Boolean value that indicates whether the billing date was kept; `nil` unless recovered.
  public var renewalDateKept: Bool?
  /// The billing period of the renewal that failed; `nil` if there is no evidence for it.
  public var plan: BillingPeriod?
  /// The amount that the failed renewal would have charged, after a free trial the first payment;
  /// `nil` if it is unknown.
  public var price: Money?
  /// A Boolean value that indicates whether the failed renewal would have been the first payment,
  /// after a free trial.
  public var isFirstPayment: Bool
  /// The prompts shown within the episode, oldest first.
  public var prompts: [PromptCase.Shown]

  /// Creates an episode.
  public init(
    failedAt: Timestamp, enteredGrace: Bool, graceEnds: Timestamp? = nil,
    holdStartedAt: Timestamp? = nil, retryEnds: Timestamp? = nil, outcome: Outcome = .open,
    endedAt: Timestamp? = nil, renewalDateKept: Bool? = nil, plan: BillingPeriod? = nil,
    price: Money? = nil, isFirstPayment: Bool = false, prompts: [PromptCase.Shown] = []
  ) {
    self.failedAt = failedAt
    self.enteredGrace = enteredGrace
    self.graceEnds = graceEnds
    self.holdStartedAt = holdStartedAt
    self.retryEnds = retryEnds
    self.outcome = outcome
    self.endedAt = endedAt
    self.renewalDateKept = renewalDateKept
    self.plan = plan
    self.price = price
    self.isFirstPayment = isFirstPayment
    self.prompts = prompts
  }

  /// The price per month that the failed renewal would have paid; `nil` if the amount or its period
  /// is unknown.
  var mrr: Money? { price.flatMap { plan?.monthly($0) } }
}
