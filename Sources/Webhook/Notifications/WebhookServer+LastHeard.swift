import EventLedger
import Foundation
import StoreSync
import SubscriptionCore

extension WebhookServer {
  /// The number of the latest events that are searched.
  static let recalledEvents = 5_000

  /// Sets the metric of each store's last delivery from the ledger's latest events.
  ///
  /// A configured store without an event among them keeps the value 0, so that a rule sees it.
  func recallLastHeard() async {
    let now = parts.clock()
    let heard = try? await readPool.ask { (ledger) throws(LedgerError) in
      try Self.lastHeard(in: ledger, at: now)
    }
    for (store, instant) in heard ?? [:] {
      parts.metrics.raise(.lastHeard, store.rawValue, to: instant.milliseconds / 1_000)
    }
  }

  /// Begins the metrics of each configured store with 0, unless they have a value.
  func noteConfiguredStores() {
    let configured: [(WebRoute, Bool)] = [
      (.appStoreNotification, !settings.appStoreApps.isEmpty),
      (.googlePlayNotification, !parts.rtdns.isEmpty),
    ]
    for (route, isConfigured) in configured where isConfigured {
      guard let store = route.store else { continue }
      parts.metrics.raise(.lastHeard, store.rawValue, to: 0)
      parts.metrics.count(.quarantineOmitted, route.origin, by: 0)
      for outcome in DeliveryOutcome.allCases {
        parts.metrics.count(.deliveries, store.rawValue, outcome.rawValue, by: 0)
      }
    }
  }

  /// The latest delivery of each store among the ledger's latest events.
  ///
  /// A notification that was read from the App Store's history was not delivered: a server to
  /// which no store posts would otherwise seem to hear of it. Nor does a delivery count that a
  /// clock ahead has dated later than the present, which would hide a silence until that date.
  static func lastHeard(
    in ledger: any Ledger, at now: Timestamp
  ) throws(LedgerError) -> [Store: Timestamp] {
    var heard: [Store: Timestamp] = [:]
    var query = EventQuery(limit: 500)
    var looked = 0
    while looked < recalledEvents, heard.count < Store.allCases.count {
      let page = try ledger.recentEvents(query)
      guard let last = page.last else { break }
      for found in page {
        let event = found.event
        guard event.recordedAt <= now else { continue }
        switch event.source {
        case .appStoreNotification, .googlePlayNotification:
          if let store = event.source.store, event.recordedAt > heard[store] ?? .distantPast,
            try !isFromHistory(found, in: ledger)
          {
            heard[store] = event.recordedAt
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
  /// A Boolean value that indicates whether an event's payload is an item of a notification
  /// history, which has the times of its deliveries beside it ("notificationHistoryResponseItem",
  /// <https://developer.apple.com/documentation/appstoreserverapi>).
  private static func isFromHistory(
    _ found: LedgerEvent, in ledger: any Ledger
  ) throws(LedgerError) -> Bool {
    guard found.event.source == .appStoreNotification,
      let entry = try ledger.entry(at: found.position)
    else { return false }
    return Data(entry.raw).range(of: Data("\"sendAttempts\"".utf8)) != nil
  }
}
