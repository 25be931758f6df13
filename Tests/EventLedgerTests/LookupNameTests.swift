import EventLedger
import SubscriptionCore
import Testing

@Suite struct `Names to look up by` {
  @Test(arguments: [
    ("token-123456", true), ("token-12", true), ("token-1", false), ("token-123456x", false),
    ("TOKEN-123456", false), ("", false),
  ])
  func `a token by its first eight characters`(_ typed: String, _ matches: Bool) {
    #expect(LookupName("token-123456", allowsPrefix: true).matches(typed) == matches)
  }

  @Test func `a transaction by the whole of it`() {
    #expect(LookupName("2000000123456789").matches("2000000123456789"))
    #expect(!LookupName("2000000123456789").matches("200000012345"))
  }

  @Test func `every identifier of an event, each once`() {
    var event = Whole.event
    event.facts.paidOrderID = event.facts.orderID
    event.facts.transactionID = ""
    #expect(
      LookupName.names(in: event) == [
        LookupName("token", allowsPrefix: true), LookupName("1"), LookupName("3"),
        LookupName("GPA.1..2"),
      ])
  }
}
