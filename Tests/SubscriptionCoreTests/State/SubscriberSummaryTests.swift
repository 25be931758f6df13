import SubscriptionCore
import Testing

/// What a row of a list says of money.
struct SubscriberSummaryTests {
  private func row(_ state: SubscriptionState) -> SubscriberSummary {
    let status = SubscriptionStatus(
      state: state, stateSince: .epoch, access: Access(granted: false, until: nil),
      prompt: PromptDecision(verdict: .withheld(.notFailing)))
    return SubscriberSummary(
      id: "as_1", store: .appStore, environment: .production, product: "pro", plan: .monthly,
      price: Money(micros: 4_990_000, currency: "EUR"), status: status, lastEventAt: .epoch)
  }

  @Test(arguments: SubscriptionState.allCases)
  func `what is over brings nothing by the month`(state: SubscriptionState) {
    let isOver = [.expired, .refunded, .superseded].contains(state)
    #expect(state.isOver == isOver)
    #expect((row(state).mrr == nil) == isOver)
    #expect(row(state).price != nil)
  }
}
