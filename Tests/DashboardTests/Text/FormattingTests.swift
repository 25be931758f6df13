import SubscriptionCore
import Testing

@testable import Dashboard

struct FormattingTests {
  @Test(arguments: [
    ("EUR", 2_140_889_999 as Int64, "2,140.89 EUR"), ("JPY", 790_000_000, "790 JPY"),
    ("KRW", 14_900_000_000, "14,900 KRW"), ("USD", -1_500_000, "-1.50 USD"),
  ])
  func `amounts have the digits that their currency uses`(
    _ currency: String, _ micros: Int64, _ text: String
  ) {
    #expect(Formatting.worth([Money(micros: micros, currency: currency)]) == text)
  }

  @Test(arguments: [
    (16, "1,234,567.89 EUR"), (15, "1,234,568 EUR"), (13, "1,234,568 EUR"), (0, "1,234,567.89 EUR"),
  ])
  func `an amount too long for its column loses its fraction`(_ width: Int, _ text: String) {
    let amount = Money(micros: 1_234_567_890_000, currency: "EUR")
    #expect(Formatting.worth([amount], width: width) == text)
    let both = Formatting.worth([amount, Money(micros: 9_000_000, currency: "JPY")], width: 16)
    #expect(both == "1,234,568 EUR +1")
    let loss = Money(micros: -1_234_567_500_000, currency: "EUR")
    #expect(Formatting.worth([loss], width: 14) == "-1,234,568 EUR")
  }

  @Test(arguments: [
    ("VND", 1_234_567_890_000_000 as Int64, 14, "1.23bn VND"),
    ("VND", 1_234_567_890_000_000, 17, "1,234,567,890 VND"),
    ("JPY", 1_024_146_000_000, 12, "1.02M JPY"), ("KRW", 12_555_702_000_000, 12, "12.6M KRW"),
    ("IDR", -345_678_901_000_000, 12, "-346M IDR"), ("EUR", 99_960_000_000, 8, "100k EUR"),
    ("EUR", 12_345_670_000, 9, "12.3k EUR"), ("EUR", 999_990_000, 6, "1,000 EUR"),
  ])
  func `an amount too long for its column is abbreviated rather than cut off`(
    _ currency: String, _ micros: Int64, _ width: Int, _ text: String
  ) {
    let amount = Money(micros: micros, currency: currency)
    #expect(Formatting.worth([amount], width: width) == text)
    let others = (0..<6).map { Money(micros: micros, currency: $0 == 0 ? currency : "X0\($0)") }
    #expect(Formatting.worth(others, width: width + 3) == text + " +5")
  }

  @Test(arguments: [
    (30, "kawaraban.premium.monthly"), (20, "…premium.monthly"), (14, "…monthly"),
    (5, "monthly"),
  ])
  func `a product keeps its last parts`(_ width: Int, _ text: String) {
    #expect(
      DashboardView.shortProduct("kawaraban.premium.monthly", width: width, ellipsis: "…") == text)
  }

  @Test(arguments: [
    (0, "5.00 EUR +5 cur."), (15, "5.00 EUR +5"), (16, "5.00 EUR +5 cur."),
    (24, "5.00 EUR +5 cur."), (25, "5.00 EUR and 5 currencies"),
    (31, "5.00 EUR and 5 currencies"), (32, "5.00 EUR, 9 JPY and 4 currencies"),
    (55, "5.00 EUR, 9 JPY, 8 KRW, 7.00 CNY, 6.00 BRL, 4.00 USD"),
  ])
  func `amounts in several currencies are told as far as they fit`(_ width: Int, _ text: String) {
    let amounts = [
      Money(micros: 5_000_000, currency: "EUR"), Money(micros: 9_000_000, currency: "JPY"),
      Money(micros: 8_000_000, currency: "KRW"), Money(micros: 7_000_000, currency: "CNY"),
      Money(micros: 6_000_000, currency: "BRL"), Money(micros: 4_000_000, currency: "USD"),
    ]
    #expect(Formatting.worth(amounts, width: width) == text)
    #expect(Formatting.worth([], width: width) == nil)
    #expect(Formatting.worth([amounts[0]], width: 0) == "5.00 EUR")
  }
}
