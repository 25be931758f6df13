extension Subscriber {
  /// Returns the summary of the subscriber for lists at an instant.
  public func summary(
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
      episodes: episodes(at: now, policy: policy))
    summary.planSource = plan?.source
    let monthly = monthly(at: status, policy: policy)
    (summary.mrr, summary.mrrBasis) = (monthly?.amount, monthly?.basis)
    return summary
  }
}
