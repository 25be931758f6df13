import EventLedger
import Intake
import Logging
import StorePayloads
import StoreSync
import SubscriptionCore

extension WebhookServer {
  /// Stores a message that was pulled from a subscription like one that was pushed, and returns
  /// whether it is in the ledger or its quarantine, so that it may be acknowledged.
  ///
  /// Pub/Sub answers only the app's own service account, so there is no sender to authenticate; a
  /// message about an app that the subscription is not configured for is refused all the same.
  public func takePulled(
    _ envelope: [UInt8], from subscription: String, about packages: Set<AppID>
  ) async -> Bool {
    let server = newest
    let (outcome, isKept) = await server.pulled(envelope, from: subscription, about: packages)
    server.parts.metrics.count(.deliveries, Store.googlePlay.rawValue, outcome.rawValue)
    if outcome.status != 200 { server.tellRefusal(outcome, .googlePlay) }
    return isKept
  }

  private func pulled(
    _ envelope: [UInt8], from subscription: String, about packages: Set<AppID>
  ) async -> (DeliveryOutcome, isKept: Bool) {
    let now = parts.clock()
    let rtdn: RTDNotification
    do throws(Refusal) {
      rtdn = try RTDNotification(pushed: envelope)
    } catch {
      return await keep(error, from: subscription, now: now)
    }
    guard packages.contains(rtdn.package), let answerer = parts.rtdns[rtdn.package] else {
      let apps = Dictionary(uniqueKeysWithValues: packages.map { ($0, AppTrust()) })
      let intake = Intake(ledger: parts.ledger, trust: TrustPolicy(mode: .signed, apps: apps))
      let read = intake.readDocuments(
        [IncomingDocument(bytes: envelope[...])], origin: subscription, now: now)
      guard let refusal = read.refusals.first else { return (.otherApp, false) }
      return await keep(refusal, from: subscription, now: now)
    }
    let (outcome, _) = await enrich(rtdn, by: answerer, receivedAt: now)
    return (outcome, outcome.status == 200)
  }

  /// Quarantines a refused message and waits until it is stored, because it is not delivered again.
  private func keep(
    _ refusal: Refusal, from subscription: String, now: Timestamp
  ) async -> (DeliveryOutcome, isKept: Bool) {
    let entry = RefusedEntry(refusal, receivedAt: now, origin: subscription)
    let most = parts.commitQueue.limits.quarantineMax
    do throws(LedgerError) {
      let isKept = try await readPool.ask { (ledger) throws(LedgerError) in
        guard try ledger.refusedCount() < most else { return false }
        try ledger.refuse([entry])
        return true
      }
      if !isKept {
        parts.errors.tell(
          .error, "a message of \(subscription) is refused, and the quarantine is full")
      }
      return (DeliveryOutcome(refusal), isKept)
    } catch {
      parts.errors.tell(.error, "a refused message cannot be kept: \(error)")
      return (.ledgerUnavailable, false)
    }
  }
}
