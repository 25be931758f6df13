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

  @Test func `an item of a list is refused by its place, however long the list`() throws {
    var reader = PayloadReader()
    func fields(_ text: String) -> [String] {
      reader.read(text).compactMap { outcome in
        guard case .refused(let refusal) = outcome else { return nil }
        return refusal.field
      }
    }
    let zeros = Array(repeating: "0", count: 20_000).joined(separator: ",")
    #expect(fields("{\"notificationHistory\":[\(zeros)]}").last == "notificationHistory[19999]")
    #expect(fields("[\(zeros)]").last == "[19999]")
    #expect(
      fields(#"{"notificationHistory":[{"signedPayload":7},{"signedPayload":"a.b.c"}]}"#)
        == ["notificationHistory[0].signedPayload", "notificationHistory[1].signedPayload"])
    #expect(
      fields(#"{"store":"google-play","packageName":"p","voided":{"voidedPurchases":[{},7]}}"#)
        == ["voided.voidedPurchases[0].purchaseToken", "voided.voidedPurchases[1].purchaseToken"])
    #expect(
      fields(#"{"bundleId":"b","data":[{"lastTransactions":[{"status":1},{"status":"x"}]}]}"#)
        == [
          "data[0].lastTransactions[0].originalTransactionId",
          "data[0].lastTransactions[1].status",
        ])
  }

  @Test(arguments: [String(repeating: "7", count: 1_200), "7\\u0000", "7\\u007f"])
  func `an identifier that not every ledger can store is refused`(id: String) throws {
    var reader = PayloadReader()
    let transaction = #"{"transactionId":"1","originalTransactionId":"\#(id)","purchaseDate":1}"#
    let refusal = try reader.refusal(transaction)
    #expect(refusal.error == .field(.notIdentifier))
    #expect(refusal.field == "originalTransactionId")
    let action = #"{"action":{"kind":"noted","subscription":"\#(id)","at":1,"actor":"a"}}"#
    #expect(try reader.refusal(action).field == "action.subscription")
    let record = #"{"store":"app-store","account":"\#(id)","body":\#(transaction)}"#
    #expect(try reader.refusal(record).field == "account")
    let currency = transaction.replacing(#""\#(id)""#, with: #""1","price":9,"currency":"\#(id)""#)
    #expect(try reader.refusal(currency).field == "currency")
    let longest = String(repeating: "7", count: 997)
    let fits = #"{"transactionId":"1","originalTransactionId":"\#(longest)","purchaseDate":1}"#
    #expect(try reader.payload(fits).events.count == 1)
  }

  @Test(arguments: [
    (#"{"password":"a\"SECRET","x":"#, #"{"password":"*********","x":"#),
    (#"{"password":"a,SECRET}b","x":"#, #"{"password":"**********","x":"#),
    (#"{"password" : "SECRET\\","x":"#, #"{"password" : "********","x":"#),
    (#"{"password":SECRET,"x":"#, #"{"password":******,"x":"#),
  ])
  func `a shared secret is masked in what is not JSON`(text: String, masked: String) throws {
    var reader = PayloadReader()
    #expect(String(decoding: try reader.refusal(text).raw, as: UTF8.self) == masked)
  }

  @Test func `a payload of the future is recorded when it is heard`() throws {
    let future = testNow + .days(9)
    let text =
      #"{"packageName":"p","eventTimeMillis":"\#(future.milliseconds)","#
      + #""subscriptionNotification":{"notificationType":2,"purchaseToken":"t"}}"#
    let event = try #require(try decode(text).events.first)
    #expect(event.recordedAt == testNow && event.statedAt == future)
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
      .field(.timeAhead), .field(.notBase64JSON), .field(.notIdentifier), .document(.storedInPart),
      .proof(.unsigned), .proof(.localOnly), .proof(.algorithm("none")),
      .proof(.chainLength(2)), .proof(.certificateUnreadable(index: 0)), .proof(.untrustedRoot),
      .proof(.brokenChain(index: 0)), .proof(.purposeMissing(index: 0)),
      .proof(.certificateExpired(index: 0)), .proof(.signatureInvalid), .proof(.otherApp("a")),
      .proof(.otherEnvironment("a")), .proof(.mismatch("app")), .proof(.rootUnreadable),
      .proof(.rootNotAlone),
    ]
    #expect(Set(problems.map(\.description)).count == problems.count)
    #expect(problems.allSatisfy { $0.description.hasSuffix(".") })
  }
}
