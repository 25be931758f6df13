extension Subscriber {
  /// The line that stands for the subscriber in lists.
  public func summary(
    at now: Timestamp, policy: ChurnPolicy, profile: AccountProfile?
  ) -> SubscriberSummary {
    SubscriberSummary(
      id: id, store: store, environment: environment, app: app, account: account,
      profile: profile, product: product, plan: plan, price: price, country: country,
      standing: standing(at: now, policy: policy), claimedBy: claimedBy(at: now),
      snoozedUntil: snoozedUntil(at: now), anomalyCount: anomalyCount(at: now, policy: policy),
      refreshRequestedAt: refreshRequestedAt, lastEventAt: lastEventAt)
  }
}
