/// The status of one subscription at one instant, as support needs it for a customer's call.
public struct SubscriptionStatus: Hashable, Sendable {
  /// The state.
  public var state: SubscriptionState
  /// The beginning of that state.
  public var stateSince: Timestamp
  /// The user's access to the product, with its end.
  public var access: Access
  /// A Boolean value that indicates whether auto-renew is on; `nil` if no store stated it.
  public var autoRenew: Bool?
  /// The product from the next renewal on, if it differs.
  public var pendingProduct: ProductID?
  /// The end of the paid period; never a grace or hold date.
  public var paidThrough: Timestamp?
  /// The end of grace, stated or projected, while a renewal is failing.
  public var graceEnds: Timestamp?
  /// The end of the store's retries, stated or projected, while a renewal is failing.
  public var retryEnds: Timestamp?
  /// The next renewal, while auto-renew is on, nothing is failing and no pause comes first.
  public var renewsAt: Timestamp?
  /// The end of a pause.
  public var resumesAt: Timestamp?
  /// Conditions that are independent of the state.
  public var flags: Set<SubscriptionFlag>
  /// The end of the subscription; `nil` unless it ended for good.
  ///
  /// Superseded is not an end.
  public var end: SubscriptionEnd?
  /// The decision about a payment-fix prompt.
  public var prompt: PromptDecision
  /// The next instant at which the status changes by time alone; `nil` if there is none.
  public var nextChangeAt: Timestamp?
  /// A Boolean value that indicates whether the loss of access follows from a date or from a refund
  /// alone, and the store should have confirmed it by now (<doc:EdgeCases#Case-12> and
  /// <doc:EdgeCases#Case-17>).
  public var isAccessInDoubt = false

  /// Creates a status.
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
  /// A Boolean value that indicates whether a payment fails that the user can fix: for a member of
  /// a family the purchaser alone can.
  public var isForUserToPay: Bool { state.isFailing && !flags.contains(.familyShared) }

  /// A Boolean value that indicates whether the store's statements suffice to determine the user's
  /// access: not while nothing is stated, nor where a renewal that may have been paid goes
  /// unreported for longer than it can be processing (<doc:EdgeCases#Case-12>), nor where the loss
  /// of access is in doubt.
  public var isAccessKnown: Bool {
    if isAccessInDoubt { return false }
    switch state {
    case .unknown: return false
    // Access that a pause ended was lost before.
    case .renewalPending:
      return access.granted || access.until.map { $0 <= stateSince } ?? true
    case .pending, .active, .grace, .hold, .paused, .canceled, .expired, .refunded, .superseded:
      return true
    }
  }

  /// The instant at which access ends unless someone acts; `nil` if access has ended, continues
  /// with the next renewal, or has no known end.
  ///
  /// It orders a call list: subscriptions in grace, past their renewal date, canceled, or about to
  /// pause.
  public var losesAccessAt: Timestamp? {
    guard access.granted else { return nil }
    switch state {
    case .grace, .canceled, .renewalPending: return access.until
    case .active: return flags.contains(.pausePending) ? access.until : nil
    case .pending, .hold, .paused, .expired, .refunded, .superseded, .unknown: return nil
    }
  }

  /// The instant at which access ended, or ends unless someone acts; `nil` if it continues with the
  /// next renewal, or has no known end.
  var accessEndsAt: Timestamp? { access.granted ? losesAccessAt : access.until }
}

/// A user's access to the product.
public struct Access: Hashable, Sendable {
  /// A Boolean value that indicates whether access is granted.
  public var granted: Bool
  /// The end of access, past or to come; `nil` if it is unknown.
  public var until: Timestamp?

  /// Creates an access value.
  public init(granted: Bool, until: Timestamp?) { (self.granted, self.until) = (granted, until) }
}

/// A condition of a subscription that is independent of its state.
public enum SubscriptionFlag: String, Hashable, Sendable, CaseIterable {
  /// The current period is a free trial.
  case trial
  /// The current period has an introductory price.
  case introductory
  /// Not a real payment: the sandbox, TestFlight, a license tester, or Xcode.
  case sandbox
  /// Another family member pays; only the purchaser can fix the payment (<doc:EdgeCases#Case-28>).
  case familyShared
  /// A price change awaits the user's consent; a payment-fix prompt would be the wrong message.
  case priceConsentPending
  /// Google awaits the app's acknowledgement and refunds after three days
  /// (<doc:EdgeCases#Case-37>).
  case acknowledgementPending
  /// A change to another product is scheduled for the next renewal.
  case productChangePending
  /// A pause begins at the end of the period.
  case pausePending
  /// The cancellation of a commitment is scheduled for its end (<doc:EdgeCases#Case-38>).
  case cancellationScheduled
  /// A renewal was announced as failing while the paid period still runs (<doc:EdgeCases#Case-4>).
  case billingIssue
  /// Another subscription of the same user is being paid as well (<doc:EdgeCases#Case-6>).
  case doubleBillingRisk
  /// A refund was requested, and no decision was reported.
  case refundRequested
  /// Only notifications are known: the store's API has not been queried yet, or has not answered.
  case notYetAsked
}

/// The end of a subscription.
public struct SubscriptionEnd: Hashable, Sendable {
  /// The kind of churn; `nil` if the store does not state a reason, or if it refunded what the app
  /// had not acknowledged.
  public var cause: ChurnCause?
  /// The reason.
  public var reason: EndReason
  /// The instant of the end.
  public var at: Timestamp

  /// Creates an end.
  public init(reason: EndReason, at: Timestamp) {
    (self.cause, self.reason, self.at) = (reason.cause, reason, at)
  }
}

/// An inconsistency in a subscriber's data, shown instead of silently repaired.
public struct Anomaly: Hashable, Sendable {
  /// The kinds of inconsistency.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The same statement arrived again without a change.
    case duplicate
    /// A statement arrived after a newer one, and was inserted in its place.
    case outOfOrder
    /// A statement that the previous state does not allow.
    case contradiction
    /// The store left out a date that it should have stated, such as the end of grace.
    case missingDate
    /// The paid period has ended without a further statement of the store.
    case silentStore
    /// The retries have ended without a statement of the store that it gave up.
    case endNotStated
    /// Two subscriptions of one user may both be charged.
    case doubleBilling
    /// A value or a kind that this build does not know.
    case unknownValue
    /// Parts of one payload that contradict each other.
    case dataQuality
  }

  /// The kind of inconsistency.
  public var kind: Kind
  /// The instant at which it was found.
  public var at: Timestamp
  /// One sentence for the operator.
  public var text: DatedText

  /// Creates an anomaly.
  public init(kind: Kind, at: Timestamp, text: DatedText) {
    (self.kind, self.at, self.text) = (kind, at, text)
  }
}
