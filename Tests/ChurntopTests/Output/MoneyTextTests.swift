import SubscriptionCore
import Testing

@testable import churntop

/// Amounts and codes as people read them.
struct MoneyTextTests {
  @Test(arguments: [
    (480_000_000, "JPY", "480 JPY"), (7_400_000_000, "KRW", "7,400 KRW"),
    (473_840_330_000, "JPY", "473,840 JPY"), (4_990_000, "USD", "4.99 USD"),
    (4_995_000, "USD", "5.00 USD"), (-4_995_000, "USD", "-5.00 USD"),
    (1_234_500, "KWD", "1.235 KWD"), (499_999, "JPY", "0 JPY"), (-4_000, "USD", "0.00 USD"),
  ])
  func `an amount has the digits that its currency is paid in`(
    micros: Int64, currency: String, text: String
  ) {
    #expect(Money(micros: micros, currency: currency).text == text)
  }

  @Test(arguments: [
    ("promptShown", "prompt shown"), ("recoveredInHold", "recovered in hold"),
    ("renewalPending", "renewal pending"), ("grace", "grace"), ("DID_RENEW", "DID_RENEW"),
  ])
  func `codes are words`(code: String, words: String) {
    #expect(DisplayText.words(code) == words)
  }
}
