extension Subscriber {
  /// Returns the summary of the subscriber for lists at an instant.
  public func summary(
    at now: Timestamp, policy: ChurnPolicy, profile: AccountProfile?
  ) -> SubscriberSummary {
    SubscriberProjection(of: self, at: now, policy: policy, profile: profile).summary
  }

  /// Returns the summary without the ends and the refunds of the past.
  func present(
    at now: Timestamp, policy: ChurnPolicy, profile: AccountProfile?
  ) -> SubscriberSummary {
    let plan = provenPlan(policy)
    let status = status(at: now, policy: policy)
    var summary = SubscriberSummary(
      id: id, store: store, environment: environment, app: app, account: account,
      profile: profile, product: product, plan: plan?.period, price: price(policy),
      country: country,
      status: status, claimedBy: claimedBy(at: now),
      snoozedUntil: snoozedUntil(at: now), anomalyCount: anomalyCount(at: now, policy: policy),
      refreshRequestedAt: refreshRequestedAt, lastEventAt: lastEventAt,
      episodes: isFamilyShared ? [] : episodes(at: now, policy: policy))
    summary.planSource = plan?.source
    let monthly = monthly(at: status, policy: policy)
    (summary.mrr, summary.mrrBasis) = (monthly?.amount, monthly?.basis)
    if let ends = revenueEnds(status), ends <= now { summary.mrr?.micros = 0 }
    return summary
  }

  /// Returns the instant from which a subscription whose renewal no store has reported brings no
  /// revenue; `nil` in any other state.
  ///
  /// It has most likely ended: every try is over by then, and every report of it delivered.
  func revenueEnds(_ status: SubscriptionStatus) -> Timestamp? {
    guard status.state == .renewalPending else { return nil }
    let over = (status.paidThrough ?? status.stateSince) + RecoveryPolicy.longestTries
    return lastEventAt < over ? over + RecoveryPolicy.deliveryTail : nil
  }
}
