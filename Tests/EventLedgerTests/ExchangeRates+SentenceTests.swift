import EventLedger
import SubscriptionCore
import Testing

struct ExchangeRatesSentenceTests {
  private let rates = ExchangeRates(
    currency: "EUR", date: CivilDate(year: 2026, month: 11, day: 20),
    rates: ["USD": 1_083_400_000, "JPY": 162_500_000_000])

  @Test(arguments: [
    ([], ""), (["EUR", "USD", "JPY"], ""),
    (["KRW", "USD"], " There is no rate for KRW, whose amounts stay in their own currency."),
    (
      ["KRW", "EUR", "CNY", "BRL", "KRW"],
      " There is no rate for BRL, CNY and KRW, whose amounts stay in their own currency."
    ),
  ])
  func `currencies without a rate are named`(_ currencies: [String], _ words: String) {
    #expect(rates.sentence(about: currencies) == rates.sentence + words)
  }
}
