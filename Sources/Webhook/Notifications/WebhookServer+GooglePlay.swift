import EventLedger
import Hummingbird
import Intake
import StorePayloads
import StoreSync
import SubscriptionCore

extension WebhookServer {
  /// Handles a push of Pub/Sub: the sender is authenticated before the body is read, the purchase
  /// that the notification names is requested from Google Play, and both are stored before the
  /// answer.
  func googlePlayNotification(_ request: Request, _ context: WebContext) async -> WebAnswer {
    let packages: Set<AppID>
    do throws(PushTokenProblem) {
      packages = try await pushTokens.verify(
        authorization: request.headers[.authorization], at: parts.clock())
    } catch {
      let outcome: DeliveryOutcome =
        error == .keysUnavailable ? .senderUncheckable : .senderUnproven
      if error == .signature { noteForgery(client(of: request, context)) }
      return answer(outcome, .googlePlay, error.detail, closes: true)
    }
    return await answer(request, context, by: .googlePlayNotification, from: .googlePlay) { body in
      await self.handleRTDNotification(body, about: packages)
    }
  }

  /// Stores a notification about one of the apps that its sender may push about.
  private func handleRTDNotification(
    _ body: [UInt8], about packages: Set<AppID>
  ) async -> (DeliveryOutcome, String) {
    let now = parts.clock()
    let rtdn: RTDNotification
    do throws(Refusal) {
      rtdn = try RTDNotification(pushed: body)
    } catch {
      return refuse(body, now: now)
    }
    guard let answerer = parts.rtdns[rtdn.package] else { return refuse(body, now: now) }
    guard packages.contains(rtdn.package) else {
      return (.otherApp, "The sender of this push may not push about \(rtdn.package).")
    }
    return await enrich(rtdn, by: answerer, receivedAt: now)
  }

  /// Stores a notification with what Google Play answers about it, unless too many wait for that.
  func enrich(
    _ rtdn: RTDNotification, by answerer: any NotificationEnricher, receivedAt now: Timestamp
  ) async -> (DeliveryOutcome, String) {
    guard beginEnrichment() else {
      return (.queueFull, "Too many notifications wait. Send it again.")
    }
    defer { endEnrichment() }
    do throws(LedgerError) {
      return outcome(of: try await answerer.answer(rtdn, receivedAt: now), .googlePlay)
    } catch {
      return (.ledgerUnavailable, detail(of: .ledger(error)))
    }
  }

  /// Refuses a body that is not a notification, or is about another app, with the reason.
  private func refuse(_ body: [UInt8], now: Timestamp) -> (DeliveryOutcome, String) {
    let delivery = googlePlay.readNotification(
      body[...], from: .googlePlay, origin: WebRoute.googlePlayNotification.origin, now: now)
    parts.commitQueue.quarantine(delivery)
    guard let refusal = delivery.refusals.first else {
      return (.notUnderstood, "It is not a push request of Pub/Sub.")
    }
    return (DeliveryOutcome(refusal), refusal.sentence)
  }
}
