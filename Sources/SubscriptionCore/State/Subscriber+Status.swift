// MARK: Status

extension Subscriber {
  /// Returns the status of the subscription at an instant.
  ///
  /// The status stays the same until ``SubscriptionStatus/nextChangeAt``. It changes there, unless
  /// the prompt policy has hundreds of instants before it at which its answer might change: then
  /// the status must be computed again at that instant.
  ///
  /// - Complexity: O(1) in the number of events, except for operators' actions.
  public func status(at now: Timestamp, policy: ChurnPolicy) -> SubscriptionStatus {
    guard let moment = moment(at: now, policy) else {
      return SubscriptionStatus(
        state: .unknown, stateSince: lastEventAt, access: Access(granted: false, until: nil),
        flags: isNotYetAsked ? [.notYetAsked] : [],
        prompt: PromptDecision(verdict: .withheld(.notKnown)))
    }
    var status = undecided(moment, policy)
    let promptCase = promptCase(status, moment, at: now, policy)
    status.prompt = PromptSchedule.decide(promptCase, policy: policy.prompts, at: now)
    status.nextChangeAt = nextChange(
      after: now, moment, promptCase, status.prompt, policy)
    status.nextChangeAt.offer(revenueEnds(status), after: now)
    return status
  }

  /// Returns the status without the prompt decision, which depends on it.
  func undecided(_ moment: Moment, _ policy: ChurnPolicy) -> SubscriptionStatus {
    let (period, phase) = (moment.period, moment.phase)
    let facts = machine.facts
    var status = SubscriptionStatus(
      state: phase.state, stateSince: moment.since, access: access(at: moment, policy),
      prompt: PromptDecision(verdict: .withheld(.notFailing)))
    // The last word of one that time or another purchase ended may be that of a running one; a
    // refund leaves auto-renew as it was (<doc:EdgeCases#Case-18>).
    let isClosed = phase.state == .expired || phase.state == .superseded
    status.autoRenew = isClosed && facts.autoRenew == true ? false : facts.autoRenew
    status.pendingProduct = phase.state.isOver ? nil : facts.nextProduct
    status.paidThrough = period.paidThrough
    if let failure = period.failure, phase.state.mayBeRetried {
      let dates = failure.dates(policy.recovery, recoveryTerms(policy))
      status.graceEnds = dates.graceEnds
      status.retryEnds = dates.retryEnds
    }
    if phase.state.mayRenew, period.failure == nil, period.endReason == nil,
      facts.autoRenew != false, !machine.isPausePending
    {
      // A pause that has run out is followed by the charge of that day.
      let resumed = period.state == .paused ? period.resumesAt : nil
      status.renewsAt = resumed ?? facts.renewsAt ?? period.paidThrough
    }
    if phase.state == .paused { status.resumesAt = period.resumesAt ?? pendingPause?.resumesAt }
    status.flags = flags(at: moment)
    if let reason = phase.endReason { status.end = end(reason, at: moment.since) }
    status.isAccessInDoubt = isAccessInDoubt(at: moment, status.access, policy)
    return status
  }

  /// Returns an end; the refund of a purchase that the app never acknowledged is no one's choice.
  func end(_ reason: EndReason, at instant: Timestamp) -> SubscriptionEnd {
    var end = SubscriptionEnd(reason: reason, at: instant)
    if reason == .refund, isUnacknowledged(at: instant) { end.cause = nil }
    return end
  }

  /// Returns whether what Google refunded at an instant was a purchase that the app had not
  /// acknowledged, which it refunds after three days (<doc:EdgeCases#Case-37>).
  ///
  /// Google does not report an acknowledgement, so what was refunded later had most likely got one.
  func isUnacknowledged(at instant: Timestamp) -> Bool {
    facts.acknowledgementPending == true && instant - machine.purchasedAt < .days(4)
  }

  private func access(at moment: Moment, _ policy: ChurnPolicy) -> Access {
    guard moment.phase.access else {
      return Access(granted: false, until: accessLost(before: moment, policy))
    }
    if moment.phase.state == .grace, moment.phase.anomaly == .missingDate {
      let dates = moment.period.failure?.dates(policy.recovery, recoveryTerms(policy))
      return Access(granted: true, until: dates?.graceEnds)
    }
    var until = moment.phase.to
    for phase in moment.phases[moment.place...].dropFirst() {
      // Announced grace extends access; a day of silent grace is not promised to anyone.
      guard phase.access, phase.state == .grace else { break }
      until = phase.to
    }
    return Access(granted: true, until: until)
  }

