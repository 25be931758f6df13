import SubscriptionCore

extension EpisodeRecord {
  /// Creates the record of an episode of a row.
  public init(_ episode: BillingEpisode, of summary: SubscriberSummary) {
    self.init(
      subscription: summary.id, store: summary.store, app: summary.app, account: summary.account,
      product: summary.product, country: summary.country, tags: summary.profile?.tags ?? [],
      episode: episode)
  }
}
