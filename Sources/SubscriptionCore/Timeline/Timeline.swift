/// The spans of one subscription, past as told and future as projected.
///
/// Spans are half-open, `[from, to)`, in order, without overlap and without a hole: each begins
/// where the one before ends. Only the last may lack an end.
public struct Timeline: Hashable, Sendable {
  /// The spans, oldest first.
  public var spans: [Span]

  /// Creates a timeline from spans that keep the rules above.
  public init(spans: [Span]) { self.spans = spans }

  /// One stretch of time in one kind of state.
  public struct Span: Hashable, Sendable {
    /// What the subscription was, is or will be.
    public var kind: Kind
    /// The first instant.
    public var from: Timestamp
    /// The instant after the last; `nil` when the end is not known.
    public var to: Timestamp?
    /// Whether it is expected rather than told; a span that runs now is split at the present.
    public var projected: Bool
    /// Whether the user has access during it.
    public var access: Bool
    /// Whether the end is a date the store stated, rather than one computed from the policy.
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

  /// The kinds of span; the raw values are the ones the JSON contract fixes.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// A free trial.
    case trial
    /// Paid for.
    case paid
    /// Past its date while the store has not spoken.
    case renewalPending
    /// Unpaid, with access.
    case grace
    /// Unpaid, without access, while the store tries.
    case hold
    /// Paused.
    case paused
    /// Paid for, with auto-renew off.
    case canceled
    /// Over.
    case expired
    /// Given back.
    case refunded
    /// Awaiting its first payment.
    case pending
  }
}

extension Timeline.Kind {
  /// The state that a span of this kind stands for: a trial counts as active.
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
