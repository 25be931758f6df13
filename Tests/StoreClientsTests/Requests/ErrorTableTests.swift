import StoreSync
import SubscriptionCore
import Testing

@testable import StoreClients

@Suite struct ErrorTableTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    var store: Store
    var status: Int
    var body: String
    var fields: [String: String] = [:]
    var error: StoreAPIError
    var again = false

    var testDescription: String { "\(store) \(status) \(body)" }
  }

  private static func google(_ code: Int, _ reason: String) -> String {
    """
    {"error":{"code":\(code),"message":"No.","errors":[{"reason":"\(reason)"}],"status":"S"}}
    """
  }

  private static func apple(_ code: Int) -> String {
    "{\"errorCode\":\(code),\"errorMessage\":\"No.\"}"
  }

  static let refusals: [Refusal] = [
    Refusal(
      store: .appStore, status: 404, body: apple(4_040_002),
      error: .unavailable(detail: "HTTP 404, No"), again: true),
    Refusal(
      store: .appStore, status: 404, body: apple(4_040_004),
      error: .unavailable(detail: "HTTP 404, No"), again: true),
    Refusal(
      store: .appStore, status: 404, body: apple(4_040_006),
      error: .unavailable(detail: "HTTP 404, No"), again: true),
    Refusal(
      store: .appStore, status: 404, body: apple(4_040_010),
      error: .notFound(detail: "HTTP 404, No")),
    Refusal(
      store: .appStore, status: 404, body: apple(4_040_001),
      error: .notFound(detail: "HTTP 404, No")),
    Refusal(
      store: .appStore, status: 404, body: apple(4_040_003),
      error: .refused(status: 404, detail: "No")),
    Refusal(
      store: .appStore, status: 404, body: "<html>nginx</html>",
      error: .refused(status: 404, detail: "the answer is not the store's own")),
    Refusal(
      store: .googlePlay, status: 410, body: "Gone",
      error: .refused(status: 410, detail: "the answer is not the store's own")),
    Refusal(
      store: .appStore, status: 500, body: apple(5_000_000),
      error: .unavailable(detail: "HTTP 500, No")),
    Refusal(
      store: .appStore, status: 500, body: apple(5_000_001),
      error: .unavailable(detail: "HTTP 500, No"), again: true),
    Refusal(
      store: .appStore, status: 400, body: apple(4_000_006),
      error: .refused(status: 400, detail: "No")),
    Refusal(
      store: .appStore, status: 401, body: "Unauthenticated",
      error: .unauthorized(detail: "HTTP 401")),
    Refusal(
      store: .appStore, status: 403, body: "", error: .unauthorized(detail: "HTTP 403")),
    Refusal(
      store: .appStore, status: 429, body: apple(4_290_000),
      fields: ["Retry-After": "1795168803500"],
      error: .throttled(until: testNow + .milliseconds(3_500)), again: true),
    Refusal(
      store: .appStore, status: 429, body: "", fields: ["Retry-After": "soon"],
      error: .throttled(until: nil), again: true),
    Refusal(
      store: .googlePlay, status: 429, body: google(429, "rateLimitExceeded"),
      fields: ["Retry-After": "7"], error: .throttled(until: testNow + .seconds(7)), again: true),
    Refusal(
      store: .googlePlay, status: 429, body: "",
      fields: ["Retry-After": "Fri, 20 Nov 2026 10:00:30 GMT"],
      error: .throttled(until: testNow + .seconds(30)), again: true),
    Refusal(
      store: .googlePlay, status: 403, body: google(403, "quotaExceeded"),
      error: .throttled(until: nil), again: true),
    Refusal(
      store: .googlePlay, status: 403, body: google(403, "permissionDenied"),
      error: .unauthorized(detail: "HTTP 403, No")),
    Refusal(
      store: .googlePlay, status: 400,
      body: "{\"error\":\"invalid_grant\",\"error_description\":\"Invalid JWT Signature.\"}",
      error: .unauthorized(detail: "HTTP 400, invalid_grant: Invalid JWT Signature")),
    Refusal(
      store: .googlePlay, status: 400, body: google(400, "invalid"),
      error: .refused(status: 400, detail: "No")),
    Refusal(
      store: .googlePlay, status: 404, body: google(404, "applicationNotFound"),
      error: .refused(status: 404, detail: "No")),
    Refusal(
      store: .googlePlay, status: 404, body: google(404, "purchaseTokenNotFound"),
      error: .notFound(detail: "HTTP 404, No")),
    Refusal(
      store: .googlePlay, status: 410, body: google(410, "subscriptionPurchaseNoLongerAvailable"),
      error: .gone(detail: "HTTP 410, No")),
    Refusal(
      store: .googlePlay, status: 503, body: "<html>",
      error: .unavailable(detail: "HTTP 503"), again: true),
    Refusal(
      store: .googlePlay, status: 408, body: "",
      error: .unavailable(detail: "HTTP 408"), again: true),
    Refusal(
      store: .googlePlay, status: 302, body: "", fields: ["Location": "http://evil.example"],
      error: .refused(status: 302, detail: "redirects are not followed")),
    Refusal(
      store: .googlePlay, status: 799, body: "",
      error: .refused(status: 799, detail: "no reason is stated")),
    Refusal(
      store: .appStore, status: 401, body: "", fields: ["Date": "Fri, 20 Nov 2026 09:58:00 GMT"],
      error: .clockSkew(milliseconds: 120_000)),
    Refusal(
      store: .appStore, status: 401, body: "", fields: ["Date": "Fri, 20 Nov 2026 10:03:00 GMT"],
      error: .clockSkew(milliseconds: -180_000)),
    Refusal(
      store: .appStore, status: 401, body: "", fields: ["Date": "Fri, 20 Nov 2026 09:59:00 GMT"],
      error: .unauthorized(detail: "HTTP 401")),
    Refusal(
      store: .googlePlay, status: 403, body: "", fields: ["Date": "Fri, 20 Nov 2026 01:00:00 GMT"],
      error: .unauthorized(detail: "HTTP 403")),
  ]

  @Test(arguments: refusals)
  func `a refusal means`(_ refusal: Refusal) {
    let reply = ClientResponse(
      status: refusal.status, fields: refusal.fields, body: Array(refusal.body.utf8))
    let failure = StoreFailure(reply, from: refusal.store, now: testNow)
    #expect(failure?.error == refusal.error)
    #expect(failure?.again == refusal.again)
  }

  @Test func `every row of the table is reached by a refusal of these tests`() {
    for (index, row) in ErrorTable.rows.enumerated() {
      let reached = Self.refusals.contains { refusal in
        let codes = StoreErrorBody(Array(refusal.body.utf8)).codes
        return ErrorTable.rows.firstIndex { other in
          other.statuses.contains(refusal.status) && other.store.map { $0 == refusal.store } ?? true
            && (other.codes.isEmpty || codes.contains(where: other.codes.contains))
        } == index
      }
      #expect(reached, "\(row)")
    }
  }

  @Test(arguments: [200, 204])
  func `a success is no failure`(status: Int) {
    #expect(StoreFailure(ClientResponse(status: status), from: .appStore, now: testNow) == nil)
  }

  @Test(arguments: [
    (TransportError.timedOut, true), (.unreachable(reason: "the connection broke"), true),
    (.tooLong(limit: 5, ClientResponse(status: 200)), false), (.cancelled, false),
  ])
  func `a failed connection is asked again where that may help`(
    error: TransportError, again: Bool
  ) {
    #expect(StoreFailure(error).again == again)
  }

  @Test(arguments: [("9999999999999999", Timestamp?.some(testNow + .days(1))), ("5", nil)])
  func `a pause of the App Store is believed for a day at most, and never backwards`(
    text: String, until: Timestamp?
  ) {
    let reply = ClientResponse(status: 429, fields: ["retry-after": text])
    #expect(RetryAfter.instant(reply, from: .appStore, now: testNow) == until)
  }

  @Test func `words from outside become one tame line`() {
    let body = "{\"errorMessage\":\"a\\u001b[31m\\nb\\u202e\(String(repeating: "x", count: 500))\"}"
    let message = StoreErrorBody(Array(body.utf8)).message
    #expect(message?.hasPrefix("a [31m b x") == true)
    #expect(message?.count == 200)
  }
}
