import SubscriptionCore
import Testing

/// What thousands of told lives found at Google Play, each as the shortest story that shows it.
@Suite struct ToldPlayLivesTests {
  private func episodes(_ story: Story, _ now: String) throws -> [BillingEpisode] {
    try story.subscriber().episodes(at: at(now), policy: .standard)
  }

  // MARK: Purchases

  @Test func `a purchase anew closes a hold that only a later description tells of`() throws {
    for (bought, isClosed) in [("2026-05-10", true), ("2026-04-20", false)] {
      var story = Story(.googlePlay)
      story.tell(.snapshot, "2026-05-20") {
        ($0.status, $0.startedAt) = (.hold, at("2026-03-01"))
        ($0.expiresAt, $0.autoRenew, $0.endReason) = (at("2026-05-01"), true, .billing)
      }
      let anew = RelatedPurchase(
        subscription: "gp_2", product: "gold", group: nil, purchasedAt: at(bought), endedAt: nil,
        usedIntroductoryOffer: false)
      let status = try story.status("2026-05-21", beside: [anew])
      #expect(status.state == (isClosed ? .superseded : .hold))
      #expect(status.stateSince == at(isClosed ? bought : "2026-05-01"))
    }
  }

  @Test func `a purchase given up before it was paid is nobody's choice`() throws {
    var story = Story(.googlePlay)
    story.tell(.snapshot, "2026-03-05") { ($0.status, $0.autoRenew) = (.pendingCanceled, false) }
    let end = try story.status("2026-03-06").end
    #expect(end?.reason == .other)
    #expect(end?.cause == nil)
  }

  @Test(arguments: [false, true])
  func `nothing was paid for by a purchase that was called off`(isPendingReported: Bool) throws {
    var story = Story(.googlePlay)
    story.usual.startedAt = at("2026-03-01")
    story.usual.expiresAt = at("2026-04-01")
    if isPendingReported { story.tell(.purchasePending, "2026-03-01") { $0.status = .pending } }
    story.tell(.pendingPurchaseCanceled, "2026-03-05") { $0.status = .pendingCanceled }
    let status = try story.status("2026-03-06")
    #expect(status.state == .expired)
    #expect(status.paidThrough == nil)
    let spans = try story.subscriber().timeline(at: at("2026-03-06"), policy: .standard)
    #expect(!spans.contains { $0.access }, "\(spans)")
  }

