import EventLedger
import Intake
import LedgerContract
import StorePayloads
import StoreSimulator
import SubscriptionCore
import Testing

@Suite struct IntakeTests {
  private let now = SimulatedWorld.defaultStart

  /// Some signed notifications of a small world, oldest first.
  private func notifications(_ world: inout SimulatedWorld) throws -> [StoreDelivery] {
    var seen: Set<[UInt8]> = []
    return try world.advance(to: world.start).filter {
      $0.channel == .appStore && seen.insert($0.bytes).inserted
    }
  }

  @Test func `a notification is stored once`() throws {
    var world = try SimulatedWorld(seed: 3, subscribers: 30)
    let intake = Intake(ledger: MemoryLedger(policy: .standard), trust: try world.trust())
    let message = try #require(try notifications(&world).first)
    let first = try intake.take(
      message.bytes, origin: "test", receivedAt: message.arrivesAt, now: now)
    #expect(first.outcomes == [.stored(1)])
    #expect(first.subscriptions.count == 1)
    let again = try intake.take(message.bytes, origin: "test", now: now)
    #expect(again.outcomes == [.duplicate(1)])
    #expect(try intake.ledger.lastPosition() == 1)
  }

  @Test func `a claim by a clock that is ahead holds, and who takes it over has the case`() throws {
    let (now, world) = (SampleWorld.middle, SampleWorld(seed: 9, subscriptions: 8))
    let ledger = MemoryLedger(policy: .standard)
    try ledger.append(world.entries, now: now)
    let id = try #require(world.ids.min())
    let intake = Intake(ledger: ledger, trust: TrustPolicy())
    func held(_ actor: String, at instant: Timestamp, takesOver: Bool = false) throws -> [String] {
      let claim = ActionRecord(
        kind: .claimed, subscription: id, at: instant, recordedAt: instant,
        action: SubscriptionEvent.Action(actor: actor, until: instant + .hours(4)))
      return try intake.claim([claim], takingOver: { _ in takesOver }, now: instant).held
        .map(\.actor)
    }
    let ahead = now + .seconds(20)
    #expect(try held("ana", at: ahead) == [])
    #expect(try held("bo", at: now) == ["ana"])
    #expect(try held("bo", at: now, takesOver: true) == [])
    #expect(try ledger.subscriber(id)?.claim(at: ahead + .seconds(1))?.actor == "bo")
  }

