import SubscriptionCore
import Testing

/// Lives of which one report was lost, or came by another way: a later one tells what happened.
@Suite struct LostReportsTests {
  private func episodes(_ story: Story, _ now: String) throws -> [BillingEpisode] {
    try story.subscriber().episodes(at: at(now), policy: .standard)
  }

  private func payments(_ story: Story) throws -> [Payment] {
    try story.subscriber().payments(in: story.events, at: at("2026-12-01"))
  }

  /// The states entered, each with its day.
  private func states(_ story: Story, _ now: String) throws -> [String] {
    try story.subscriber().timeline(at: at(now), policy: .standard)
      .filter { !$0.projected }.map { "\($0.kind.rawValue) \($0.from.rfc3339.prefix(10))" }
  }

  // MARK: App Store

  /// Paid in March, failed on 1 April, on hold.
  private var held: Story {
    var story = Story(.appStore)
    story.transaction(.purchased, "1", "2026-03-01", "2026-04-01")
    story.tell(.billingFailed, "2026-04-01") {
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (.hold, true, true)
      ($0.transactionID, $0.expiresAt, $0.endReason) = ("1", at("2026-04-01"), .billing)
    }
    return story
  }

  @Test func `case 24: who buys again had left, whether or not the store said so`() throws {
    var story = Story(.appStore)
    story.transaction(.purchased, "1", "2025-03-01", "2025-04-01")
    story.transaction(.purchased, "2", "2026-03-01", "2026-04-01")
    let found = try states(story, "2026-03-02")
    #expect(found == ["paid 2025-03-01", "expired 2025-04-01", "paid 2026-03-01"])
    let then = try story.status("2025-09-01")
    #expect(then.state == .expired)
    #expect(then.end?.reason == .other)
    #expect(try story.status("2026-03-02").state == .active)
  }

  @Test func `a renewal after lost ones ended nothing, unless a receipt lists them all`() throws {
    for source in [EventSource.appStoreNotification, .appStoreReceipt] {
      var story = Story(.appStore)
      story.transaction(.purchased, "1", "2025-03-01", "2025-04-01")
      story.transaction(.renewed, "2", "2026-03-01", "2026-04-01", source: source)
      let hasEnded = try states(story, "2026-03-02").contains("expired 2025-04-01")
      #expect(hasEnded == (source == .appStoreReceipt))
    }
  }

  @Test(arguments: [StatedStatus.hold, .grace])
  func `case 7: who cancels while the tries go on leaves by choice`(status: StatedStatus) throws {
    var story = held
    story.tell(.autoRenewDisabled, "2026-04-05") {
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (status, false, true)
      ($0.transactionID, $0.expiresAt, $0.endReason) = ("1", at("2026-04-01"), .billing)
    }
    #expect(try story.status("2026-04-06").end?.cause == .voluntary)
    #expect(try episodes(story, "2026-04-06").map(\.outcome) == [.canceledByUser])
  }

  @Test func `case 7: the store that gave up states its own reason`() throws {
    var story = held
    story.tell(.autoRenewDisabled, "2026-04-05") {
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (.expired, false, false)
      ($0.transactionID, $0.expiresAt, $0.endReason) = ("1", at("2026-04-01"), .billing)
    }
    #expect(try story.status("2026-04-06").end?.cause == .involuntary)
  }