  @Test func `add-ons are told until an answer leaves them out`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01") {
      $0.addOns = ["storage", "hd"]
    }
    let word = "The purchase has 2 add-ons, storage, hd, charged together with"
    let told = Explanation(of: try story.subscriber(), at: at("2026-03-02"), policy: .standard)
      .sentences.map(\.text)
    #expect(told.contains { $0.hasPrefix(word) })
    story.resource(.snapshot, on: "2026-03-05", until: "2026-04-01")
    #expect(try story.subscriber().facts.addOns == nil)
  }

  // MARK: Resources fetched late

  @Test func `a purchase whose resource was fetched after Google ended it lasted until then`()
    throws
  {
    for isPending in [false, true] {
      var story = Story(.googlePlay)
      if isPending { story.tell(.purchasePending, "2026-10-31") { $0.status = .pending } }
      story.resource(.purchased, on: "2026-11-01", until: "2026-11-04") {
        ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .billing)
      }
      let running = try story.status("2026-11-03")
      #expect(running.state == .active)
      #expect(running.access == Access(granted: true, until: at("2026-11-04")))
      let ended = try story.status("2026-11-06")
      #expect(ended.end == SubscriptionEnd(reason: .billing, at: at("2026-11-04")))
      #expect(ended.access == Access(granted: false, until: at("2026-11-04")))
      #expect(ended.paidThrough == at("2026-11-04"))
      #expect(try RelatedPurchase(of: story.subscriber()).endedAt == at("2026-11-04"))
    }
  }

  @Test func `case 10: a renewal whose resource was fetched after hold pays for no day of hold`()
    throws
  {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-09-01", until: "2026-10-01")
    func ended(_ kind: EventKind, on day: String) {
      story.resource(kind, on: day, until: "2026-11-30", order: "GPA.1-2-3-4..0") {
        ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .billing)
      }
    }
    ended(.renewed, on: "2026-10-01")
    #expect(try story.status("2026-10-15").state == .active)
    let status = try story.status("2026-12-10")
    #expect(status.paidThrough == at("2026-11-01"))
    #expect(status.access == Access(granted: false, until: at("2026-11-01")))
    #expect(status.end?.reason == .billing)
    // The report of the end says how long Google tried.
    ended(.expired, on: "2026-11-30")
    let episodes = try story.subscriber().episodes(at: at("2026-12-10"), policy: .standard)
    #expect(episodes.map(\.failedAt) == [at("2026-11-01")])
    #expect(episodes.map(\.outcome) == [.ranOut])
    #expect(
      try story.status("2026-12-10").end
        == SubscriptionEnd(reason: .billing, at: at("2026-11-30")))
  }

  // MARK: Pauses

  /// Paid to 1 April, with a pause asked for.
  private var pausing: Story {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.pauseScheduled, on: "2026-03-10", until: "2026-04-01")
    return story
  }

  @Test func `who cancels is not paused any more`() throws {
    #expect(try pausing.status("2026-03-11").flags.contains(.pausePending))
    var canceled = pausing
    canceled.resource(.autoRenewDisabled, on: "2026-03-12", until: "2026-04-01") {
      ($0.status, $0.autoRenew) = (.canceled, false)
    }
    canceled.resource(.priceChanged, on: "2026-03-14", until: "2026-04-01")
    #expect(try !canceled.status("2026-03-20").flags.contains(.pausePending))
    var restarted = pausing
    restarted.resource(.autoRenewEnabled, on: "2026-03-14", until: "2026-04-01")
    #expect(try !restarted.status("2026-03-20").flags.contains(.pausePending))
    var described = pausing
    described.resource(.snapshot, on: "2026-03-12", until: "2026-04-01") {
      ($0.status, $0.autoRenew) = (.canceled, false)
    }
    described.resource(.snapshot, on: "2026-03-14", until: "2026-04-01")
    #expect(try !described.status("2026-03-20").flags.contains(.pausePending))
  }

  @Test func `a payment after a pause was asked for says that the pause is over`() throws {
    var story = pausing
    story.resource(
      .renewalExtended, on: "2026-06-10", until: "2026-07-20", order: "GPA.1-2-3-4..0")
    #expect(try !story.status("2026-06-11").flags.contains(.pausePending))
  }

  @Test func `a hold after a pause keeps what was paid for, and counts from the resumption`() throws
  {
    for kind in [EventKind.holdStarted, .snapshot] {
      var story = Story(.googlePlay)
      story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
      story.resource(.paused, on: "2026-04-01", until: "2026-04-01") {
        ($0.status, $0.resumesAt) = (.paused, at("2026-07-01"))
      }
      story.resource(kind, on: "2026-07-01", until: "2026-04-01") {
        ($0.status, $0.endReason, $0.orderID) = (.hold, .billing, "GPA.1-2-3-4..0")
      }
      let status = try story.status("2026-07-20")
      #expect(status.state == .hold)
      #expect(status.paidThrough == at("2026-04-01"))
      #expect(status.retryEnds == at("2026-08-30"))
    }
  }

  @Test func `the date told in a pause is what was paid for, after a recovery that was lost`()
    throws
  {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.paused, on: "2026-05-01T00:00:03Z", until: "2026-05-01") {
      ($0.status, $0.resumesAt, $0.paidOrderID) = (.paused, at("2026-06-01"), "GPA.1-2-3-4..0")
    }
    let status = try story.status("2026-05-10")
    #expect(status.paidThrough == at("2026-05-01"))
    #expect(status.stateSince == at("2026-05-01"))
  }

  @Test func `RTDN 1 proves the pause that was asked for, also where its beginning was lost`()
    throws
  {
    var story = pausing
    story.resource(.recovered, on: "2026-04-20", until: "2026-05-20", order: "GPA.1-2-3-4..0")
    let spans = try story.subscriber().timeline(at: at("2026-04-21"), policy: .standard)
    #expect(
      spans.filter { !$0.projected }.map { "\($0.kind) \($0.from.rfc3339.prefix(10))" }
        == ["paid 2026-03-01", "paused 2026-04-01", "paid 2026-04-20"])
    #expect(try !story.anomalies("2026-04-21").contains(.contradiction))
  }

  // MARK: Refunds

  @Test func `an order paid after the one that was voided outlives it, heard of or not`() throws {
    for (paid, state) in [("..1", SubscriptionState.expired), ("..0", .refunded)] {
      var story = Story(.googlePlay)
      story.tell(.refunded, "2026-04-20", source: .googlePlayVoidedPurchase) {
        ($0.orderID, $0.revokedAt, $0.endReason) = ("GPA.1-2-3-4..0", at("2026-04-20"), .refund)
      }
      story.resource(.expired, on: "2026-05-20", until: "2026-05-20", order: "GPA.1-2-3-4" + paid) {
        ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .voluntary)
      }
      #expect(try story.status("2026-05-21").state == state)
    }
  }

  // MARK: Failures

  @Test func `a later order says that the date known was paid for`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-03-15")
    // The renewal of 15 March was lost, that of 15 April is declined.
    story.resource(.holdStarted, on: "2026-04-16", until: "2026-04-15", order: "GPA.1-2-3-4..0") {
      ($0.status, $0.endReason, $0.orderID) = (.hold, .billing, "GPA.1-2-3-4..1")
    }
    let status = try story.status("2026-06-05")
    #expect(status.state == .hold)
    #expect(status.retryEnds == at("2026-06-15"))
  }

  @Test func `RENEWED is a recovery in grace however long the grace is`() throws {
    var story = Story(.googlePlay)
    story.tell(.purchased, "2026-03-01")
    story.tell(.billingFailed, "2026-04-01")
    // The default ended on 8 April; this base plan grants thirty days.
    story.tell(.renewed, "2026-04-25")
    let episode = try #require(try episodes(story, "2026-04-26").first)
    #expect(episode.outcome == .recoveredInGrace)
    #expect(episode.renewalDateKept == true)
    #expect(episode.holdStartedAt == nil)
  }

  // MARK: Resources fetched long after their word

  @Test func `a failure in the resource of another word begins with its date`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.tell(.autoRenewEnabled, "2026-03-31", heard: "2026-04-02") {
      ($0.status, $0.expiresAt, $0.graceEndsAt) = (.grace, at("2026-04-08"), at("2026-04-08"))
      ($0.autoRenew, $0.endReason) = (true, .billing)
    }
    #expect(try episodes(story, "2026-04-03").map(\.failedAt) == [at("2026-04-01")])
    #expect(try story.status("2026-04-03").retryEnds == at("2026-05-31"))
    #expect(try story.status("2026-03-31T12:00:00Z").state == .active)
  }

  @Test func `the end of grace in the resource of a purchase is not what was paid for`() throws {
    var story = Story(.googlePlay)
    story.tell(.purchased, "2026-03-30", heard: "2026-04-02") {
      ($0.status, $0.expiresAt, $0.graceEndsAt) = (.grace, at("2026-04-08"), at("2026-04-08"))
      ($0.autoRenew, $0.endReason, $0.startedAt) = (true, .billing, at("2026-03-30"))
    }
    #expect(try story.status("2026-03-31").paidThrough == nil)
  }

  @Test func `an end that was still to come comes at its date`() throws {
    var canceled = Story(.googlePlay)
    canceled.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    canceled.tell(.autoRenewDisabled, "2026-03-30", heard: "2026-04-02") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.expired, at("2026-04-01"), false)
      $0.endReason = .developer
    }
    #expect(try canceled.status("2026-03-31").state == .canceled)
    #expect(
      try canceled.status("2026-04-03").end
        == SubscriptionEnd(reason: .developer, at: at("2026-04-01")))
    var held = Story(.googlePlay)
    held.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    held.tell(.holdStarted, "2026-04-02", heard: "2026-04-05") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.expired, at("2026-04-04"), false)
      $0.endReason = .billing
    }
    #expect(try held.status("2026-04-03").state == .hold)
    var paused = pausing
    paused.tell(.paused, "2026-04-01", heard: "2026-04-03") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.expired, at("2026-04-02"), false)
      $0.endReason = .voluntary
    }
    #expect(try paused.status("2026-04-01T12:00:00Z").state == .paused)
  }

  @Test func `a failure that Google's own description denies is none`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.billingFailed, on: "2026-03-20", until: "2026-04-01")
    #expect(try story.status("2026-03-21").state == .active)
    #expect(try episodes(story, "2026-03-21").isEmpty)
  }

  @Test func `what was paid by the time of the question was on hold before`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.holdStarted, on: "2026-04-01", until: "2026-05-06")
    #expect(try story.status("2026-04-02").state == .hold)
    story.resource(.recovered, on: "2026-04-06", until: "2026-05-06")
    let episode = try #require(try episodes(story, "2026-04-07").first)
    #expect(episode.outcome == .recoveredInHold)
    #expect(episode.endedAt == at("2026-04-06"))
  }

  @Test func `grace that was over by the time of the question ends where hold began`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.tell(.billingFailed, "2026-04-01") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.hold, at("2026-04-08"), true)
    }
    let status = try story.status("2026-04-02")
    #expect(status.state == .grace)
    #expect(status.access == Access(granted: true, until: at("2026-04-08")))
    #expect(try story.status("2026-04-09").state == .hold)
  }

  @Test func `the first word of a purchase whose end was known by then`() throws {
    var story = Story(.googlePlay)
    story.tell(.purchased, "2026-03-01") {
      ($0.status, $0.startedAt, $0.expiresAt) = (.expired, at("2026-03-01"), at("2026-03-04"))
      ($0.autoRenew, $0.endReason) = (false, .voluntary)
    }
    #expect(try story.status("2026-03-02").state == .canceled)
    #expect(try story.status("2026-03-05").end?.at == at("2026-03-04"))
  }
}
