import SubscriptionCore
import Testing

/// Lives of which the failure, the recovery or the end of a renewal was never reported.
@Suite struct LostRecoveriesTests {
  private func episodes(_ story: Story, _ now: String) throws -> [BillingEpisode] {
    try story.subscriber().episodes(at: at(now), policy: .standard)
  }

  /// The states entered, each with its day.
  private func states(_ story: Story, _ now: String) throws -> [String] {
    try story.subscriber().timeline(at: at(now), policy: .standard)
      .filter { !$0.projected }.map { "\($0.kind.rawValue) \($0.from.rfc3339.prefix(10))" }
  }

  @Test func `a failure that is reported after its recovery is not sent as a change`() throws {
    var story = Story.appStore()
    story.tell(.recovered, "2023-05-05") {
      ($0.transactionID, $0.purchasedAt, $0.expiresAt) = ("t2", at("2023-05-05"), at("2023-06-05"))
      ($0.status, $0.autoRenew) = (.active, true)
    }
    let now = at("2023-05-06")
    func row() throws -> SubscriberProjection {
      SubscriberProjection(of: try story.subscriber(), at: now, policy: .standard, profile: nil)
    }
    let live = try row()
    story.tell(.billingFailed, "2023-05-01T00:00:10Z", heard: "2023-05-06") {
      ($0.transactionID, $0.expiresAt) = ("t1", at("2023-05-01"))
      ($0.status, $0.autoRenew, $0.graceEndsAt) = (.grace, true, at("2023-05-17"))
    }
    let corrected = try row()
    #expect(live.history.map(\.to).suffix(2) == [.hold, .active])
    #expect(corrected.history.map(\.to).suffix(2) == [.grace, .active])
    #expect(SubscriptionChange.between(live, and: corrected, at: now).isEmpty)
  }

  // MARK: App Store

  /// A transaction at the App Store.
  private func transaction(
    _ kind: EventKind, _ id: String, _ paid: String, _ until: String, stated: String? = nil,
    in story: inout Story
  ) {
    story.tell(kind, stated ?? paid, effective: paid) {
      ($0.transactionID, $0.purchasedAt, $0.expiresAt) = (id, at(paid), at(until))
      ($0.status, $0.autoRenew) = (.active, true)
    }
  }

  /// Paid in March at the App Store.
  private var paid: Story {
    var story = Story(.appStore)
    transaction(.purchased, "1", "2026-03-01", "2026-04-01", in: &story)
    return story
  }

  /// Paid in March, failed on 1 April, with grace to a date or without.
  private func failing(graceEnds: String? = nil) -> Story {
    var story = paid
    story.tell(.billingFailed, "2026-04-01") {
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (graceEnds == nil ? .hold : .grace, true, true)
      ($0.transactionID, $0.expiresAt) = ("1", at("2026-04-01"))
      $0.graceEndsAt = graceEnds.map { at($0) }
    }
    return story
  }

  @Test(arguments: [String?.none, "2026-04-17"])
  func `case 24: who buys again when the tries are over had left`(graceEnds: String?) throws {
    var story = failing(graceEnds: graceEnds)
    let before = try story.status("2026-06-20")
    #expect(before.end == SubscriptionEnd(reason: .billing, at: at("2026-06-05")))
    transaction(.purchased, "2", "2026-06-25", "2026-07-25", in: &story)
    #expect(try story.status("2026-06-20").end == before.end)
    #expect(try story.status("2026-06-26").state == .active)
    let episode = try #require(try episodes(story, "2026-06-26").first)
    #expect(episode.outcome == .ranOut)
    #expect(episode.endedAt == at("2026-06-05"))
    #expect(try states(story, "2026-06-26").suffix(2) == ["expired 2026-06-05", "paid 2026-06-25"])
  }

  @Test(arguments: [
    ("2026-05-30", BillingEpisode.Outcome.recoveredInHold), ("2026-06-02", .ranOut),
  ])
  func `case 24: who buys again before a late end is reported had left`(
    bought: String, outcome: BillingEpisode.Outcome
  ) throws {
    var story = failing()
    transaction(.purchased, "2", bought, "2026-07-02", in: &story)
    #expect(try story.status("2026-06-03").state == .active)
    let episode = try #require(try episodes(story, "2026-06-03").first)
    #expect(episode.outcome == outcome)
    #expect(episode.endedAt == at(outcome == .ranOut ? "2026-05-31" : bought))
  }

