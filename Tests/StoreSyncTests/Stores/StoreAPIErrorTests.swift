import StoreSync
import SubscriptionCore
import Testing

@Suite struct StoreAPIErrorTests {
  static let table: [(StoreAPIError, retryable: Bool, words: String)] = [
    (.notFound(detail: "token"), false, "does not know it"),
    (.gone(detail: "token"), false, "no longer answers"),
    (.refused(status: 400, detail: "x"), false, "(400)"),
    (.unauthorized(detail: "x"), false, "permissions"),
    (.clockSkew(milliseconds: 90_000), false, "90 s ahead of"),
    (.clockSkew(milliseconds: -5_000), false, "5 s behind"),
    (.throttled(until: Timestamp(milliseconds: 0)), true, "1970-01-01T00:00:00Z"),
    (.throttled(until: nil), true, "after a pause"),
    (.unavailable(detail: "refused"), true, "cannot be queried"),
    (.malformed(detail: "not JSON"), false, "not understood"),
  ]

  @Test(arguments: table)
  func `says what happened and whether asking again helps`(
    error: StoreAPIError, retryable: Bool, words: String
  ) {
    #expect(error.isRetryable == retryable)
    #expect(error.description.contains(words))
  }
}
