import SubscriptionCore
import Testing

@testable import Dashboard

struct FormattingTests {
  @Test(arguments: [
    ("EUR", 2_140_889_999 as Int64, "EUR 2,140.89"), ("JPY", 790_000_000, "JPY 790"),
    ("KRW", 14_900_000_000, "KRW 14,900"), ("USD", -1_500_000, "USD -1.50"),
  ])
  func `amounts have the digits that their currency uses`(
    _ currency: String, _ micros: Int64, _ text: String
  ) {
    #expect(Formatting.money(Money(micros: micros, currency: currency)) == text)
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
    (0, "EUR 5.00 +5 cur."), (15, "EUR 5.00 +5"), (16, "EUR 5.00 +5 cur."),
    (24, "EUR 5.00 +5 cur."), (25, "EUR 5.00 and 5 currencies"),
    (31, "EUR 5.00 and 5 currencies"), (32, "EUR 5.00, JPY 9 and 4 currencies"),
    (55, "EUR 5.00, JPY 9, KRW 8, CNY 7.00, BRL 6.00, USD 4.00"),
  ])
  func `amounts in several currencies are told as far as they fit`(_ width: Int, _ text: String) {
    let amounts = [
      Money(micros: 5_000_000, currency: "EUR"), Money(micros: 9_000_000, currency: "JPY"),
      Money(micros: 8_000_000, currency: "KRW"), Money(micros: 7_000_000, currency: "CNY"),
      Money(micros: 6_000_000, currency: "BRL"), Money(micros: 4_000_000, currency: "USD"),
    ]
    #expect(Formatting.worth(amounts, width: width) == text)
    #expect(Formatting.worth([], width: width) == nil)
    #expect(Formatting.worth([amounts[0]], width: 0) == "EUR 5.00")
  }
}
