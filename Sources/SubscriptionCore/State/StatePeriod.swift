/// A stretch of time in one state, as the store told it.
///
/// It lasts until the next one begins. What the clock alone makes of it in the meantime, such as a
/// grace that runs out, is not stored: ``phases(policy:terms:)`` derives it.
struct StatePeriod: Hashable, Sendable {
  /// The state as told; never `renewalPending`, which only the clock brings about.
  var state: SubscriptionState
  /// When it began.
  var since: Timestamp
  /// When the store last confirmed it.
  var confirmedAt: Timestamp
  /// The end of what was paid for, as known during the stretch.
  var paidThrough: Timestamp?
  /// Whether what was paid for was a free trial.
  var isTrial = false
  /// The failing renewal, for grace and hold.
  ///
  /// Its first decline is later than ``since`` when it was announced while the paid period still
  /// ran (domain case 4).
  var failure: Failure?
  /// The end of a pause as stated.
  var resumesAt: Timestamp?
  /// Why it ended, or will end with what is paid for when nothing renews it.
  var endReason: EndReason?

  /// Whether a renewal was announced as failing at a time that had not come.
  var isAnnounced: Bool { failure?.isAnnounced ?? false }

  /// Whether a renewal was announced as failing and its date has not come at an instant.
  func isAnnounced(at instant: Timestamp) -> Bool {
    failure.map { $0.isAnnounced && $0.failedAt > instant } ?? false
  }
}

/// A pause that was asked for and has not begun.
struct PendingPause: Hashable, Sendable {
  /// When it ends, where the store stated it.
  var resumesAt: Timestamp?
}

/// A part of a ``StatePeriod`` during which nothing changes by the clock.
struct Phase: Hashable, Sendable {
  /// The state.
  var state: SubscriptionState
  /// The first instant.
  var from: Timestamp
  /// The instant after the last; `nil` when the clock alone does not end it.
  var to: Timestamp?
  /// Whether the user has access.
  var access: Bool
  /// Whether ``to`` is a date the store stated.
  var endStated = true
  /// Why it ended, for `expired` and `refunded`.
  var endReason: EndReason?
  /// A misfit that lasts as long as the phase.
  var anomaly: Anomaly.Kind?
  /// When the store's tries are expected to end, where the phase outlasts it.
  var expectedEnd: Timestamp?
}

// MARK: What the clock alone changes

extension StatePeriod {
  /// The stretch as the clock divides it, without a hole, from ``since`` to no end.
  ///
  /// - Parameters:
  ///   - policy: How long the stores try.
  ///   - terms: What the lengths depend on.
  ///   - pause: The pause that was asked for and begins with the end of what is paid for.
  /// - Returns: The phases.
  /// - Complexity: O(1); at most five phases.
  func phases(
    _ policy: RecoveryPolicy, _ terms: RecoveryTerms, endingIn pause: PendingPause? = nil
  ) -> [Phase] {
    switch state {
    case .active, .renewalPending: activePhases(terms, pause)
    case .canceled: canceledPhases()
    case .grace, .hold: failingPhases(policy, terms)
    case .paused: pausedPhases(terms)
    case .expired, .refunded:
      [Phase(state: state, from: since, to: nil, access: false, endReason: endReason ?? .other)]
    case .pending, .superseded, .unknown:
      [Phase(state: state, from: since, to: nil, access: false)]
    }
  }

  /// Active until the paid-through date; then the store is waited for, with access for a while
  /// (domain case 12), unless it is prepaid and nothing renews it, or pauses instead.
  private func activePhases(_ terms: RecoveryTerms, _ pause: PendingPause?) -> [Phase] {
    guard let paidThrough else {
      return [Phase(state: .active, from: since, to: nil, access: true)]
    }
    if let endReason {
      return Self.sequence(
        from: since,
        [
          Phase(state: .active, from: since, to: paidThrough, access: true),
          Phase(state: .expired, from: since, to: nil, access: false, endReason: endReason),
        ])
    }
    let silentUntil = paidThrough + RecoveryPolicy.silentWindow(terms.store, terms.environment)
    if let pause {
      // Nothing is charged that day, so nothing keeps access (domain case 31).
      return Self.sequence(
        from: since,
        [
          Phase(state: .active, from: since, to: paidThrough, access: true),
          Phase(state: .paused, from: since, to: silentUntil, access: false, endStated: false),
          Phase(
            state: .paused, from: since, to: pause.resumesAt, access: false, anomaly: .silentStore),
        ] + resumption(at: pause.resumesAt, terms))
    }
    return Self.sequence(
      from: since,
      [
        Phase(state: .active, from: since, to: paidThrough, access: true),
        Phase(
          state: .renewalPending, from: since, to: silentUntil, access: true, endStated: false),
        Phase(
          state: .renewalPending, from: since, to: nil, access: false, anomaly: .silentStore),
      ])
  }

