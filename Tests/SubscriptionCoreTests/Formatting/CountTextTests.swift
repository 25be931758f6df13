import SubscriptionCore
import Testing

struct CountTextTests {
  @Test(arguments: [
    (0, "0"), (12, "12"), (999, "999"), (1_000, "1,000"), (-1_000, "-1,000"),
    (1_234_567, "1,234,567"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `a count has commas between the thousands`(_ value: Int, _ text: String) {
    #expect(CountText.grouped(value) == text)
  }

  @Test(arguments: [
    (5_616_500_000 as Int64, "KRW", "5,617"), (5_616_499_999, "KRW", "5,616"),
    (1_204_500_000, "EUR", "1,204.50"), (-1_204_995_000, "EUR", "-1,205.00"),
    (1_234_500, "KWD", "1.235"), (-4_000, "USD", "0.00"), (50_000, "USD", "0.05"),
    (.max, "JPY", "9,223,372,036,855"), (.min, "USD", "-9,223,372,036,854.78"),
  ])
  func `an amount is rounded to the minor unit of its currency`(
    _ micros: Int64, _ currency: String, _ text: String
  ) {
    #expect(Money(micros: micros, currency: currency).grouped == text)
    #expect(Money(micros: micros, currency: currency).text == text + " " + currency)
  }
}
