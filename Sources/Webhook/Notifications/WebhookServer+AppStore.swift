import Hummingbird
import Intake
import Logging
import StorePayloads
import StoreSync
import SubscriptionCore

extension WebhookServer {
  /// Handles a notification of the App Store: it is verified, stored, and only then answered.
  func appStoreNotification(_ request: Request, _ context: WebContext) async -> WebAnswer {
    await answer(request, context, by: .appStoreNotification, from: .appStore) { body in
      await self.takeNotification(body)
    }
  }

  private func takeNotification(_ body: [UInt8]) async -> (DeliveryOutcome, String) {
    let (now, origin) = (parts.clock(), WebRoute.appStoreNotification.origin)
    let delivery = appStore.readNotification(
      body[...], origin: origin, now: now,
      keepsRefused: parts.commitQueue.hasRoom(forRefused: origin))
    if let refusal = delivery.refusals.first {
      let outcome = DeliveryOutcome(refusal)
      // A delivery that the store retries is not quarantined.
      if outcome.status < 500 { parts.commitQueue.quarantine(delivery) }
      return (outcome, refusal.sentence)
    }
    do throws(CommitQueueError) {
      return outcome(of: try await parts.commitQueue.take(delivery), .appStore)
    } catch {
      return (DeliveryOutcome(error), detail(of: error))
    }
  }
}

extension WebhookServer {
  /// Reads the body of a delivery, and answers with the outcome of taking it.
  func answer(
    _ request: Request, _ context: WebContext, by route: WebRoute, from store: Store,
    _ take: ([UInt8]) async -> (DeliveryOutcome, String)
  ) async -> WebAnswer {
    do throws(BodyReader.Problem) {
      return try await bodies.withBody(of: request, context) { body in
        let (outcome, detail) = await take(body)
        self.note(outcome, by: route, of: request, context)
        return self.answer(outcome, store, detail)
      }
    } catch {
      return refusal(of: error, from: store)
    }
  }

  /// The outcome of a stored delivery, with a detail.
  func outcome(of result: IntakeResult, _ store: Store) -> (DeliveryOutcome, String) {
    guard let outcome = DeliveryOutcome(result) else {
      return (.notUnderstood, result.refusals.first?.reason ?? "There was nothing in it.")
    }
    if outcome != .duplicate {
      parts.metrics.set(.lastHeard, store.rawValue, to: parts.clock().milliseconds / 1_000)
    }
    return (outcome, "")
  }

  func answer(
    _ outcome: DeliveryOutcome, _ store: Store, _ detail: String, closes: Bool = false,
    retryAfter: Duration? = nil
  ) -> WebAnswer {
    parts.metrics.count(.deliveries, store.rawValue, outcome.rawValue)
    if outcome.status == 200 { return .json(["outcome": .string(outcome.rawValue)]) }
    tellRefusal(outcome, store)
    return WebProblem(outcome, detail, closes: closes, retryAfter: retryAfter).answer
  }

  /// Logs that a delivery was not stored, with nothing that a client sent.
  ///
  /// A warning comes once a minute for each outcome, and each delivery at the level debug.
  func tellRefusal(_ outcome: DeliveryOutcome, _ store: Store) {
    if let advice = outcome.advice {
      parts.errors.tell(
        .warning, "\(store.rawValue): a delivery is refused (\(outcome.rawValue)): \(advice)")
    }
    parts.logger.debug(
      "a delivery is refused",
      metadata: ["store": "\(store.rawValue)", "outcome": "\(outcome.rawValue)"])
  }

  /// The answer to a delivery whose body was not read.
  func refusal(of problem: BodyReader.Problem, from store: Store) -> WebAnswer {
    switch problem {
    case .tooLarge:
      answer(
        .tooLarge, store, "A notification has at most \(settings.limits.bodyMax) bytes.",
        closes: true)
    case .tooMany:
      answer(.queueFull, store, "Too much is being received. Send it again.", closes: true)
    case .malformed:
      answer(
        .notUnderstood, store,
        "The body is not framed as HTTP/1.1 says, or comes in too many parts.", closes: true)
    case .broken:
      answer(
        .tooSlow, store, "The body did not arrive whole and in time. Send it again.", closes: true)
    }
  }

  /// The detail for a store whose delivery was rejected, which says nothing about this machine.
  func detail(of error: CommitQueueError) -> String {
    switch error {
    case .full, .closing: return error.description
    case .ledger(let error):
      parts.errors.tell(.error, "a delivery cannot be stored: \(error)")
      return "The ledger is not available. Send it again in half a minute."
    }
  }
}

extension Refusal {
  /// The fact for the sender, with the field that it is about.
  var sentence: String { field.isEmpty ? error.fact : "\(field): \(error.fact)" }
}

extension WebRoute {
  /// The origin of the route's payloads in the quarantine.
  var origin: String { "\(method.rawValue) \(path)" }
}
