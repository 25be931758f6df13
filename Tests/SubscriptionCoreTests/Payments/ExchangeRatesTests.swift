import SubscriptionCore
import Testing

struct ExchangeRatesTests {
  private let rates = ExchangeRates(
    currency: "EUR", date: CivilDate(year: 2026, month: 11, day: 20),
    rates: ["USD": 1_083_400_000, "JPY": 162_500_000_000, "ZZZ": 0])

  @Test(
    arguments: [
      ("1.0834", 1_083_400_000), ("162.5", 162_500_000_000), ("1", 1_000_000_000),
      ("0.000000001", 1),
    ] as [(String, Int64)])
  func `rates are exact to the billionth`(text: String, billionths: Int64) {
    #expect(ExchangeRates.rate(text) == billionths)
  }

  @Test(arguments: [
    "", "0", "-1", "1,08", "1e3", "1.", ".5", "1.0000000001", "1234567890", "1.2.3",
  ])
  func `other texts are no rates`(text: String) { #expect(ExchangeRates.rate(text) == nil) }

  @Test func `amounts are rounded half away from zero to the millionth`() {
    #expect(
      rates.converted(Money(micros: 10_834_000, currency: "USD"))
        == Money(micros: 10_000_000, currency: "EUR"))
    // 1 / 1.0834 = 0.92302...
    #expect(rates.converted(Money(micros: 1, currency: "USD"))?.micros == 1)
    #expect(rates.converted(Money(micros: -480_000_000, currency: "JPY"))?.micros == -2_953_846)
    #expect(rates.converted(Money(micros: 7, currency: "EUR"))?.micros == 7)
    #expect(rates.converted(Money(micros: 7, currency: "ZZZ")) == nil)
  }

  @Test func `an amount beyond 64 bits has no value instead of a wrong one`() {
    let tiny = ExchangeRates(
      currency: "EUR", date: CivilDate(year: 2026, month: 1, day: 1), rates: ["USD": 1])
    #expect(tiny.converted(Money(micros: .max, currency: "USD")) == nil)
  }

  @Test(
    arguments: [
      ("JPY", "0.0067", ["JPY"]), ("JPY", "149", []), ("JPY", "14", []), ("EUR", "1.16", []),
      ("XAU", "0.0003", []),
    ] as [(String, String, [String])])
  func `a rate that is the wrong way round is found`(
    code: String, rate: String, found: [String]
  ) throws {
    let read = ExchangeRates(
      currency: "USD", date: rates.date, rates: [code: try #require(ExchangeRates.rate(rate))])
    #expect(read.turnedRound(comparedWith: rates) == found)
  }

  @Test func `rates of another base are brought to the report currency`() {
    let dollars = ExchangeRates(
      currency: "EUR", date: CivilDate(year: 2026, month: 1, day: 1),
      rates: ["USD": 1_000_000_000, "EUR": 920_000_000, "JPY": 150_000_000_000])
    #expect(dollars.converted(Money(micros: 153_790_000, currency: "USD"))?.text == "141.49 EUR")
    #expect(dollars.converted(Money(micros: 10_020_000_000, currency: "JPY"))?.text == "61.46 EUR")
    #expect(dollars.converted(Money(micros: 7, currency: "EUR"))?.micros == 7)
  }

  @Test func `amounts without a rate stay beside the sum`() {
    let sums = ["USD": Int64(10_834_000), "EUR": 1_000_000, "KRW": 5, "BRL": 6]
    #expect(
      rates.converted(sums) == [
        Money(micros: 11_000_000, currency: "EUR"), Money(micros: 6, currency: "BRL"),
        Money(micros: 5, currency: "KRW"),
      ])
  }
}
