import StorePayloads
import SubscriptionCore
import Testing

@Suite struct PayloadReaderTests {
  @Test(arguments: [
    ("", "nothing to read"), (" \n\t", "nothing to read"), ("{", "ends too early"),
    ("hello", "an unexpected character"), ("a.b", "an unexpected character"),
    ("{} {}", "more text"), ("7", "none of the formats"), ("null", "none of the formats"),
    ("{}", "none of the formats"), ("[[{}]]", "none of the formats"),
    ("{\"kind\":\"discovery#restDescription\",\"name\":\"x\"}", "its keys are kind, name"),
    ("{\"errorCode\":4290000,\"errorMessage\":\"Rate limit exceeded.\"}", "Rate limit exceeded."),
    ("{\"error\":{\"code\":401,\"message\":\"Invalid\"}}", "401: Invalid"),
  ])
  func `what is no payload is refused with a reason`(text: String, reason: String) throws {
    var reader = PayloadReader()
    let refusal = try reader.refusal(text)
    #expect(refusal.reason.contains(reason), "\(refusal.reason)")
    #expect(refusal.identity.hasPrefix("refused:"))
  }

  @Test func `an array gives one outcome an element`() {
    var reader = PayloadReader()
    let test = "{\"packageName\":\"p\",\"eventTimeMillis\":\"1\",\"testNotification\":{}}"
    let outcomes = reader.read("[\(test), 7, \(test)]")
    #expect(outcomes.count == 3)
    guard case .refused(let refusal) = outcomes[1] else {
      Issue.record("7 was taken for a payload")
      return
    }
    #expect(refusal.field == "[1]")
    #expect(String(decoding: refusal.raw, as: UTF8.self) == "7")
    #expect(reader.read("[]").isEmpty)
  }

  @Test func `a refused document is kept up to a limit`() throws {
    var reader = PayloadReader()
    let outcomes = reader.read(
      ArraySlice([UInt8](repeating: 0x41, count: Refusal.rawBytesMax + 10)), heardAt: testNow)
    guard case .refused(let refusal) = outcomes.first else {
      Issue.record("it was not refused")
      return
    }
    #expect(refusal.raw.count == Refusal.rawBytesMax)
  }

  @Test func `every problem has its own words`() {
    let problems: [PayloadError] = [
      .document(.empty), .document(.tooLong(limit: 64 << 20)), .document(.unknownShape(keys: [])),
      .document(.needsRecord(what: "It")), .field(.missing), .field(.wrongType(expected: "text")),
      .field(.unreadable(expected: "text")), .field(.timeOutOfRange), .field(.notJWS),
      .field(.notBase64JSON), .proof(.unsigned), .proof(.localOnly), .proof(.algorithm("none")),
      .proof(.chainLength(2)), .proof(.certificateUnreadable(index: 0)), .proof(.untrustedRoot),
      .proof(.brokenChain(index: 0)), .proof(.purposeMissing(index: 0)),
      .proof(.certificateExpired(index: 0)), .proof(.signatureInvalid), .proof(.otherApp("a")),
      .proof(.otherEnvironment("a")), .proof(.mismatch("app")), .proof(.rootUnreadable),
    ]
    #expect(Set(problems.map(\.description)).count == problems.count)
    #expect(problems.allSatisfy { $0.description.hasSuffix(".") })
  }
}
