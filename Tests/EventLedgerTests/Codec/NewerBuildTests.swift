import EventLedger
import SubscriptionCore
import Testing

/// What a newer build stores and this one has no word for: kept, and told as an anomaly.
@Suite struct `The words of a newer build` {
  /// A value that this build writes, and one of the same length that it does not know.
  struct Word: Sendable, CustomTestStringConvertible {
    let field: String
    let known: String
    let newer: String
    var testDescription: String { field }
  }

  static let words = [
    Word(field: "kind", known: "snapshot", newer: "extended"),
    Word(field: "source", known: "google-play-notification", newer: "google-play-announcement"),
    Word(field: "verification", known: "verified", newer: "attested"),
    Word(field: "environment", known: "sandbox", newer: "preview"),
    Word(field: "period", known: "P3M", newer: "Q3M"),
    Word(field: "offer.kind", known: "payUpFront", newer: "payByMonth"),
    Word(field: "status", known: "pendingCanceled", newer: "pendingApproval"),
    Word(field: "endReason", known: "priceIncrease", newer: "taxesIncrease"),
  ]

  private func bytes(
    _ words: [Word], of subscription: SubscriptionID = "gp_1",
    _ change: (inout SubscriptionEvent) -> Void = { _ in }
  ) -> [UInt8] {
    var event = Whole.event
    (event.subscription, event.unread) = (subscription, [])
    change(&event)
    var bytes = EventCodec.encode(event)
    for word in words {
      let (known, newer) = (Array(word.known.utf8), Array(word.newer.utf8))
      let text = [UInt8(known.count)] + known
      guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: text) }) else {
        Issue.record("\(word.known) is not in the bytes")
        continue
      }
      // The length stands before the text; no other length contains this one.
      bytes.replaceSubrange(place..<place + text.count, with: [UInt8(newer.count)] + newer)
    }
    return bytes
  }

  private func decoded(_ bytes: [UInt8]) throws -> SubscriptionEvent {
    try bytes.withUnsafeBytes { try EventCodec.decode($0) }
  }

  @Test(arguments: words)
  func `are kept and told with the name of their field`(_ word: Word) throws {
    let event = try decoded(bytes([word]))
    let subscriber = try #require(Subscriber.fold([event]))
    let anomalies = subscriber.anomalies(at: Timestamp(seconds: 20), policy: .standard)
    let unknown = anomalies.filter { $0.kind == .unknownValue }.map(\.text.description)
    #expect(unknown.contains { $0.contains("\(word.field)=\(word.newer)") })
    #expect(subscriber.store == .googlePlay)
    #expect(event.facts.product == "pro")
  }

  @Test func `are kept together, and through another storing`() throws {
    let event = try decoded(bytes(Self.words))
    #expect(
      event.unread == [
        "kind=extended", "source=google-play-announcement", "verification=attested",
        "environment=preview", "offer.kind=payByMonth", "status=pendingApproval",
        "endReason=taxesIncrease", "period=Q3M",
      ])
    #expect(event.kind == .unrecognized)
    #expect(event.source == .googlePlaySubscription)
    #expect(event.facts.offer?.identifier == "intro")
    #expect(try decoded(EventCodec.encode(event)) == event)
    #expect(try decoded(bytes([])).unread == [])
  }

  @Test func `of an unknown store make no subscriber of a known one`() throws {
    let source = try #require(Self.words.first { $0.field == "source" })
    let event = try decoded(bytes([source], of: "xx_1"))
    #expect(event.source.store == nil)
    #expect(Subscriber.fold([event]) == nil)
  }

  @Test func `about what operators do change nothing that the store said`() throws {
    let kind = Word(field: "kind", known: "noted", newer: "rated")
    let action = try decoded(
      bytes([kind]) { event in
        (event.kind, event.source, event.id) = (.noted, .operatorAction, "action")
        event.statedAt = Timestamp(seconds: 30)
      })
    #expect(action.unread == ["kind=rated"])
    let told = try decoded(bytes([]))
    let alone = try #require(Subscriber.fold([told]))
    let both = try #require(Subscriber.fold([told, action]))
    let now = Timestamp(seconds: 40)
    #expect(
      both.status(at: now, policy: .standard) == alone.status(at: now, policy: .standard))
    #expect(both.lastEventAt == alone.lastEventAt)
    #expect(
      both.anomalies(at: now, policy: .standard).contains {
        $0.kind == .unknownValue && $0.text.description.contains("kind=rated")
      })
  }
}
