import EventLedger
import StoreSync
import SubscriptionCore

extension WebhookServer {
  /// How many of the latest events are looked through.
  static let recalledEvents = 5_000

  /// Sets when each store was last heard to what the ledger knows of the time before this process.
  ///
  /// What is not among the latest events stays untold, as is a ledger that cannot be read.
  func recallLastHeard() async {
    let heard = try? await desk.ask { (ledger) throws(LedgerError) in
      try Self.lastHeard(in: ledger)
    }
    for (store, instant) in heard ?? [:] {
      parts.metrics.raise(.lastHeard, store.rawValue, to: instant.milliseconds / 1_000)
    }
  }

  private static func lastHeard(
    in ledger: any Ledger
  ) throws(LedgerError) -> [Store: Timestamp] {
    var heard: [Store: Timestamp] = [:]
    var query = EventQuery(limit: 500)
    var looked = 0
    while looked < recalledEvents, heard.count < Store.allCases.count {
      let page = try ledger.recentEvents(query)
      guard let last = page.last else { break }
      for found in page {
        let event = found.event
        switch event.source {
        case .appStoreNotification, .googlePlayNotification:
          if let store = event.source.store {
            heard[store] = max(heard[store] ?? event.recordedAt, event.recordedAt)
          }
        case .appStoreNotificationV1, .appStoreServerAPI, .appStoreReceipt,
          .googlePlaySubscription, .googlePlaySubscriptionV1, .googlePlayVoidedPurchase,
          .operatorAction, .app:
          break
        }
      }
      looked += page.count
      query.before = last.position
    }
    return heard
  }
}
