/// The parts of a subscription's timeline: the past as reported and the future as projected.
public enum Timeline {
  /// A period of time in one kind of state.
  public struct Span: Hashable, Sendable {
    /// The kind.
    public var kind: Kind
    /// The first instant.
    public var from: Timestamp
    /// The instant after the last; `nil` if the end is unknown.
    public var to: Timestamp?
    /// A Boolean value that indicates whether the span is projected rather than reported; the
    /// current span is split at the present.
    public var projected: Bool
    /// A Boolean value that indicates whether the user has access during it.
    public var access: Bool
    /// A Boolean value that indicates whether the store stated the end, rather than it being
    /// computed from the policy.
    public var endStated: Bool

    /// Creates a span.
    public init(
      kind: Kind, from: Timestamp, to: Timestamp?, projected: Bool, access: Bool,
      endStated: Bool = true
    ) {
      self.kind = kind
      self.from = from
      self.to = to
      self.projected = projected
      self.access = access
      self.endStated = endStated
    }

    /// The last UTC day that the span touches: the day of the last instant inside it.
    ///
    /// A grace from 1 May 00:00 to 15 May 00:00 is labelled 14 May. `nil` without an end.
    public var lastDay: CivilDate? { to.map { CivilDate($0 - .milliseconds(1)) } }
  }

  /// The kinds of span; the JSON contract fixes the raw values.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A free trial.
    case trial
    /// Paid for.
    case paid
    /// Past the renewal date without a statement of the store.
    case renewalPending
    /// Unpaid, with access.
    case grace
    /// Unpaid, without access, while the store retries.
    case hold
    /// Paused.
    case paused
    /// Paid for, with auto-renew off.
    case canceled
    /// Expired.
    case expired
    /// Refunded.
    case refunded
    /// Awaiting its first payment.
    case pending
  }
}

extension Timeline.Kind {
  /// The state of a span of this kind: a trial counts as active.
  public var state: SubscriptionState {
    switch self {
    case .trial, .paid: .active
    case .renewalPending: .renewalPending
    case .grace: .grace
    case .hold: .hold
    case .paused: .paused
    case .canceled: .canceled
    case .expired: .expired
    case .refunded: .refunded
    case .pending: .pending
    }
  }
}
