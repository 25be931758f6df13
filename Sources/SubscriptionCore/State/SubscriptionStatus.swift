/// Where one subscription stands at one instant: the answer to a call to support.
public struct SubscriptionStatus: Hashable, Sendable {
  /// The state.
  public var state: SubscriptionState
  /// When that state began.
  public var stateSince: Timestamp
  /// Whether the user may use what was bought, and until when.
  public var access: Access
  /// Whether auto-renew is on; `nil` where no store has said.
  public var autoRenew: Bool?
  /// The product that takes over at the next renewal, where it differs.
  public var pendingProduct: ProductID?
  /// The end of what was paid for; never a grace or hold date.
  public var paidThrough: Timestamp?
  /// The end of grace, stated or projected, while a renewal is failing.
  public var graceEnds: Timestamp?
  /// The end of the store's tries, stated or projected, while a renewal is failing.
  public var retryEnds: Timestamp?
  /// The next renewal, while auto-renew is on, nothing is failing and no pause comes first.
  public var renewsAt: Timestamp?
  /// The end of a pause.
  public var resumesAt: Timestamp?
  /// Facts that lie across the states.
  public var flags: Set<SubscriptionFlag>
  /// How it ended; `nil` unless it ended for good.
  ///
  /// Superseded is not an end.
  public var end: SubscriptionEnd?
  /// Whether a payment-fix prompt is due.
  public var prompt: PromptDecision
  /// The next instant at which the clock alone changes any of this; `nil` when none does.
  public var nextChangeAt: Timestamp?

  /// Creates a standing.
  public init(
    state: SubscriptionState, stateSince: Timestamp, access: Access, autoRenew: Bool? = nil,
    pendingProduct: ProductID? = nil, paidThrough: Timestamp? = nil, graceEnds: Timestamp? = nil,
    retryEnds: Timestamp? = nil, renewsAt: Timestamp? = nil, resumesAt: Timestamp? = nil,
    flags: Set<SubscriptionFlag> = [], end: SubscriptionEnd? = nil, prompt: PromptDecision,
    nextChangeAt: Timestamp? = nil
  ) {
    self.state = state
    self.stateSince = stateSince
    self.access = access
    self.autoRenew = autoRenew
    self.pendingProduct = pendingProduct
    self.paidThrough = paidThrough
    self.graceEnds = graceEnds
    self.retryEnds = retryEnds
    self.renewsAt = renewsAt
    self.resumesAt = resumesAt
    self.flags = flags
    self.end = end
    self.prompt = prompt
    self.nextChangeAt = nextChangeAt
  }
}

extension SubscriptionStatus {
  /// Whether the store has said enough to tell whether the user has access.
  public var isAccessKnown: Bool { state != .unknown }

  /// When access ends unless somebody does something; `nil` where it is lost, or goes on with the
  /// next renewal, or its end is not known.
  ///
  /// The order of a call list: grace, what is past its date, what is canceled, and a pause ahead.
  public var losesAccessAt: Timestamp? {
    guard access.granted else { return nil }
    switch state {
    case .grace, .canceled, .renewalPending: return access.until
    case .active: return flags.contains(.pausePending) ? access.until : nil
    case .pending, .hold, .paused, .expired, .refunded, .superseded, .unknown: return nil
    }
  }
}

/// Whether the user may use what was bought.
public struct Access: Hashable, Sendable {
  /// Whether access is granted.
  public var granted: Bool
  /// When granted access ends, or when lost access ended; `nil` where that is not known.
  public var until: Timestamp?

  /// Creates an answer.
  public init(granted: Bool, until: Timestamp?) { (self.granted, self.until) = (granted, until) }
}

/// A fact that lies across the states of a subscription.
public enum SubscriptionFlag: String, Hashable, Sendable, CaseIterable, Codable {
  /// The current period is a free trial.
  case trial
  /// The current period has an introductory price.
  case introductory
  /// Not real money: the sandbox, TestFlight, a license tester, or Xcode.
  case sandbox
  /// Somebody else of the family pays; only the purchaser can fix the payment (domain case 28).
  case familyShared
  /// A price change awaits the user's consent; a payment-fix prompt would be the wrong message.
  case priceConsentPending
  /// Google awaits the app's acknowledgement and refunds after three days (domain case 37).
  case acknowledgementPending
  /// Another product takes over at the next renewal.
  case productChangePending
  /// A pause begins at the end of the period.
  case pausePending
  /// The cancellation of a commitment is scheduled for its end (domain case 38).
  case cancellationScheduled
  /// A renewal was announced as failing while the paid period still runs (domain case 4).
  case billingIssue
  /// Another subscription of the same user is being paid as well (domain case 6).
  case doubleBillingRisk
  /// A refund was asked for and is undecided.
  case refundRequested
  /// Nothing but notifications tell of it: the store has not been asked yet, or has not answered.
  case notYetAsked
}

/// How a subscription ended.
public struct SubscriptionEnd: Hashable, Sendable {
  /// Whether the user left or was lost; `nil` where the store does not say.
  public var cause: ChurnCause?
  /// Why it ended.
  public var reason: EndReason
  /// When it ended.
  public var at: Timestamp

  /// Creates an end.
  public init(reason: EndReason, at: Timestamp) {
    (self.cause, self.reason, self.at) = (reason.cause, reason, at)
  }
}

/// Something about a subscriber's data that does not fit, shown instead of silently repaired.
public struct Anomaly: Hashable, Sendable, Codable {
  /// The kinds of misfit.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// The same statement arrived again and changed nothing.
    case duplicate
    /// A statement arrived after one that is newer, and was put in its place.
    case outOfOrder
    /// A statement that the state before it does not allow.
    case contradiction
    /// The store left out a date that it should have stated, such as the end of grace.
    case missingDate
    /// The paid period is over and the store has said nothing since.
    case silentStore
    /// The tries are over and the store has not said that it gave up.
    case endNotStated
    /// Two subscriptions of one user may both be charged.
    case doubleBilling
    /// A value or a kind that this build does not know.
    case unknownValue
    /// Parts of one payload that contradict each other.
    case dataQuality
  }

  /// The kind of misfit.
  public var kind: Kind
  /// When it was met.
  public var at: Timestamp
  /// One sentence for the operator.
  public var text: String

  /// Creates an anomaly.
  public init(kind: Kind, at: Timestamp, text: String) {
    (self.kind, self.at, self.text) = (kind, at, text)
  }
}
