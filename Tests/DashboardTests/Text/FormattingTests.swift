import SubscriptionCore
import Testing

@testable import Dashboard

struct FormattingTests {
  @Test(arguments: [
    ("EUR", 2_140_889_999 as Int64, "EUR 2,140.88"), ("JPY", 790_000_000, "JPY 790"),
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
    (0, "EUR 5.00 +2"), (16, "EUR 5.00 +2"), (19, "EUR 5.00, JPY 9 +1"),
    (40, "EUR 5.00, JPY 9, KRW 8"),
  ])
  func `amounts in several currencies are told as far as they fit`(_ width: Int, _ text: String) {
    let amounts = [
      Money(micros: 5_000_000, currency: "EUR"), Money(micros: 9_000_000, currency: "JPY"),
      Money(micros: 8_000_000, currency: "KRW"),
    ]
    #expect(Formatting.worth(amounts, width: width) == text)
    #expect(Formatting.worth([], width: width) == nil)
  }
}