  /// Entitled until the paid-through date, then over.
  private func canceledPhases() -> [Phase] {
    guard let paidThrough else {
      return [Phase(state: .canceled, from: since, to: nil, access: true)]
    }
    return Self.sequence(
      from: since,
      [
        Phase(state: .canceled, from: since, to: paidThrough, access: true),
        Phase(
          state: .expired, from: since, to: nil, access: false, endReason: endReason ?? .voluntary),
      ])
  }

  /// Grace, then hold, then, when the store never says so, the end (domain case 24).
  private func failingPhases(_ policy: RecoveryPolicy, _ terms: RecoveryTerms) -> [Phase] {
    guard let failure else {
      return [Phase(state: state, from: since, to: nil, access: state == .grace)]
    }
    let dates = failure.dates(policy, terms)
    var phases: [Phase] = []
    if isAnnounced {
      phases.append(Phase(state: .active, from: since, to: failure.failedAt, access: true))
    }
    var holdStart = isAnnounced ? max(since, failure.failedAt) : since
    if state == .grace {
      // Grace whose end is not known cannot outlast the longest the store grants.
      let graceEnds = dates.graceEnds ?? failure.base(terms.store) + policy.longestGrace(terms)
      phases.append(
        Phase(
          state: .grace, from: since, to: graceEnds, access: true,
          endStated: failure.graceEnds != nil,
          anomaly: failure.graceEnds == nil ? .missingDate : nil))
      holdStart = max(holdStart, graceEnds)
    }
    let tries = max(dates.retryEnds, holdStart)
    if tries > holdStart || state == .hold {
      let allowance = RecoveryPolicy.endAllowance(terms.environment)
      let confirmed = state == .hold ? confirmedAt + allowance : .distantPast
      phases.append(
        Phase(
          state: .hold, from: since, to: max(tries + allowance, confirmed), access: false,
          endStated: false, expectedEnd: tries))
      phases.append(
        Phase(
          state: .expired, from: since, to: nil, access: false, endReason: .billing,
          anomaly: .endNotStated))
    } else {
      phases.append(
        Phase(state: .expired, from: since, to: nil, access: false, endReason: .billing))
    }
    return Self.sequence(from: since, phases)
  }

  /// Paused until it resumes; the resuming payment must arrive before access does.
  private func pausedPhases(_ terms: RecoveryTerms) -> [Phase] {
    Self.sequence(
      from: since,
      [Phase(state: .paused, from: since, to: resumesAt, access: false)]
        + resumption(at: resumesAt, terms))
  }

  /// What follows a pause while the store says nothing; empty where its end is not known.
  private func resumption(at resumesAt: Timestamp?, _ terms: RecoveryTerms) -> [Phase] {
    guard let resumesAt else { return [] }
    let silentUntil = resumesAt + RecoveryPolicy.silentWindow(terms.store, terms.environment)
    return [
      Phase(state: .renewalPending, from: since, to: silentUntil, access: false, endStated: false),
      Phase(state: .renewalPending, from: since, to: nil, access: false, anomaly: .silentStore),
    ]
  }

  /// Strings phases together: each begins where the one before ends, empty ones are left out.
  private static func sequence(from start: Timestamp, _ phases: [Phase]) -> [Phase] {
    var result: [Phase] = []
    result.reserveCapacity(phases.count)
    var from = start
    for var phase in phases {
      phase.from = from
      if let to = phase.to {
        guard to > from else { continue }
        from = to
      }
      result.append(phase)
    }
    return result
  }
}