  @Test(arguments: [EventKind.snapshot, .priceChanged, .autoRenewDisabled])
  func `case 25: a payment counts on its day, whoever mentions it`(kind: EventKind) throws {
    var story = held
    story.tell(kind, "2026-04-27") {
      ($0.status, $0.autoRenew) = (.active, kind != .priceChanged ? false : true)
      ($0.transactionID, $0.purchasedAt) = ("2", at("2026-04-25"))
      $0.expiresAt = at("2026-05-25")
    }
    let episode = try #require(try episodes(story, "2026-04-28").first)
    #expect(episode.outcome == .recoveredInHold)
    #expect(episode.endedAt == at("2026-04-25"))
    #expect(
      try story.status("2026-04-28").state == (kind == .priceChanged ? .active : .canceled))
  }

  @Test func `case 25: an end found later began with the end of what was paid`() throws {
    var story = held
    story.tell(.snapshot, "2026-06-01") {
      ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .voluntary)
      ($0.transactionID, $0.purchasedAt) = ("2", at("2026-04-25"))
      $0.expiresAt = at("2026-05-25")
    }
    let status = try story.status("2026-06-02")
    #expect(status.end?.at == at("2026-05-25"))
    #expect(try episodes(story, "2026-06-02").map(\.outcome) == [.recoveredInHold])
  }

  @Test func `case 18: who cancels and comes back in grace has failed once`() throws {
    var story = held
    for (kind, day, renews) in [
      (EventKind.autoRenewDisabled, "2026-04-05", false), (.autoRenewEnabled, "2026-04-06", true),
    ] {
      story.tell(kind, day) {
        ($0.status, $0.autoRenew, $0.inBillingRetry) = (.hold, renews, true)
        ($0.transactionID, $0.expiresAt) = ("1", at("2026-04-01"))
      }
    }
    let all = try episodes(story, "2026-04-07")
    #expect(all.map(\.failedAt) == [at("2026-04-01")])
    #expect(all.map(\.outcome) == [.open])
  }

  @Test func `case 21: the refund of an upgrade gives nothing back`() throws {
    var story = Story(.appStore)
    story.transaction(.purchased, "1", "2026-03-01", "2026-04-01")
    story.transaction(.productChanged, "2", "2026-03-10", "2026-04-10") { $0.product = "platinum" }
    story.tell(.refunded, "2026-03-10T01:00:00Z") {
      ($0.transactionID, $0.isUpgraded, $0.revokedAt) = ("1", true, at("2026-03-10"))
      ($0.status, $0.product) = (.active, nil)
    }
    let paid = try payments(story).first { $0.transactionID == "1" }
    #expect(paid?.kind == .upgraded)
    #expect(paid?.refundedAt == nil)
    #expect(try story.status("2026-03-11").state == .active)
  }

  @Test func `case 4: what was announced and is paid on its date has not failed`() throws {
    var story = Story(.appStore)
    story.transaction(.purchased, "1", "2026-03-01", "2026-04-01")
    story.tell(.billingFailed, "2026-03-31T12:00:00Z") {
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (.active, true, true)
      ($0.transactionID, $0.expiresAt) = ("1", at("2026-04-01"))
    }
    story.tell(.renewed, "2026-04-01T00:00:05Z", effective: "2026-04-01") {
      ($0.status, $0.transactionID, $0.autoRenew) = (.active, "2", true)
      ($0.purchasedAt, $0.expiresAt) = (at("2026-04-01"), at("2026-05-01"))
    }
    #expect(try episodes(story, "2026-04-02").isEmpty)
    #expect(try states(story, "2026-04-02").allSatisfy { $0.hasPrefix("paid") })
  }

  @Test func `case 28: of a family member no money is counted`() throws {
    var story = held
    for index in story.events.indices {
      story.events[index].facts.familyShared = true
      story.events[index].facts.price = Money(micros: 9_990_000, currency: "USD")
    }
    let all = try episodes(story, "2026-04-02")
    #expect(all.map(\.price) == [Money(micros: 0, currency: "USD")])
    let projection = try SubscriberProjection(
      of: story.subscriber(), at: at("2026-04-02"), policy: .standard, profile: nil)
    #expect(projection.days.standings.allSatisfy { $0.mrr?.micros ?? 0 == 0 })
  }

  /// The first word of a failing renewal may be an answer or a choice of the user, weeks later.
  @Test(arguments: [EventKind.snapshot, .productChangeScheduled])
  func `case 3: a past grace date in retry tells of a grace that was not reported`(
    kind: EventKind
  ) throws {
    for graceEnds in ["2026-04-17", nil] {
      var story = Story(.appStore)
      story.transaction(.purchased, "1", "2026-03-01", "2026-04-01")
      story.tell(kind, "2026-04-25") {
        ($0.status, $0.autoRenew, $0.inBillingRetry) = (.hold, true, true)
        ($0.transactionID, $0.expiresAt, $0.endReason) = ("1", at("2026-04-01"), .billing)
        $0.graceEndsAt = graceEnds.map { at($0) }
      }
      let grace = graceEnds == nil ? [] : ["grace 2026-04-01"]
      let hold = "hold \(graceEnds ?? "2026-04-01")"
      #expect(try states(story, "2026-04-26") == ["paid 2026-03-01"] + grace + [hold])
      let episode = try #require(try episodes(story, "2026-04-26").first)
      #expect(episode.failedAt == at("2026-04-01") && episode.enteredGrace == (graceEnds != nil))
      let lost = Access(granted: false, until: at(graceEnds ?? "2026-04-01"))
      #expect(try story.status("2026-04-26").access == lost)
    }
  }

  @Test(arguments: ["2026-05-20", "2027-05-20"])
  func `case 3: the grace date in a receipt tells when access ended`(heard: String) throws {
    var story = Story(.appStore)
    story.transaction(.purchased, "1", "2026-03-01", "2026-04-01", source: .appStoreReceipt)
    story.tell(.snapshot, heard, source: .appStoreReceipt) {
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (.expired, false, false)
      ($0.transactionID, $0.purchasedAt, $0.expiresAt) = ("1", at("2026-03-01"), at("2026-04-01"))
      ($0.endReason, $0.graceEndsAt) = (.billing, at("2026-04-17"))
    }
    let episode = try #require(try episodes(story, "2027-06-01").first)
    #expect(episode.failedAt == at("2026-04-01"))
    #expect(episode.graceEnds == at("2026-04-17"))
    #expect(episode.holdStartedAt == at("2026-04-17"))
    #expect(episode.outcome == .ranOut)
    let status = try story.status("2027-06-01")
    #expect(status.access.until == at("2026-04-17"))
    // The tries are over after sixty days and what they are late.
    #expect(status.end?.at == min(at(heard), at("2026-06-05")))
  }

  @Test func `case 21: an upgrade that names the unpaid transaction pays nothing`() throws {
    var story = held
    story.tell(.productChanged, "2026-04-10") {
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (.hold, true, true)
      ($0.transactionID, $0.expiresAt, $0.nextProduct) = ("1", at("2026-04-01"), "platinum")
    }
    #expect(try story.status("2026-04-11").state == .hold)
    #expect(try episodes(story, "2026-04-11").map(\.outcome) == [.open])
  }

  // MARK: Google Play

  @Test func `case 10: an end by billing as the first word is a failure of no date`() throws {
    var story = Story(.googlePlay)
    story.tell(.expired, "2026-05-30") {
      ($0.status, $0.autoRenew, $0.expiresAt) = (.expired, false, at("2026-05-30"))
      ($0.startedAt, $0.endReason) = (at("2026-03-01"), .billing)
      ($0.orderID, $0.paidOrderID) = ("GPA.1-2-3-4..0", "GPA.1-2-3-4")
    }
    #expect(try episodes(story, "2026-06-01").map(\.outcome) == [.ranOut])
    #expect(try story.status("2026-06-01").paidThrough == nil)
    let told = try Explanation(
      of: story.subscriber(), at: at("2026-06-01"), policy: .standard
    ).sentences.map(\.text).joined(separator: " ")
    #expect(told.contains("A renewal whose date is not known failed"), "\(told)")
    #expect(told.contains("no access since 30 May 2026 00:00 UTC (2 days ago) at the latest."))
  }

  @Test(arguments: [StatedStatus.grace, .hold, nil])
  func `a change of items pays no failing renewal`(status: StatedStatus?) throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.billingFailed, on: "2026-04-02", until: "2026-04-08") { $0.status = .grace }
    if status == .hold {
      story.resource(.holdStarted, on: "2026-04-08", until: "2026-04-08") { $0.status = .hold }
    }
    story.tell(.productChanged, "2026-04-09") { facts in
      facts.status = status
      if status == .grace { facts.expiresAt = at("2026-04-12") }
    }
    let state = try story.status("2026-04-10").state
    #expect(state == (status == .grace ? .grace : .hold))
    #expect(try episodes(story, "2026-04-10").map(\.outcome) == [.open])
  }

  @Test func `case 35: a test purchase changes nothing for a real one`() throws {
    var tester = Story(.googlePlay, "gp_2")
    tester.usual.environment = .sandbox
    tester.resource(.purchased, on: "2026-04-10", until: "2026-05-10")
    let related = RelatedPurchase(of: try tester.subscriber())
    #expect(try heldAtPlay.status("2026-04-11", beside: [related]).state == .hold)
    let subscriber = try heldAtPlay.subscriber(beside: [related])
    #expect(subscriber.linkedPurchases(at: at("2026-04-11"), policy: .standard).isEmpty)
  }

  /// Bought on 1 March, on hold since 2 April.
  private var heldAtPlay: Story {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.holdStarted, on: "2026-04-02", until: "2026-04-01") { $0.status = .hold }
    return story
  }

  @Test func `a payment out of hold that is found later does not undo the hold`() throws {
    var story = heldAtPlay
    story.resource(
      .autoRenewDisabled, on: "2026-04-20", until: "2026-05-15", order: "GPA.1-2-3-4..0"
    ) { ($0.status, $0.autoRenew) = (.canceled, false) }
    let episode = try #require(try episodes(story, "2026-04-21").first)
    #expect(episode.outcome == .recoveredInHold)
    #expect(episode.endedAt == at("2026-04-15"))
    #expect(episode.renewalDateKept == false)
    #expect(try states(story, "2026-04-21").contains { $0.hasPrefix("hold") })
  }

  @Test(arguments: [(BillingPeriod?.some(.monthly), "2026-04-15"), (nil, "2026-05-05")])
  func `what failed on its day was paid when its period began, or was found`(
    period: BillingPeriod?, day: String
  ) throws {
    var story = heldAtPlay
    story.resource(.snapshot, on: "2026-05-05", until: "2026-05-15", order: "GPA.1-2-3-4..0")
    for place in story.events.indices { story.events[place].facts.period = period }
    let payment = try #require(
      try payments(story).first { $0.orderID == "GPA.1-2-3-4..0" })
    #expect(payment.at == at(day))
    #expect(!payment.isDateStated)
    let episode = try #require(try episodes(story, "2026-05-06").first)
    #expect(episode.endedAt == at(day))
    #expect(episode.renewalDateKept == false)
  }

  @Test func `case 17: a voided order that goes on took no access`() throws {
    for status in [StatedStatus.active, .hold] {
      var story = status == .hold ? heldAtPlay : Story(.googlePlay)
      if status == .active { story.resource(.purchased, on: "2026-03-10", until: "2026-05-01") }
      story.tell(.refunded, "2026-04-10") { $0.orderID = "GPA.1-2-3-4" }
      let until = status == .hold ? "2026-04-01" : "2026-05-01"
      story.resource(.snapshot, on: "2026-04-12", until: until) { $0.status = status }
      #expect(try states(story, "2026-04-13").allSatisfy { !$0.hasPrefix("refunded") })
      #expect(try episodes(story, "2026-04-13").count == (status == .hold ? 1 : 0))
    }
  }

  @Test func `case 16: a forgotten token ended two months before`() throws {
    var story = heldAtPlay
    story.tell(.expired, "2026-08-01") { $0.status = .gone }
    #expect(try story.status("2026-08-02").end?.at == at("2026-06-02"))
    var unknown = Story(.googlePlay)
    unknown.tell(.expired, "2026-08-01") { $0.status = .gone }
    #expect(try unknown.status("2026-08-02").state == .unknown)
  }

  @Test func `a pause in hold pays nothing`() throws {
    var story = heldAtPlay
    story.resource(.paused, on: "2026-04-12", until: "2026-04-01") {
      ($0.status, $0.resumesAt) = (.paused, at("2026-05-12"))
    }
    let episode = try #require(try episodes(story, "2026-04-13").first)
    #expect(episode.outcome == .superseded)
    #expect(episode.endedAt == at("2026-04-12"))
    #expect(try states(story, "2026-04-13").suffix(2) == ["hold 2026-04-02", "paused 2026-04-12"])
    let resuming = try story.status("2026-05-12T06:00:00Z")
    #expect(resuming.renewsAt == at("2026-05-12"))
  }

  @Test func `a refund review is over with the next payment`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.tell(.refundRequested, "2026-03-05")
    #expect(try story.status("2026-03-06").flags.contains(.refundRequested))
    story.resource(.renewed, on: "2026-04-01", until: "2026-05-01", order: "GPA.1-2-3-4..0")
    #expect(try !story.status("2026-04-02").flags.contains(.refundRequested))
  }

  // MARK: Google's date

  @Test func `a date that Google moves by a day in silence is not paid for`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-09-01", until: "2026-10-01")
    var deferred = story
    story.resource(.snapshot, on: "2026-10-01T02:00:00Z", until: "2026-10-02")
    let pending = try story.status("2026-10-01T12:00:00Z")
    #expect(pending.state == .renewalPending)
    #expect(pending.paidThrough == at("2026-10-01"))
    story.resource(.billingFailed, on: "2026-10-02", until: "2026-10-08") { $0.status = .grace }
    #expect(try story.status("2026-10-03").retryEnds == at("2026-11-30"))
    deferred.resource(.renewalExtended, on: "2026-10-01T02:00:00Z", until: "2026-10-02")
    #expect(try deferred.status("2026-10-01T12:00:00Z").paidThrough == at("2026-10-02"))
  }

  @Test(arguments: [EventKind.holdStarted, .snapshot])
  func `the date in hold proves the grace before it that was not reported`(kind: EventKind)
    throws
  {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-09-01", until: "2026-10-01")
    story.resource(
      kind, on: kind == .snapshot ? "2026-10-09" : "2026-10-08", until: "2026-10-08"
    ) { ($0.status, $0.endReason, $0.orderID) = (.hold, .billing, "GPA.1-2-3-4..0") }
    let subscriber = try story.subscriber()
    let status = subscriber.status(at: at("2026-10-10"), policy: .standard)
    #expect(status.state == .hold)
    #expect(status.access == Access(granted: false, until: at("2026-10-08")))
    let spans = subscriber.timeline(at: at("2026-10-10"), policy: .standard)
    #expect(
      spans.filter { !$0.projected }.map { "\($0.kind) \($0.from.rfc3339.prefix(10))" }
        == ["paid 2026-09-01", "grace 2026-10-01", "hold 2026-10-08"])
    let episode = try #require(subscriber.episodes(at: at("2026-10-10"), policy: .standard).first)
    #expect(episode.failedAt == at("2026-10-01"))
    #expect(episode.holdStartedAt == at("2026-10-08"))
  }
}

extension Story {
  /// Appends a paid transaction of the App Store.
  fileprivate mutating func transaction(
    _ kind: EventKind, _ id: String, _ paid: String, _ until: String,
    source: EventSource = .appStoreNotification, _ change: (inout StoreFacts) -> Void = { _ in }
  ) {
    tell(kind, paid, source: source) {
      ($0.transactionID, $0.originalTransactionID, $0.environment) = (id, "1", .production)
      ($0.purchasedAt, $0.expiresAt, $0.autoRenew) = (at(paid), at(until), true)
      change(&$0)
    }
  }
}
