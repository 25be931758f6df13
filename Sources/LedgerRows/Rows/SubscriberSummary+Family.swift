import EventLedger
import SubscriptionCore

extension SubscriberSummary {
  /// The family of the row; `nil` without an account.
  public var family: CustomerPurchases? {
    guard let account, !account.rawValue.isEmpty else { return nil }
    return CustomerPurchases(
      account: account, store: store, app: Filter.foldCase(app?.rawValue ?? ""))
  }
}

extension SubscriberProjection {
  /// The episodes that figures count: those of production.
  public var countedEpisodes: [BillingEpisode] { summary.countedEpisodes }
}
