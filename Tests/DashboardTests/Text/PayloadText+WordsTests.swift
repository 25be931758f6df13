import SubscriptionCore
import Testing

@testable import Dashboard

struct PayloadTextWordsTests {
  private func text(_ raw: String, masks: Bool = false) -> String {
    PayloadText(dates: DateFormatting(now: TestWorld.now), masks: masks).words(Array(raw.utf8))
      .map { ($0.name.isEmpty ? "" : "\($0.name): ") + $0.text }.joined(separator: " ")
  }

  @Test(arguments: [
    (
      #"{"notificationType":"REFUND","version":"2","data":{"bundleVersion":"1"}}"#,
      #"{ notificationType: "REFUND", ... }"#
    ),
    (
      #"{"data":{"signedRenewalInfo":{"expirationIntent":2,"signedDate":1}}}"#,
      "{ data: { signedRenewalInfo: { expirationIntent: 2, ... } } }"
    ),
    (
      #"{"lineItems":[{"expiryTime":"2025-11-20","offer":{}}]}"#,
      #"{ lineItems: [ { expiryTime: "2025-11-20", ... } ] }"#
    ),
    (#"{"unknown":1}"#, "{ unknown: 1 }"), ("", "(nothing was kept)"),
    ("no document", #""no document""#),
  ])
  func `what matters is kept, the rest is a sign`(_ raw: String, _ expected: String) {
    #expect(text(raw) == expected)
  }

  @Test func `nothing that opens something or names somebody is among it`() {
    let raw = """
      {"notificationType":"X","purchaseToken":"abcdefghijklmnop","emailAddress":"a@example.com"}
      """
    #expect(!text(raw).contains("abcdefgh"))
    #expect(!text(raw).contains("example.com"))
  }
}