  @Test func `a wrapped delivery of the same notification is a duplicate`() throws {
    var world = try SimulatedWorld(seed: 3, subscribers: 30)
    let intake = Intake(ledger: MemoryLedger(policy: .standard), trust: try world.trust())
    let message = try #require(try notifications(&world).first)
    _ = try intake.take(message.bytes, origin: "test", now: now)
    let record =
      Array(#"{"store":"app-store","receivedAt":"2026-11-01T00:00:00Z","body":"#.utf8)
      + message.bytes + [UInt8(ascii: "}")]
    #expect(try intake.take(record, origin: "test", now: now).outcomes == [.duplicate(1)])
  }

  @Test func `a forged notification is refused, kept with its reason, and never fact`() throws {
    var world = try SimulatedWorld(seed: 3, subscribers: 30)
    let intake = Intake(ledger: MemoryLedger(policy: .standard), trust: try world.trust())
    var forged = try #require(try notifications(&world).first).bytes
    let place = forged.count - 40
    forged[place] = forged[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    let result = try intake.take(forged, origin: "a test", now: now)
    let refusal = try #require(result.refusals.first)
    #expect(refusal.file == "a test")
    #expect(!refusal.reason.isEmpty)
    #expect(try intake.ledger.lastPosition() == 0)
    let kept = try intake.ledger.refused(after: 0, limit: 10)
    #expect(kept.map(\.raw) == [forged])
    #expect(kept.map(\.reason) == [refusal.reason])
  }

  @Test func `what was refused is taken in after the fix and leaves the quarantine`() throws {
    var world = try SimulatedWorld(seed: 3, subscribers: 30)
    let ledger = MemoryLedger(policy: .standard)
    let messages = try notifications(&world).prefix(5).map {
      IncomingDocument(bytes: $0.bytes[...], receivedAt: $0.arrivesAt)
    }
    let strict = Intake(ledger: ledger, trust: TrustPolicy())
    #expect(try strict.take(messages, origin: "test", now: now).refusals.count == 5)
    #expect(try strict.retryQuarantine(now: now).refused == 5)
    #expect(try ledger.refusedCount() == 5)

    let fixed = Intake(ledger: ledger, trust: try world.trust())
    let first = try #require(try ledger.refused(after: 0, limit: 1).first)
    #expect(try fixed.retryQuarantine([first.number], now: now).stored == 1)
    #expect(try ledger.refusedCount() == 4)
    let report = try fixed.retryQuarantine(now: now)
    #expect((report.read, report.stored, report.refused) == (4, 4, 0))
    #expect(try ledger.refusedCount() == 0)
    #expect(try ledger.lastPosition() == 5)
  }

  @Test(arguments: ["POST /v1/app-store/notifications", "POST /v1/google-play/notifications"])
  func `what anybody may post is no fact after a retry that an import would believe`(
    _ origin: String
  ) throws {
    let forged = [
      #"{"store":"google-play","packageName":"com.app","purchaseToken":"forged-token-1234567890","#
        + #""subscription":{"subscriptionState":"SUBSCRIPTION_STATE_ACTIVE","lineItems":"#
        + #"[{"productId":"p","expiryTime":"2036-11-01T00:00:00Z"}]}}"#,
      Self.transaction, Self.record,
    ].map { Array($0.utf8) }
    let ledger = MemoryLedger(policy: .standard)
    try ledger.refuse(
      forged.enumerated().map { number, raw in
        RefusedEntry(
          identity: "r\(number)", raw: raw, receivedAt: now, origin: origin, line: 0,
          reason: "no notification", field: "")
      })
    let intake = Intake(ledger: ledger, trust: TrustPolicy())
    #expect(try intake.retryQuarantine(now: now).stored == 0)
    #expect(try ledger.lastPosition() == 0)
    #expect(try ledger.refusedCount() == 3)
    for raw in forged {
      #expect(!(try intake.take(raw, origin: "a file", now: now)).outcomes.isEmpty)
    }
  }

  @Test func `a notification of another app stays out until its app is named`() throws {
    var world = try SimulatedWorld(seed: 3, subscribers: 30)
    let ledger = MemoryLedger(policy: .standard)
    let root = try TrustedRoot(file: world.rootCertificate)
    let strict = Intake(
      ledger: ledger, trust: TrustPolicy(roots: [root], apps: ["other": AppTrust(roots: [root])]))
    let message = try #require(try notifications(&world).first).bytes
    let origin = "POST /v1/app-store/notifications"
    #expect(try strict.take(message, origin: origin, now: now).refusals.count == 1)
    let open = Intake(ledger: ledger, trust: TrustPolicy(roots: [root]))
    #expect(try open.retryQuarantine(now: now).stored == 0)
    let sample = MemoryLedger(policy: .standard)
    _ = try Intake(ledger: sample, trust: open.trust).take(message, origin: "a file", now: now)
    let app = try #require(try sample.entry(at: 1)?.events.first?.facts.app)
    let named = Intake(
      ledger: ledger, trust: TrustPolicy(roots: [root], apps: [app: AppTrust(roots: [root])]))
    #expect(try named.retryQuarantine(now: now).stored == 1)
  }

  @Test func `a notification of another environment stays out until that is named`() throws {
    var world = try SimulatedWorld(seed: 3, subscribers: 30)
    let root = try TrustedRoot(file: world.rootCertificate)
    let message = try #require(try notifications(&world).first).bytes
    let sample = MemoryLedger(policy: .standard)
    let open = TrustPolicy(roots: [root])
    _ = try Intake(ledger: sample, trust: open).take(message, origin: "a file", now: now)
    let facts = try #require(try sample.entry(at: 1)?.events.first?.facts)
    let (app, environment) = (try #require(facts.app), try #require(facts.environment))
    let others = Set(StoreEnvironment.allCases).subtracting([environment])
    let ledger = MemoryLedger(policy: .standard)
    let strict = Intake(
      ledger: ledger,
      trust: TrustPolicy(apps: [app: AppTrust(environments: others, roots: [root])]))
    let origin = "POST /v1/app-store/notifications"
    #expect(try strict.take(message, origin: origin, now: now).refusals.count == 1)
    #expect(try Intake(ledger: ledger, trust: open).retryQuarantine(now: now).stored == 0)
    let ofApp = TrustPolicy(roots: [root], bundle: app)
    #expect(try Intake(ledger: ledger, trust: ofApp).retryQuarantine(now: now).stored == 0)
    let named = TrustPolicy(roots: [root], environment: environment)
    #expect(try Intake(ledger: ledger, trust: named).retryQuarantine(now: now).stored == 1)
  }

  private static let transaction = """
    {"transactionId":"71","originalTransactionId":"71","productId":"pro","bundleId":"b",\
    "purchaseDate":1735689600000,"expiresDate":1738368000000,"signedDate":1735689601000}
    """

  /// An answer that states no time, in a record that does.
  private static let record = """
    {"store":"app-store","receivedAt":"2025-01-05T00:00:00Z","body":{"status":0,\
    "latest_receipt_info":[{"transaction_id":"1","original_transaction_id":"1","product_id":"p",\
    "purchase_date_ms":"1733356800000","expires_date_ms":"1736035200000"}]}}
    """

  @Test func `a record from the future waits in quarantine until its time has come`() throws {
    let text = Self.record.replacing("2025-01-05T00:00:00Z", with: (now + .days(2)).rfc3339)
    let document = IncomingDocument(bytes: Array(text.utf8)[...], line: 1)
    let intake = Intake(ledger: MemoryLedger(policy: .standard), trust: TrustPolicy())
    let result = try intake.take([document], origin: "a.ndjson", now: now)
    #expect(result.refusals.map(\.field) == ["receivedAt"])
    #expect(try intake.ledger.lastPosition() == 0)
    #expect(try intake.retryQuarantine(now: now + .days(1)).stored == 0)
    #expect(try intake.retryQuarantine(now: now + .days(2)).stored == 1)
  }

  @Test(arguments: [transaction, record])
  func `a retry stores what an import with the new setting stores`(_ text: String) throws {
    let document = IncomingDocument(bytes: Array(text.utf8)[...], line: 1)
    let direct = Intake(ledger: MemoryLedger(policy: .standard), trust: TrustPolicy())
    _ = try direct.take([document], origin: "a.ndjson", now: now)
    let ledger = MemoryLedger(policy: .standard)
    let strict = Intake(ledger: ledger, trust: TrustPolicy(mode: .required))
    #expect(try strict.take([document], origin: "a.ndjson", now: now).refusals.count == 1)
    let retried = Intake(ledger: ledger, trust: TrustPolicy())
    #expect(try retried.retryQuarantine(now: now + .days(9)).stored == 1)
    #expect(try ledger.entry(at: 1)?.events == direct.ledger.entry(at: 1)?.events)
    #expect(try ledger.entry(at: 1)?.receivedAt == direct.ledger.entry(at: 1)?.receivedAt)
  }

  @Test func `a payload of which only the beginning was stored stays in quarantine`() throws {
    let ledger = MemoryLedger(policy: .standard)
    let intake = Intake(ledger: ledger, trust: TrustPolicy())
    let text = #"{"odd":""# + String(repeating: "x", count: RefusedEntry.rawBytesMax) + #""}"#
    _ = try intake.take(Array(text.utf8), origin: "a.json", now: now)
    let report = try intake.retryQuarantine(now: now)
    #expect(report.refusals.map(\.reason) == [PayloadError.document(.storedInPart).description])
    #expect(try ledger.refusedCount() == 1)
  }

  @Test(arguments: TrustPolicy.Mode.allCases)
  func `an action enters whatever the stores must prove`(_ mode: TrustPolicy.Mode) throws {
    let trust = TrustPolicy(mode: mode, bundle: "com.example.other", environment: .production)
    let intake = Intake(ledger: MemoryLedger(policy: .standard), trust: trust)
    let note = ActionRecord(
      kind: .noted, subscription: "as_1", at: now, recordedAt: now,
      action: SubscriptionEvent.Action(actor: "mika", text: "said \"ok\"\n次回"))
    let first = try intake.record(note, now: now)
    #expect(first.outcomes == [.stored(1)])
    #expect(first.subscriptions == ["as_1"])
    #expect(try intake.record(note, now: now).outcomes == [.duplicate(1)])
    #expect(try intake.ledger.events(of: "as_1").first?.event.action == note.action)
  }

  @Test func `nothing of a transaction is stored when the ledger is full`() throws {
    var world = try SimulatedWorld(seed: 3, subscribers: 30)
    let ledger = FaultyLedger(room: 4)
    let intake = Intake(ledger: ledger, trust: try world.trust())
    let messages = try notifications(&world).prefix(5).map {
      IncomingDocument(bytes: $0.bytes[...])
    }
    #expect(throws: LedgerError.full(location: "/ledger")) {
      try intake.take(messages, origin: "test", now: now)
    }
    #expect(try ledger.lastPosition() == 0)
    #expect(try intake.take(messages.dropLast(), origin: "test", now: now).stored == 4)
  }
}
