import SubscriptionCore
import Testing

@Suite struct `A free period` {
  /// The row of who has a free February, with or without a paid January before it, and whose
  /// payment for March is made or fails.
  private func row(paidBefore: Bool, fails: Bool) throws -> SubscriberProjection {
    let amount = Money(micros: 4_990_000, currency: "USD")
    var story = Story(.appStore)
    func tell(
      _ kind: EventKind, _ name: String, _ day: String, to end: String, isFree: Bool = false,
      stated: String? = nil, _ change: (inout StoreFacts) -> Void = { _ in }
    ) {
      story.tell(kind, stated ?? day) {
        ($0.originalTransactionID, $0.transactionID) = ("t1", name)
        ($0.purchasedAt, $0.expiresAt, $0.autoRenew) = (at(day), at(end), true)
        $0.price = isFree ? Money(micros: 0, currency: "USD") : amount
        $0.offer = isFree ? Offer(kind: .freeTrial, isIntroductory: !paidBefore) : nil
        change(&$0)
      }
    }
    if paidBefore { tell(.purchased, "t1", "2023-01-01", to: "2023-02-01") }
    let free = paidBefore ? "t2" : "t1"
    tell(
      paidBefore ? .renewed : .purchased, free, "2023-02-01", to: "2023-03-01", isFree: true)
    if fails {
      tell(
        .billingFailed, free, "2023-02-01", to: "2023-03-01", isFree: true, stated: "2023-03-01"
      ) {
        ($0.status, $0.inBillingRetry, $0.renewalPrice) = (.hold, true, amount)
      }
    } else {
      tell(.renewed, "t3", "2023-03-01", to: "2023-04-01")
    }
    return SubscriberProjection(
      of: try story.subscriber(), at: at("2023-03-10"), policy: .standard, profile: nil)
  }

  @Test func `is a trial of who never paid, and none of a payer`() throws {
    #expect(try row(paidBefore: false, fails: true).episodes.map(\.isFirstPayment) == [true])
    #expect(try row(paidBefore: true, fails: true).episodes.map(\.isFirstPayment) == [false])
    #expect(try row(paidBefore: false, fails: false).days.firstPayments.count == 1)
    #expect(try row(paidBefore: true, fails: false).days.firstPayments == [])
  }
}