  @Test(arguments: [EventSource.appStoreServerAPI, .appStoreReceipt])
  func `a listed payment in grace counts after a failure that is dated at the renewal`(
    source: EventSource
  ) throws {
    var story = failing(graceEnds: "2026-04-17")
    func pay(_ facts: inout StoreFacts) {
      (facts.transactionID, facts.purchasedAt) = ("2", at("2026-04-01"))
      facts.expiresAt = at("2026-05-01")
    }
    story.tell(.renewed, "2026-04-01", heard: "2026-04-06", source: source, pay)
    story.tell(
      .recovered, "2026-04-06", effective: "2026-04-01", source: .appStoreNotificationV1, pay)
    let episode = try #require(try episodes(story, "2026-04-07").first)
    #expect(episode.outcome == .recoveredInGrace)
    #expect(episode.endedAt == at("2026-04-06"))
  }

  @Test func `a purchase while the App Store still tries pays what failed`() throws {
    var story = failing()
    transaction(.purchased, "2", "2026-05-20", "2026-06-20", in: &story)
    #expect(try episodes(story, "2026-05-21").map(\.outcome) == [.recoveredInHold])
  }

  @Test(arguments: [
    ("2026-04-20", BillingEpisode.Outcome.recoveredInHold, "hold 2026-04-01", false),
    ("2026-04-01", .recoveredInGrace, "grace 2026-04-01", true),
  ])
  func `a recovery at the App Store tells of a failure that was not reported`(
    bought: String, outcome: BillingEpisode.Outcome, state: String, isKept: Bool
  ) throws {
    var story = paid
    let until = isKept ? "2026-05-01" : "2026-05-20"
    transaction(.recovered, "2", bought, until, stated: "2026-04-20", in: &story)
    let episode = try #require(try episodes(story, "2026-04-21").first)
    #expect(episode.outcome == outcome)
    #expect(episode.failedAt == at("2026-04-01"))
    #expect(episode.endedAt == at("2026-04-20"))
    #expect(episode.renewalDateKept == isKept)
    #expect(try states(story, "2026-04-21") == ["paid 2026-03-01", state, "paid 2026-04-20"])
  }

  @Test(arguments: [
    (EventKind.renewed, BillingEpisode.Outcome.recoveredInGrace, "2026-04-17"),
    (.recovered, .recoveredInHold, "2026-05-01"),
  ])
  func `a renewal on the billing date follows a payment in grace`(
    kind: EventKind, outcome: BillingEpisode.Outcome, ended: String
  ) throws {
    var story = failing(graceEnds: "2026-04-17")
    transaction(kind, "3", "2026-05-01", "2026-06-01", in: &story)
    let episode = try #require(try episodes(story, "2026-05-02").first)
    #expect(episode.outcome == outcome)
    #expect(episode.endedAt == at(ended))
    #expect(try story.status("2026-05-02").paidThrough == at("2026-06-01"))
  }

