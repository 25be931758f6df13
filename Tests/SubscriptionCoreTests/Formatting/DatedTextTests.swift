import SubscriptionCore
import Testing

struct DatedTextTests {
  private static let failure = Timestamp(seconds: 1_763_630_000)

  @Test func `instants are formatted for the reader, and by RFC 3339 for machines`() {
    let text: DatedText = "DID_RENEW of \(Self.failure), then \(Self.failure + .days(1)) by \(2)"
    #expect(
      text.text { "@\($0.milliseconds / 1000)" }
        == "DID_RENEW of @1763630000, then @1763716400 by 2")
    #expect(
      text.description == "DID_RENEW of 2025-11-20T09:13:20Z, then 2025-11-21T09:13:20Z by 2")
  }

  @Test func `what a store wrote stays as it is`() {
    let quoted = "says 2025-11-20T09:13:20Z"
    #expect(DatedText("\(quoted)").text { _ in "?" } == quoted)
  }

  @Test(arguments: ["", "Z", "among the 10 % of accounts held out"])
  func `a text of pieces equals the same text at once`(_ text: String) {
    #expect(DatedText(text) == "\(text.prefix(5))\(text.dropFirst(5))")
    #expect(DatedText(text).description == text)
  }
}
