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
        LookupName("GPA.1..2"), LookupName("GPA.1"), LookupName("account"),
      ])
  }

  @Test(arguments: [
    ("GPA.3345-1234-5678-90123", "gpa33451234567890123"),
    ("GPA.3345-1234-5678-90123..12", "gpa33451234567890123"),
    ("5678 - 90123", "567890123"), ("User-42", "user42"), ("ÄRGER_1", "ärger1"),
    ("a..b", "ab"), ("..4", "4"), ("-", ""), ("", ""),
  ])
  func `are read out without the signs between them`(_ text: String, _ normalized: String) {
    #expect(LookupName.normalized(text) == normalized)
  }

  @Test(arguments: [
    ("5678 90123", true), ("5678-90123", true), ("gpa.3345", true), ("90123..7", true),
    ("901", false), ("901234", false), ("", false),
  ])
  func `are known by a piece of four letters and digits`(_ typed: String, _ isFound: Bool) {
    let name = LookupName("GPA.3345-1234-5678-90123..4")
    #expect(name.contains(piece: LookupName.normalized(typed)) == isFound)
  }

  @Test func `but a token by its beginning alone`() {
    #expect(!LookupName("token-123456", allowsPrefix: true).contains(piece: "123456"))
  }

  @Test(arguments: [
    ("Order number: GPA.1234-5678-9012-34567..3.", "GPA.1234-5678-9012-34567..3"),
    ("«GPA.1234-5678-9012-34567»\nThanks, a@b.example", "GPA.1234-5678-9012-34567"),
    ("Order ID MW2K4X9QZ1, 20 Nov", "MW2K4X9QZ1"),
    ("transaction=2000000900000002&x=1", "2000000900000002"),
    ("user id: b186396d-05bd-4716-85f4-c30f31455290;", "b186396d-05bd-4716-85f4-c30f31455290"),
    ("Mei Tanaka <mei@example.com>", "mei@example.com"),
    ("mailto:mei@example.com", "mei@example.com"),
    ("see gp_d0c5d5642b431d88!", "gp_d0c5d5642b431d88"),
  ])
  func `a name is found among the words around it`(_ text: String, _ name: String) {
    #expect(LookupName.within(text) == name)
  }

  @Test(arguments: [
    "", " . - ", "Mei Tanaka", "state:grace loses<3d", " mei@example.com\n",
    "GPA.1234-5678-9012-34567", "call +49 151 2345678", "@ . @",
  ])
  func `a name alone and other words are left as they are`(_ text: String) {
    #expect(LookupName.within(text) == nil)
  }
}
