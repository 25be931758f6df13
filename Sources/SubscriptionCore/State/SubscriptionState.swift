/// The state of a subscription in its life cycle.
///
/// The names are those of both stores' documentation; `hold` is Google's account hold and Apple's
/// billing retry. The JSON contract fixes the raw values.
public enum SubscriptionState: String, Hashable, Sendable, CaseIterable {
  /// A first payment has not arrived yet; no access.
  ///
  /// Can transition to: active (paid), expired (the pending purchase was canceled).
  case pending
  /// Paid and renewing; access.
  ///
  /// Can transition to: renewalPending (its date passed without a statement of the store), grace or
  /// hold (a renewal was declined), canceled (auto-renew off), paused (a scheduled pause began),
  /// expired, refunded, superseded.
  case active
  /// Past the renewal date without a statement of the store on the renewal; access for a while.
  ///
  /// Google Play's silent grace: at least 24 hours in which the API still returns ACTIVE. Can
  /// transition to: active (renewed), grace, hold, paused, canceled, expired, refunded, superseded.
  case renewalPending
  /// A renewal was declined, and the user has access while the store retries.
  ///
  /// Can transition to: active (recovered, billing date unchanged), hold (grace ended), expired
  /// (the user canceled, or no hold follows), refunded, superseded.
  case grace
  /// A renewal was declined, and the user has no access while the store retries.
  ///
  /// Can transition to: active (recovered, new billing date), expired (gave up or canceled),
  /// refunded, superseded (bought again during the hold).
  case hold
  /// Paused by the user at Google Play; no access until it resumes.
  ///
  /// Can transition to: active (resumed), hold (the resuming payment failed), expired, refunded,
  /// superseded.
  case paused
  /// Auto-renew is off and the paid period has not ended; access.
  ///
  /// Can transition to: active (auto-renew on again), expired (its date passed), refunded,
  /// superseded.
  case canceled
  /// Ended; no access.
  ///
  /// Can transition to: active (resubscribed under the same identifier, or paid after all),
  /// refunded, superseded.
  case expired
  /// The latest payment was refunded, or Family Sharing access was revoked; no access.
  ///
  /// Can transition to: active (the refund was reversed, or resubscribed), superseded.
  case refunded
  /// Replaced by another purchase of the same user, which has the access.
  ///
  /// Not an end and never churn. Can transition to: active (a later payment arrived for it).
  case superseded
  /// No statement of the store determines the state.
  ///
  /// Can transition to: every other state.
  case unknown

  /// A Boolean value that indicates whether a renewal was declined and the store still retries it.
  public var isFailing: Bool { self == .grace || self == .hold }

  /// A Boolean value that indicates whether the store may be retrying a payment: of a renewal that
  /// was declined, also where the user has access as if nothing had happened.
  public var mayBeRetried: Bool { isFailing || self == .active }

  /// A Boolean value that indicates whether the subscription may have a next renewal ahead of it.
  public var mayRenew: Bool { self == .active || self == .renewalPending }

  /// A Boolean value that indicates whether the subscription brings no more revenue, for whatever
  /// reason.
  public var isOver: Bool { self == .expired || self == .refunded || self == .superseded }

  /// A Boolean value that indicates whether the subscription can still end: it is neither over nor
  /// on its way to a first payment.
  public var isLive: Bool { !isOver && self != .pending && self != .unknown }

  /// The name shown to people, for example `hold / retry`.
  public var title: String { words.title }

  /// The state's three-letter code on screens.
  public var code: String { words.code }

  private var words: (title: String, code: String) {
    switch self {
    case .pending: ("pending", "PND")
    case .active: ("active", "ACT")
    case .renewalPending: ("renewal pending", "RNW")
    case .grace: ("grace", "GRC")
    case .hold: ("hold / retry", "HLD")
    case .paused: ("paused", "PAU")
    case .canceled: ("canceled", "CAN")
    case .expired: ("expired", "EXP")
    case .refunded: ("refunded", "RFD")
    case .superseded: ("superseded", "SUP")
    case .unknown: ("unknown", "UNK")
    }
  }
}
