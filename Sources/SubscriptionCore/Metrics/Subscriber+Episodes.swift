// MARK: Billing episodes

extension Subscriber {
  /// Returns the failures to collect a renewal up to an instant, oldest first, with their outcomes.
  ///
  /// A failure announced for a future date is not an episode yet. Time closes an episode that the
  /// store left open: if the retries ended without a report, its outcome is that they ran out.
  public func episodes(at now: Timestamp, policy: ChurnPolicy) -> [BillingEpisode] {
    guard !machine.failures.isEmpty else { return [] }
    let terms = recoveryTerms(policy)
    return zip(machine.failures, machine.failedRenewals).compactMap { failure, renewal in
      guard failure.failedAt <= now else { return nil }
      var episode = episode(failure, at: now, policy, terms)
      describe(renewal, in: &episode, policy)
      let end = min(episode.endedAt ?? now, now)
      episode.prompts = record.shown.filter { failure.failedAt <= $0.at && $0.at <= end }
      return episode
    }
  }

  /// Adds the plan and the price of the failed renewal.
  private func describe(
    _ renewal: FailedRenewal, in episode: inout BillingEpisode, _ policy: ChurnPolicy
  ) {
    episode.isFirstPayment =
      renewal.isFirstPayment && !collected.isPayer(beforeTrialAt: episode.failedAt)
    (episode.price, episode.plan) = terms(of: renewal, at: episode.failedAt, policy)
    // The purchaser pays, whose own renewal counts.
    if isFamilyShared { episode.price?.micros = 0 }
  }

  /// Returns the price and the billing period of a failed renewal, as they were known before it was
  /// paid; the catalogue's where no store stated them.
  func terms(
    of renewal: FailedRenewal, at failedAt: Timestamp, _ policy: ChurnPolicy
  ) -> (price: Money?, plan: BillingPeriod?) {
    var (price, plan) = (renewal.price, renewal.plan)
    guard !policy.products.isEmpty, let product = renewal.product else { return (price, plan) }
    let key = ProductKey(store: store, app: app, product: product, basePlan: renewal.basePlan)
    plan = policy.products.period(of: key, at: failedAt)?.value ?? plan
    if price == nil, !renewal.isDiscounted {
      price = policy.products.price(of: key, country: country, at: failedAt)?.value
    }
    return (price, plan)
  }

  private func episode(
    _ failure: Failure, at now: Timestamp, _ policy: ChurnPolicy, _ terms: RecoveryTerms
  ) -> BillingEpisode {
    let dates = failure.dates(policy.recovery, terms)
    var episode = BillingEpisode(
      failedAt: failure.failedAt, enteredGrace: failure.hadGrace, graceEnds: dates.graceEnds,
      retryEnds: dates.retryEnds)
    let endedAt = failure.ending?.at ?? now
    if let holdAt = holdStart(of: failure, dates), holdAt < endedAt || failure.ending == nil,
      holdAt <= now
    {
      episode.holdStartedAt = holdAt
    }
    guard let ending = failure.ending, ending.at <= now else {
      if let moment = moment(at: now, policy), moment.phase.state == .expired {
        (episode.outcome, episode.endedAt) = (.ranOut, moment.since)
      }
      return episode
    }
    episode.endedAt = ending.at
    episode.outcome = outcome(of: ending, lostAccess: episode.holdStartedAt != nil)
    if episode.isRecovered {
      episode.renewalDateKept = keptDate(failure, ending, inGrace: episode.holdStartedAt == nil)
    }
    return episode
  }

  /// Returns the instant at which access was lost: as reported, or the latest end of grace; a
  /// projected end does not count if the store reported that the renewal was paid in grace.
  private func holdStart(of failure: Failure, _ dates: FailureDates) -> Timestamp? {
    if failure.hadGrace, failure.graceEnds == nil, failure.ending?.isToldInGrace == true {
      return failure.holdToldAt
    }
    guard failure.hadGrace, let told = failure.holdToldAt else { return dates.accessEnds }
    return min(told, dates.accessEnds)
  }

  private func outcome(
    of ending: Failure.Ending, lostAccess: Bool
  ) -> BillingEpisode.Outcome {
    switch ending.state {
    case .active, .renewalPending, .pending, .unknown:
      guard ending.isPaid else { return .superseded }
      return lostAccess ? .recoveredInHold : .recoveredInGrace
    case .canceled, .expired:
      return ending.reason == .voluntary || ending.reason == .developer ? .canceledByUser : .ranOut
    case .refunded: return .refunded
    // Paused instead of paid: no cancellation, and nothing is over.
    case .superseded, .paused: return .superseded
    case .grace, .hold: return .open
    }
  }

  /// Returns whether the billing date was kept: by the dates if they and the period of that time
  /// are known, otherwise by the stores' rule (kept in grace, new after it).
  private func keptDate(_ failure: Failure, _ ending: Failure.Ending, inGrace: Bool) -> Bool {
    guard let plan = ending.period, let old = failure.paidThrough,
      let new = ending.paidThrough, new > old
    else { return inGrace }
    let kept = new.distance(to: plan.after(old))
    // Out of hold the date of a payment may be that of its report, so its period proves little.
    return kept <= .days(1) || inGrace && kept < new.distance(to: plan.after(ending.at))
  }
}
