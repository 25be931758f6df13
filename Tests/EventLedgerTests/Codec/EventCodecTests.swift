import EventLedger
import LedgerContract
import SeededNumbers
import SubscriptionCore
import Testing

@Suite struct `The stored form of events and rows` {
  @Test func `keeps every field of an event`() throws {
    let event = Whole.event
    // A field added to the model must be given a value here, and a number in the list of fields.
    for value in [Mirror(reflecting: event), Mirror(reflecting: event.facts)] {
      for child in value.children {
        #expect(!isNil(child.value), "\(child.label ?? "") is missing in the whole event")
      }
    }
    #expect(try decoded(EventCodec.encode(event)) == event)
  }

  @Test func `keeps an event that says nothing`() throws {
    let event = SubscriptionEvent(
      id: "", kind: .unrecognized, subscription: "", effectiveAt: .distantPast,
      statedAt: .distantFuture, recordedAt: Timestamp(milliseconds: .min), source: .app,
      verification: .unchecked)
    #expect(try decoded(EventCodec.encode(event)) == event)
  }

  @Test(arguments: EventKind.allCases)
  func `keeps every kind`(_ kind: EventKind) throws {
    var event = Whole.event
    event.kind = kind
    #expect(try decoded(EventCodec.encode(event)) == event)
  }

  @Test func `keeps long texts, empty texts and empty lists`() throws {
    var event = Whole.event
    event.storeName = String(repeating: "長", count: 70_000)
    event.facts.country = ""
    event.facts.oddities = []
    #expect(try decoded(EventCodec.encode(event)) == event)
    event.facts.oddities = ["", "a\u{0}b", "\u{202E}"]
    #expect(try decoded(EventCodec.encode(event)) == event)
  }

  @Test func `keeps rows with episodes and history`() throws {
    let ledger = MemoryLedger(policy: .standard)
    let world = SampleWorld(seed: 70, subscriptions: 80)
    try ledger.append(world.entries, now: SampleWorld.middle)
    try ledger.putProfiles(world.profiles)
    var states: Set<SubscriptionState> = []
    for row in try ledger.subscribers(SubscriberQuery(limit: 1_000)).rows {
      guard let subscriber = try ledger.subscriber(row.id) else { continue }
      let whole = SubscriberProjection(
        of: subscriber, at: SampleWorld.middle, policy: .standard, profile: row.profile)
      let bytes = EventCodec.encode(whole)
      #expect(try bytes.withUnsafeBytes { try EventCodec.decode(row: $0) } == whole)
      #expect(try bytes.withUnsafeBytes { try EventCodec.decode(summary: $0) } == row)
      states.insert(row.status.state)
    }
    #expect(states.count >= 7)
  }

  @Test func `passes over fields of a later build`() throws {
    let bytes = EventCodec.encode(Whole.event)
    #expect(try decoded(bytes + [126, 5, 127 | 0x80, 2, 9, 9]) == Whole.event)
  }

  @Test func `refuses another version, a missing field and no bytes at all`() {
    var bytes = EventCodec.encode(Whole.event)
    bytes[0] = 2
    #expect(throws: CodecError.unknownVersion(2)) { try decoded(bytes) }
    #expect(throws: CodecError.missing(field: 1)) { try decoded([1]) }
    #expect(throws: CodecError.truncated(offset: 0)) { try decoded([]) }
  }

  @Test func `answers every cut and every changed byte without a trap`() {
    let bytes = EventCodec.encode(Whole.event)
    var refused = 0
    for count in 0..<bytes.count {
      if (try? decoded(Array(bytes.prefix(count)))) == nil { refused += 1 }
    }
    #expect(refused > bytes.count / 4)
    var numbers = SeededNumbers(seed: 71)
    for _ in 0..<2_000 {
      var other = bytes
      for _ in 0..<3 {
        other[Int.random(in: 1..<other.count, using: &numbers)] = UInt8.random(
          in: 0...255, using: &numbers)
      }
      _ = try? decoded(other)
    }
  }

  private func decoded(_ bytes: [UInt8]) throws -> SubscriptionEvent {
    try bytes.withUnsafeBytes { try EventCodec.decode($0) }
  }

  private func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}

/// An event in which nothing is left out.
enum Whole {
  static let event = SubscriptionEvent(
    id: "asn:1", kind: .snapshot, subscription: "as_1", effectiveAt: Timestamp(seconds: 1),
    statedAt: Timestamp(seconds: -2), recordedAt: Timestamp(milliseconds: 3),
    source: .googlePlayNotification, verification: .verified, storeName: "DID_RENEW",
    facts: facts,
    action: SubscriptionEvent.Action(
      actor: "Mei", step: 3, until: Timestamp(seconds: 4), text: "called", undoes: "e0"),
    unread: ["field=value"])

  static let facts: StoreFacts = {
    var facts = StoreFacts()
    facts.app = "com.example.app"
    facts.environment = .sandbox
    facts.account = "account"
    facts.product = "pro"
    facts.basePlan = "monthly/offer"
    facts.group = "group"
    facts.period = BillingPeriod(3, .month)
    facts.price = Money(micros: -4_990_000, currency: "EUR")
    facts.renewalPrice = Money(micros: .max, currency: "JPY")
    facts.offer = Offer(
      kind: .payUpFront, isIntroductory: true, identifier: "intro", period: .monthly)
    facts.familyShared = false
    facts.country = "JPN"
    facts.originalTransactionID = "1"
    facts.transactionID = "2"
    facts.webOrderLineItemID = "3"
    facts.orderID = "GPA.1..2"
    facts.paidOrderID = "GPA.1..1"
    facts.purchaseToken = "token"
    facts.replaces = "gp_0"
    facts.replacedBy = "gp_2"
    facts.status = .pendingCanceled
    facts.startedAt = Timestamp(seconds: 10)
    facts.purchasedAt = Timestamp(seconds: 11)
    facts.expiresAt = Timestamp(seconds: 12)
    facts.graceEndsAt = Timestamp(seconds: 13)
    facts.renewsAt = Timestamp(seconds: 14)
    facts.resumesAt = Timestamp(seconds: 15)
    facts.canceledAt = Timestamp(seconds: 16)
    facts.revokedAt = Timestamp(seconds: 17)
    facts.autoRenew = true
    facts.inBillingRetry = false
    facts.nextProduct = "team"
    facts.endReason = .priceIncrease
    facts.priceConsentPending = true
    facts.consentDeadline = Timestamp(seconds: 19)
    facts.acknowledgementPending = false
    facts.isUpgraded = true
    facts.commitmentPaymentsLeft = 11
    (facts.endsWithCommitment, facts.addOns) = (true, ["storage", "hd"])
    (facts.refundedPart, facts.removedItems) = (50_000, ["hd"])
    facts.otherItems = [
      PurchasedItem(
        product: "hd", paidOrderID: "GPA.1..0", isTrial: true, expiresAt: Timestamp(seconds: 18)),
      PurchasedItem(product: nil, paidOrderID: nil),
    ]
    facts.oddities = ["one", "two"]
    (facts.unknownValues, facts.isProrated) = (["status: 9"], false)
    (facts.isBasePhase, facts.isPrepaid, facts.renewsByInstalments) = (true, true, false)
    facts.resubscribes = "gp_0"
    return facts
  }()
}
