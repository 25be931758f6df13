import EventLedger
import Intake
import StorePayloads
import Testing

@testable import Webhook

@Suite struct DeliveryOutcomeTests {
  @Test(
    arguments: zip(
      DeliveryOutcome.allCases,
      [
        200, 200, 200, 400, 401, 403, 403, 413, 408, 503, 429, 503, 503, 503,
      ]))
  func `each outcome has its status`(_ outcome: DeliveryOutcome, _ status: Int) {
    #expect(outcome.status == status)
    let answer = WebProblem(
      outcome, "detail", retryAfter: outcome == .shutOut ? .milliseconds(61_001) : nil
    ).answer
    #expect(answer.status == status)
    let pause = answer.fields.first { $0.name == "Retry-After" }?.value
    #expect(pause == [429: "62", 503: "30"][status])
    #expect(answer.fields.contains { $0.name == "WWW-Authenticate" } == (status == 401))
  }

  @Test(arguments: [
    (CommitQueueError.full, DeliveryOutcome.queueFull), (.closing, .stopping),
    (.ledger(.busy(location: "/l")), .ledgerUnavailable),
    (.ledger(.failed(location: "/l", detail: "x")), .ledgerUnavailable),
  ])
  func `what the door turns away comes again`(_ error: CommitQueueError, _ outcome: DeliveryOutcome)
  {
    #expect(DeliveryOutcome(error) == outcome)
    #expect(outcome.status == 503)
  }
}