  private func isAccessInDoubt(
    at moment: Moment, _ access: Access, _ policy: ChurnPolicy
  ) -> Bool {
    switch moment.phase.state {
    case .hold:
      return unconfirmedHold(moment.period, policy)?.contains(moment.at) ?? false
    case .refunded:
      // Google Play may have voided the order without ending access, unless that was lost before.
      return machine.isOrderVoided && access.until.map { $0 >= moment.since } ?? true
    case .pending, .active, .renewalPending, .grace, .paused, .canceled, .expired, .superseded,
      .unknown:
      return false
    }
  }

  /// Returns the time in which it is not known whether access was lost with grace, as nothing was
  /// reported since: from when the store should have reported what came of a stated end, or from an
  /// expected end to the latest possible one.
  private func unconfirmedHold(
    _ period: StatePeriod, _ policy: ChurnPolicy
  ) -> Range<Timestamp>? {
    guard period.state == .grace, let failure = period.failure else { return nil }
    let (begins, ends): (Timestamp, Timestamp)
    if let graceEnds = failure.graceEnds {
      begins = graceEnds + RecoveryPolicy.silentWindow(store, environment)
      ends = .distantFuture
    } else {
      let terms = recoveryTerms(policy)
      begins = failure.dates(policy.recovery, terms).accessEnds
      ends = failure.base(store) + policy.recovery.longestGrace(terms)
    }
    return begins..<max(begins, ends)
  }

  private func flags(at moment: Moment) -> Set<SubscriptionFlag> {
    let facts = machine.facts
    let state = moment.phase.state
    var flags: Set<SubscriptionFlag> = []
    if environment != .production { flags.insert(.sandbox) }
    if facts.familyShared == true { flags.insert(.familyShared) }
    if machine.isRefundRequested { flags.insert(.refundRequested) }
    if isNotYetAsked, state != .superseded { flags.insert(.notYetAsked) }
    switch state {
    case .expired, .refunded, .superseded, .unknown: return flags
    case .pending, .active, .renewalPending, .grace, .hold, .paused, .canceled: break
    }
    if let offer = facts.offer {
      if offer.kind == .freeTrial {
        flags.insert(.trial)
      } else if offer.isIntroductory {
        flags.insert(.introductory)
      }
    }
    if facts.priceConsentPending == true { flags.insert(.priceConsentPending) }
    // What is not paid for yet cannot be acknowledged, and nothing is refunded.
    if facts.acknowledgementPending == true, state != .pending {
      flags.insert(.acknowledgementPending)
    }
    if facts.nextProduct != nil { flags.insert(.productChangePending) }
    if machine.isPausePending, state == .active { flags.insert(.pausePending) }
    if machine.isCancellationScheduled { flags.insert(.cancellationScheduled) }
    if state == .active, moment.period.failure != nil { flags.insert(.billingIssue) }
    let isCharged = state == .active || state == .renewalPending || state.isFailing
    if isCharged, !doubleBilling(at: moment.at, isFailing: state.isFailing).isEmpty {
      flags.insert(.doubleBillingRisk)
    }
    return flags
  }

  /// Returns the next instant at which time alone changes the status.
  private func nextChange(
    after now: Timestamp, _ moment: Moment, _ promptCase: PromptCase, _ decision: PromptDecision,
    _ policy: ChurnPolicy
  ) -> Timestamp? {
    var next: Timestamp?
    next.offer(moment.phase.to, after: now)
    // Before its beginning, the history answers with its first state, which is still to come.
    next.offer(moment.period.since, after: now)
    if moment.index + 1 < machine.periods.count {
      next.offer(machine.periods[moment.index + 1].since, after: now)
    }
    for risk in machine.doubleBilling {
      next.offer(risk.since, after: now)
      next.offer(risk.until, after: now)
    }
    if moment.phase.state == .hold, let doubt = unconfirmedHold(moment.period, policy) {
      for date in [doubt.lowerBound, doubt.upperBound] where date < .distantFuture {
        next.offer(date, after: now)
      }
    }
    next.offer(record.nextChange(after: now), after: now)
    // The schedule names every instant at which its answer can change; skip those without a change.
    var probe = now
    for _ in 0..<Self.probesMax {
      guard
        let candidate = PromptSchedule.nextChange(
          of: promptCase, policy: policy.prompts, after: probe)
      else { return next }
      if let next, candidate >= next { return next }
      if PromptSchedule.decide(promptCase, policy: policy.prompts, at: candidate) != decision {
        return candidate
      }
      probe = candidate
    }
    // Nothing changes up to this instant; callers look for later changes by computing the status
    // again.
    return probe
  }

  /// The number of instants of the schedule to examine before the status must be computed again.
  private static let probesMax = 256
}