  @Test func `case 7: who cancels after the paid period does so while the renewal fails`() throws {
    var story = paid
    story.tell(.autoRenewDisabled, "2026-04-20") {
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (.expired, false, false)
      ($0.transactionID, $0.expiresAt, $0.endReason) = ("1", at("2026-04-01"), .voluntary)
    }
    #expect(
      try states(story, "2026-04-21")
        == ["paid 2026-03-01", "hold 2026-04-01", "expired 2026-04-20"])
    #expect(try episodes(story, "2026-04-21").map(\.outcome) == [.canceledByUser])
    let end = try story.status("2026-04-21").end
    #expect(end == SubscriptionEnd(reason: .voluntary, at: at("2026-04-20")))
  }

  /// Apple dates the transaction of a payment in grace at the renewal, and signs the report later.
  @Test(arguments: [("2026-04-06", "2026-04-06"), ("2026-04-17T00:20:00Z", "2026-04-17")])
  func `a payment that kept the billing date was made in grace`(
    signed: String, ended: String
  ) throws {
    var story = failing(graceEnds: "2026-04-17")
    transaction(.recovered, "2", "2026-04-01", "2026-05-01", stated: signed, in: &story)
    let episode = try #require(try episodes(story, "2026-04-20").first)
    #expect(episode.outcome == .recoveredInGrace && episode.renewalDateKept == true)
    #expect(episode.endedAt == at(ended) && episode.holdStartedAt == nil)
  }

  @Test(arguments: [("2026-04-06", "2026-04-06"), ("2026-05-02", "2026-04-17")])
  func `a listed payment in grace counts after the reports of the failure`(
    listed: String, ended: String
  ) throws {
    var story = paid
    story.tell(.billingFailed, "2026-04-01T00:02:00Z", effective: "2026-04-01") {
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (.grace, true, true)
      ($0.transactionID, $0.expiresAt) = ("1", at("2026-04-01"))
      $0.graceEndsAt = at("2026-04-17")
    }
    // Apple dates it at the renewal, before the failure was reported.
    story.tell(.renewed, "2026-04-01", heard: listed, source: .appStoreServerAPI) {
      ($0.transactionID, $0.purchasedAt, $0.expiresAt) = ("2", at("2026-04-01"), at("2026-05-01"))
    }
    let status = try story.status("2026-04-20")
    #expect(status.state == .active && status.paidThrough == at("2026-05-01"))
    let episode = try #require(try episodes(story, "2026-04-20").first)
    #expect(episode.outcome == .recoveredInGrace)
    #expect(episode.endedAt == at(ended))
    transaction(.recovered, "2", "2026-04-01", "2026-05-01", stated: "2026-04-05", in: &story)
    #expect(try episodes(story, "2026-04-20").map(\.endedAt) == [at("2026-04-05")])
  }

  // MARK: Google Play

  /// Paid in March at Google Play, in grace from 2 April.
  private var inGrace: Story {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.billingFailed, on: "2026-04-02", until: "2026-04-08") {
      ($0.status, $0.orderID) = (.grace, "GPA.1-2-3-4..0")
    }
    return story
  }

  @Test(arguments: [EventKind.renewed, .snapshot])
  func `a later order on the billing date follows a payment in grace`(kind: EventKind) throws {
    var story = inGrace
    story.resource(kind, on: "2026-05-02", until: "2026-06-01", order: "GPA.1-2-3-4..1")
    let episode = try #require(try episodes(story, "2026-05-03").first)
    #expect(episode.outcome == .recoveredInGrace)
    #expect(episode.endedAt == at("2026-04-08"))
    #expect(episode.renewalDateKept == true)
    let status = try story.status("2026-05-03")
    #expect(status.paidThrough == at("2026-06-01"))
    #expect(try states(story, "2026-05-03").last == "paid 2026-04-08")
    let payments = try story.subscriber().payments(in: story.events, at: at("2026-05-03"))
      .filter { $0.kind == .paid }
    #expect(payments.map(\.orderID) == ["GPA.1-2-3-4", nil, "GPA.1-2-3-4..1"])
    #expect(payments.map(\.at) == [at("2026-03-01"), at("2026-04-08"), at("2026-05-02")])
    #expect(payments.map(\.isRenewal) == [false, true, true])
  }

  @Test(arguments: [true, false])
  func `a later order on another date follows a payment out of hold`(isHoldTold: Bool) throws {
    var story = inGrace
    if isHoldTold {
      story.resource(.holdStarted, on: "2026-04-08", until: "2026-04-08") { $0.status = .hold }
    }
    story.resource(.renewed, on: "2026-05-12", until: "2026-06-12", order: "GPA.1-2-3-4..1")
    let episode = try #require(try episodes(story, "2026-05-13").first)
    #expect(episode.outcome == .recoveredInHold)
    #expect(episode.holdStartedAt == at("2026-04-08"))
    #expect(episode.endedAt == at("2026-04-12"))
    #expect(episode.renewalDateKept == false)
    #expect(try story.status("2026-05-13").paidThrough == at("2026-06-12"))
  }

  @Test(arguments: [
    ("2026-05-01", "2026-04-20", "2026-04-08", BillingEpisode.Outcome.recoveredInGrace),
    ("2026-05-01", "2026-04-05", "2026-04-04T23:59:59Z", .recoveredInGrace),
    ("2026-05-12", "2026-04-20", "2026-04-12", .recoveredInHold),
  ])
  func `a payment that a later cancellation alone proves is not dated at the failure`(
    until: String, canceled: String, ended: String, outcome: BillingEpisode.Outcome
  ) throws {
    for kind in [EventKind.autoRenewDisabled, .snapshot] {
      var story = inGrace
      story.resource(kind, on: "2026-04-20", until: until, order: "GPA.1-2-3-4..0") {
        ($0.status, $0.autoRenew, $0.endReason) = (.canceled, false, .voluntary)
        $0.canceledAt = at(canceled)
      }
      let status = try story.status("2026-04-21")
      #expect(status.state == .canceled && status.paidThrough == at(until))
      let episode = try #require(try episodes(story, "2026-04-21").first)
      #expect(episode.outcome == outcome && episode.endedAt == at(ended))
    }
  }

  @Test func `a payment in grace that its refund alone proves was made before the refund`() throws {
    var story = failing(graceEnds: "2026-04-17")
    story.tell(.refunded, "2026-04-10T00:00:05Z", effective: "2026-04-10") {
      ($0.transactionID, $0.purchasedAt) = ("2", at("2026-04-01"))
      ($0.expiresAt, $0.status) = (at("2026-05-01"), .revoked)
      ($0.revokedAt, $0.endReason) = (at("2026-04-10"), .refund)
    }
    #expect(try story.status("2026-04-11").state == .refunded)
    let episode = try #require(try episodes(story, "2026-04-11").first)
    #expect(episode.outcome == .recoveredInGrace)
    #expect(episode.endedAt == at("2026-04-09T23:59:59Z"))
  }

  @Test func `a payment in grace that the next failure proves is not dated at the failure`() throws
  {
    var story = inGrace
    story.resource(.billingFailed, on: "2026-05-02", until: "2026-05-08", order: "GPA.1-2-3-4..0") {
      ($0.status, $0.endReason) = (.grace, .billing)
    }
    #expect(try episodes(story, "2026-05-03").map(\.endedAt) == [at("2026-04-08"), nil])
  }

  @Test func `case 11: a bare RTDN 1 moves the billing date, whether hold was reported or not`()
    throws
  {
    for isHoldTold in [true, false] {
      var story = inGrace
      if isHoldTold { story.tell(.holdStarted, "2026-04-08") }
      story.tell(.recovered, "2026-04-15")
      let status = try story.status("2026-04-16")
      #expect(status.paidThrough == at("2026-05-15"))
      #expect(status.access == Access(granted: true, until: at("2026-05-15")))
      let episode = try #require(try episodes(story, "2026-04-16").first)
      #expect(episode.outcome == .recoveredInHold)
      #expect(episode.renewalDateKept == false)
    }
  }

  @Test func `case 11: RTDN 1 tells of a hold that was not reported`() throws {
    for isBare in [true, false] {
      var story = Story(.googlePlay)
      story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
      if isBare {
        story.tell(.recovered, "2026-04-20")
      } else {
        story.resource(.recovered, on: "2026-04-20", until: "2026-05-20", order: "GPA.1-2-3-4..0")
      }
      let episode = try #require(try episodes(story, "2026-04-21").first)
      #expect(episode.outcome == .recoveredInHold)
      #expect(episode.failedAt == at("2026-04-01"))
      #expect(episode.endedAt == at("2026-04-20"))
      #expect(try !story.status("2026-04-10").access.granted)
      #expect(
        try states(story, "2026-04-21") == [
          "paid 2026-03-01", "hold 2026-04-01", "paid 2026-04-20",
        ])
      #expect(try story.status("2026-04-21").paidThrough == at("2026-05-20"))
    }
  }

  @Test(arguments: [
    (true, "2026-04-20", "GPA.1-2-3-4..0"), (false, "2026-04-02", "GPA.1-2-3-4..0"),
    (false, "2026-05-20", "GPA.1-2-3-4..1"),
  ])
  func `RTDN 1 after a pause, on time or after lost renewals tells of no failure`(
    isPausing: Bool, day: String, order: String
  ) throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    if isPausing { story.resource(.pauseScheduled, on: "2026-03-10", until: "2026-04-01") }
    story.resource(.recovered, on: day, until: "2026-06-20", order: order)
    #expect(try episodes(story, "2026-06-01").isEmpty)
  }
}
