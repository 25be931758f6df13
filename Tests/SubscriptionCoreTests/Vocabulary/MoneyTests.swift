import SubscriptionCore
import Testing

@Suite struct MoneyTests {
  @Test(arguments: [
    (4_990_000, "4.99"), (480_000_000, "480.00"), (1_234_500, "1.2345"), (1, "0.000001"),
    (0, "0.00"), (-990_000, "-0.99"), (Int64.min, "-9223372036854.775808"),
  ])
  func `an amount is written exactly`(_ micros: Int64, _ text: String) {
    #expect(Money(micros: micros, currency: "USD").decimal == text)
  }

  @Test func `Apple's thousandths are taken as they are, and stop at the ends`() {
    #expect(Money(milliunits: 4_990, currency: "USD").micros == 4_990_000)
    #expect(Money(milliunits: .max, currency: "USD").micros == .max)
    #expect(Money(milliunits: .min, currency: "USD").micros == .min)
  }
}
