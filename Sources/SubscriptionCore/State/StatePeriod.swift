/// A period in one state, as the store reported it.
///
/// It lasts until the next one begins. Changes by time alone within it, such as the end of a grace
/// period, are not stored: ``phases(policy:terms:)`` derives them.
struct StatePeriod: Hashable, Sendable {
  /// The reported state; never `renewalPending`, which only results from the passing of time.
  var state: SubscriptionState
  /// The beginning.
  var since: Timestamp
  /// The instant of the store's last confirmation.
  var confirmedAt: Timestamp
  /// The end of the paid period, as known during the state period.
  var paidThrough: Timestamp?
  /// A Boolean value that indicates whether the paid period was a free trial.
  var isTrial = false
  /// The failing renewal, for grace and hold.
  ///
  /// Its first decline is later than ``since`` if the failure was announced while the paid period
  /// still ran (<doc:EdgeCases#Case-4>).
  var failure: Failure?
  /// The end of a pause as stated.
  var resumesAt: Timestamp?
  /// The reason for which it ended, or will end with the paid period if nothing renews it.
  var endReason: EndReason?

  /// A Boolean value that indicates whether the failure of a renewal was announced before its date.
  var isAnnounced: Bool { failure?.isAnnounced ?? false }

  /// Returns whether the failure of a renewal is announced for an instant or later.
  func isAnnounced(from instant: Timestamp) -> Bool {
    failure.map { $0.isAnnounced && $0.failedAt >= instant } ?? false
  }

  /// Returns whether the failure of a renewal is announced and its date has not come at an instant.
  func isAnnounced(at instant: Timestamp) -> Bool {
    failure.map { $0.isAnnounced && $0.failedAt > instant } ?? false
  }
}

/// A pause that is scheduled and has not begun.
struct PendingPause: Hashable, Sendable {
  /// The end of the pause, if the store stated it.
  var resumesAt: Timestamp?
}

/// A part of a ``StatePeriod`` within which time alone changes nothing.
struct Phase: Hashable, Sendable {
  /// The state.
  var state: SubscriptionState
  /// The first instant.
  var from: Timestamp
  /// The instant after the last; `nil` if time alone does not end it.
  var to: Timestamp?
  /// A Boolean value that indicates whether the user has access.
  var access: Bool
  /// A Boolean value that indicates whether ``to`` is a date the store stated.
  var endStated = true
  /// The reason of the end, for `expired` and `refunded`.
  var endReason: EndReason?
  /// An anomaly that lasts as long as the phase.
  var anomaly: Anomaly.Kind?
  /// The expected end of the store's retries, if the phase lasts longer.
  var expectedEnd: Timestamp?
}

// MARK: Changes by time alone

extension StatePeriod {
  /// Divides the state period into phases by time, without a gap, from ``since`` to no end.
  ///
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

  /// Returns active until the paid-through date, then a renewal that is pending, with access for a
  /// while (<doc:EdgeCases#Case-12>), unless the subscription is prepaid without renewal, or a
  /// pause begins instead.
  private func activePhases(_ terms: RecoveryTerms, _ pause: PendingPause?) -> [Phase] {
    guard let paidThrough else {
      return [Phase(state: .active, from: since, to: nil, access: true)]
    }
    if let endReason {
      return sequence([
        Phase(state: .active, from: since, to: paidThrough, access: true),
        Phase(state: .expired, from: since, to: nil, access: false, endReason: endReason),
      ])
    }
    let silentUntil = paidThrough + RecoveryPolicy.silentWindow(terms.store, terms.environment)
    if let pause {
      // Nothing is charged on that day, so access ends (<doc:EdgeCases#Case-31>).
      return sequence(
        [
          Phase(state: .active, from: since, to: paidThrough, access: true),
          Phase(state: .paused, from: since, to: silentUntil, access: false, endStated: false),
          Phase(
            state: .paused, from: since, to: pause.resumesAt, access: false, anomaly: .silentStore),
        ] + resumption(at: pause.resumesAt, terms))
    }
    return sequence([
      Phase(state: .active, from: since, to: paidThrough, access: true),
      Phase(state: .renewalPending, from: since, to: silentUntil, access: true, endStated: false),
      Phase(state: .renewalPending, from: since, to: nil, access: false, anomaly: .silentStore),
    ])
  }

  /// Returns access until the paid-through date, then expired.
  private func canceledPhases() -> [Phase] {
    guard let paidThrough else {
      return [Phase(state: .canceled, from: since, to: nil, access: true)]
    }
    return sequence([
      Phase(state: .canceled, from: since, to: paidThrough, access: true),
      Phase(
        state: .expired, from: since, to: nil, access: false, endReason: endReason ?? .voluntary),
    ])
  }

  /// Returns grace, then hold, then, even without a statement of the store, the end
  /// (<doc:EdgeCases#Case-24>).
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
      phases.append(
        Phase(
          state: .grace, from: since, to: dates.accessEnds, access: true,
          endStated: failure.graceEnds != nil,
          anomaly: failure.graceEnds == nil ? .missingDate : nil))
      holdStart = max(holdStart, dates.accessEnds)
    }
    let tries = max(dates.retryEnds, holdStart)
    let hasHold = tries > holdStart || state == .hold
    if hasHold {
      let allowance = RecoveryPolicy.endAllowance(terms.environment)
      let confirmed = state == .hold ? confirmedAt + allowance : .distantPast
      phases.append(
        Phase(
          state: .hold, from: since, to: max(tries + allowance, confirmed), access: false,
          endStated: false, expectedEnd: tries))
    }
    phases.append(
      Phase(
        state: .expired, from: since, to: nil, access: false, endReason: .billing,
        anomaly: hasHold ? .endNotStated : nil))
    return sequence(phases)
  }

  /// Returns paused until it resumes; access returns only with the resuming payment.
  private func pausedPhases(_ terms: RecoveryTerms) -> [Phase] {
    sequence(
      [Phase(state: .paused, from: since, to: resumesAt, access: false)]
        + resumption(at: resumesAt, terms))
  }

  /// Returns the phases after a pause while the store states nothing; empty if its end is unknown.
  private func resumption(at resumesAt: Timestamp?, _ terms: RecoveryTerms) -> [Phase] {
    guard let resumesAt else { return [] }
    let silentUntil = resumesAt + RecoveryPolicy.silentWindow(terms.store, terms.environment)
    return [
      Phase(state: .renewalPending, from: since, to: silentUntil, access: false, endStated: false),
      Phase(state: .renewalPending, from: since, to: nil, access: false, anomaly: .silentStore),
    ]
  }

  /// Joins phases: each begins where the previous one ends, and empty ones are left out.
  private func sequence(_ phases: [Phase]) -> [Phase] {
    var result: [Phase] = []
    result.reserveCapacity(phases.count)
    var from = since
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
