import EventLedger
import SubscriptionCore
import Testing

@testable import Dashboard

struct PayloadTextTests {
  static func draw(_ text: String, masks: Bool = false) -> [String] {
    PayloadText(dates: DateFormatting(now: TestWorld.now), masks: masks).lines(Array(text.utf8)).map
    {
      line in
      String(repeating: " ", count: line.depth)
        + (line.name.isEmpty ? "" : line.name + ": ") + line.text
        + (line.note.isEmpty ? "" : "  <" + line.note + ">")
    }
  }

  /// Base64 without padding, as in signed documents.
  static func base64(_ text: String) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var result = ""
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = Array(bytes[start..<min(start + 3, bytes.count)])
      let value = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0...part.count { result.append(letters[value >> (18 - 6 * place) & 63]) }
    }
    return result
  }

  @Test func `members keep their order, numbers their digits, and dates are named`() {
    #expect(
      Self.draw(#"{"b": 1.50, "a": [true, {}], "expiresDate": 1764234840000}"#) == [
        "{", " b: 1.50,", " a: [", "  true,", "  {}", " ],",
        " expiresDate: 1764234840000  <27 Nov 09:14Z>", "}",
      ])
  }

  @Test func `a signed document is opened, and one inside of it as well`() {
    let inner = "\(Self.base64(#"{"alg":"ES256"}"#)).\(Self.base64(#"{"price":4990}"#)).c2ln"
    let outer = Self.base64(#"{"subtype":"VOLUNTARY","data":{"info":"\#(inner)"}}"#)
    let text = #"{"signedPayload":"\#(Self.base64(#"{"alg":"ES256"}"#)).\#(outer).c2ln"}"#
    #expect(
      Self.draw(text) == [
        "{", " signedPayload: {  <signed, opened>", #"  subtype: "VOLUNTARY","#, "  data: {",
        "   info: {  <signed, opened>", "    price: 4990", "   }", "  }", " }", "}",
      ])
  }

  @Test func `a push envelope's data is opened`() {
    let data = Self.base64(#"{"version":"1.0","eventTimeMillis":"1764234840000"}"#)
    #expect(
      Self.draw(#"{"data":"\#(data)"}"#) == [
        "{", " data: {  <Base64, opened>", #"  version: "1.0","#,
        #"  eventTimeMillis: "1764234840000"  <27 Nov 09:14Z>"#, " }", "}",
      ])
  }

  @Test func `a payload that was pruned says when, by whom, and what is left`() {
    let pruning = PayloadPruning(
      number: 1, at: Timestamp(seconds: 1_764_234_840), actor: "mira",
      receivedBefore: Timestamp(seconds: 1_704_067_200),
      removed: PayloadAmount(payloads: 3, bytes: 900), isFinished: true)
    var entry = LedgerEntry(
      identity: "1", format: "sample", raw: Array(#"{"price":1}"#.utf8),
      receivedAt: .epoch, verification: .verified, events: [])
    let text = PayloadText(dates: DateFormatting(now: TestWorld.now), masks: false)
    #expect(text.lines(PayloadDocument(entry, at: 1)) == text.lines(entry.raw))
    #expect(text.words(PayloadDocument(entry, at: 1)) == text.words(entry.raw))
    (entry.raw, entry.pruning) = ([], pruning)
    let document = PayloadDocument(entry, at: 1)
    let lines = [
      "The payload was pruned on 27 Nov 09:14Z by mira,",
      "with all that were received before 1 Jan 2024 00:00Z.", "What was read from it is kept.",
    ]
    #expect(text.lines(document).map(\.text) == lines)
    #expect(text.words(document).map(\.text).joined(separator: " ") == lines.joined(separator: " "))
  }

  @Test func `tokens are cut, persons are hidden when names are`() {
    let text = #"{"purchaseToken":"abcdefghijklmnop","emailAddress":"mei@example.com"}"#
    #expect(
      Self.draw(text) == [
        "{", #" purchaseToken: "abcdefgh... (16 letters)","#,
        #" emailAddress: "mei@example.com""#, "}",
      ])
    #expect(Self.draw(text, masks: true)[2] == #" emailAddress: "***""#)
  }

  @Test(arguments: [
    "appAccountToken", "app_account_token", "obfuscatedAccountId", "obfuscatedExternalAccountId",
  ])
  func `an account is hidden under each of its names`(_ name: String) {
    let lines = Self.draw("{\"\(name)\":\"u-77\"}", masks: true)
    #expect(lines == ["{", " \(name): \"***\"", "}"])
  }

  static let broken = [
    "", "{", #"{"a""#, #"{"a":}"#, "[1,]", "not json", #"{"a":"\u12"}"#, "\u{1B}[31m",
    String(repeating: "[", count: 10_000),
  ]

  @Test(arguments: broken)
  func `what is no document is shown as it is, within bounds`(_ text: String) {
    let lines = Self.draw(text)
    #expect(!lines.isEmpty)
    #expect(lines.count <= 3)
    #expect(lines.allSatisfy { $0.count < 400 })
  }

  @Test func `escapes and pairs of surrogates are resolved`() {
    #expect(
      Self.draw(##"["\u00e9\ud83d\ude00\n\"\\x"]"##) == ["[", " \"é😀\n\"\\x\"", "]"])
  }

  @Test func `no more lines are made than are shown`() {
    let text = "[" + String(repeating: "0,", count: 20_000) + "0]"
    #expect(Self.draw(text).count <= PayloadText.linesMax + 2)
  }
}
