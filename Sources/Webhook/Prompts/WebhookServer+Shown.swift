import EventLedger
import Hummingbird
import Intake
import StorePayloads
import SubscriptionCore

extension WebhookServer {
  /// Records that a prompt was shown; the record is durable before the answer, and a repeated
  /// request gets the same answer.
  func promptShown(
    _ request: Request, _ context: WebContext
  ) async throws(WebProblem) -> WebAnswer {
    let type = request.headers[.contentType]?.prefix { !"; \t".contains($0) }.lowercased()
    guard type == "application/json" else {
      throw WebProblem(.notJSON, "Send 'Content-Type: application/json'.", closes: true)
    }
    let result: Result<WebAnswer, WebProblem>
    do throws(BodyReader.Problem) {
      result = try await bodies.withBody(of: request, context) { body in
        do throws(WebProblem) {
          return .success(try await self.record(ShownRequest(body, at: self.parts.clock())))
        } catch {
          return .failure(error)
        }
      }
    } catch {
      switch error {
      case .tooLarge:
        throw WebProblem(
          .tooLarge, "A body has at most \(settings.limits.bodyMax) bytes.", closes: true)
      case .tooMany:
        throw WebProblem(.unavailable, "Too much is being received.", closes: true)
      case .malformed:
        throw WebProblem(
          .badRequest, "The body is not framed as HTTP/1.1 says, or comes in too many parts.",
          closes: true)
      case .broken:
        throw WebProblem(.tooSlow, "The body did not arrive whole and in time.", closes: true)
      }
    }
    return try result.get()
  }

  private func record(_ shown: ShownRequest) async throws(WebProblem) -> WebAnswer {
    let now = parts.clock()
    let records = try await subscriptions(of: shown, at: now).map { id in
      ActionRecord(
        kind: .promptShown, subscription: id, at: shown.at ?? now, recordedAt: now, source: .app,
        action: SubscriptionEvent.Action(actor: "app", step: shown.step),
        key: ActionRecord.key(shown.key, of: id))
    }
    let result: IntakeResult
    do throws(CommitQueueError) {
      result = try await parts.commitQueue.take(IngestBatch(records))
    } catch {
      throw WebProblem(.unavailable, detail(of: error))
    }
    let events = try await events(of: result)
    for event in events {
      let isOther =
        event.action?.step != shown.step || shown.at.map { $0 != event.effectiveAt } == true
      if isOther {
        throw WebProblem(
          .keyReused,
          "It was recorded for step \(event.action?.step ?? 0) at \(event.effectiveAt.rfc3339). "
            + "Use a new key for each showing.")
      }
    }
    return .json(["shown": .array(events.map(Self.shape))])
  }

  /// The subscriptions for which a shown prompt counts.
  private func subscriptions(
    of shown: ShownRequest, at now: Timestamp
  ) async throws(WebProblem) -> [SubscriptionID] {
    let found = try await ask { (ledger) throws(LedgerError) -> [SubscriptionID]? in
      switch shown.subject {
      case .subscription(let id): return try ledger.summary(id).map { [$0.id] }
      case .account(let account):
        let ids = try ledger.subscriptions(ofAnySpelling: account, limit: Self.subscriptionsMax)
        if ids.isEmpty { return nil }
        return try Self.concerned(ids, by: shown, at: now, in: ledger)
      }
    }
    guard let found else {
      throw WebProblem(.unknownSubscription, "No store and no import has named it yet.")
    }
    guard !found.isEmpty else {
      throw WebProblem(.nothingFailing, "There is no failing payment to show a prompt for.")
    }
    return found
  }

  /// The subscriptions that are failing, or for which the prompt is recorded already: a request
  /// that is repeated after the payment succeeded gets the same answer.
  private static func concerned(
    _ ids: [SubscriptionID], by shown: ShownRequest, at now: Timestamp, in ledger: any Ledger
  ) throws(LedgerError) -> [SubscriptionID] {
    var concerned: [SubscriptionID] = []
    for subscriber in try ledger.subscribers(counted(ids, in: ledger)) {
      let event = ActionRecord.id(ofKey: ActionRecord.key(shown.key, of: subscriber.id))
      var counts = subscriber.status(at: now, policy: ledger.policy).state.isFailing
      if !counts {
        counts = try ledger.events(of: subscriber.id).contains { $0.event.id == event }
      }
      if counts { concerned.append(subscriber.id) }
    }
    return concerned
  }

  /// The events at the positions of a result.
  private func events(
    of result: IntakeResult
  ) async throws(WebProblem) -> [SubscriptionEvent] {
    let positions = result.outcomes.compactMap { outcome -> LedgerPosition? in
      switch outcome {
      case .stored(let position), .duplicate(let position): position
      case .refused: nil
      }
    }
    return try await ask { (ledger) throws(LedgerError) in
      var events: [SubscriptionEvent] = []
      for position in positions { events += try ledger.entry(at: position)?.events ?? [] }
      return events
    }
  }

  private static func shape(_ event: SubscriptionEvent) -> JSON {
    [
      "subscription": JSON(event.subscription),
      "step": JSON(event.action?.step),
      "at": JSON(event.effectiveAt),
      "event": JSON(event.id),
    ]
  }
}
