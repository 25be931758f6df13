import SubscriptionCore
import Testing

@Suite struct SubscriptionChangeTests {
  /// A row from the first events of a story, derived at an instant.
  private static func row(
    _ story: Story, first count: Int? = nil, _ time: String, _ policy: ChurnPolicy = .standard
  ) throws -> SubscriberProjection {
    var part = story
    part.events = Array(story.events.prefix(count ?? story.events.count))
    return SubscriberProjection(
      of: try part.subscriber(), at: at(time), policy: policy, profile: nil)
  }

  /// What happened between a row of the first events and a row of all of them.
  private static func changes(
    _ story: Story, known: Int, _ before: String, _ after: String,
    _ policy: ChurnPolicy = .standard
  ) throws -> [String] {
    let old = try row(story, first: known, before, policy)
    let new = try row(story, after, policy)
    let shown = story.events.dropFirst(known).filter { $0.kind == .promptShown }
    return SubscriptionChange.between(old, and: new, shown: Array(shown), at: at(after))
      .map { "\($0.kind.rawValue) \($0.at.rfc3339.prefix(10))" }
  }

  /// Declined on 1 May 2023 with grace to the 8th.
  private static var failing: Story {
    var story = Story.googlePlay()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .grace
      $0.graceEndsAt = at("2023-05-08")
      $0.expiresAt = at("2023-05-08")
    }
    return story
  }

  @Test func `a declined renewal enters grace, and a prompt is due`() throws {
    #expect(
      try Self.changes(Self.failing, known: 1, "2023-04-30", "2023-05-01T01:00:00Z")
        == ["enteredGrace 2023-05-01", "promptDue 2023-05-01"])
    #expect(try Self.changes(Self.failing, known: 2, "2023-05-01T01:00:00Z", "2023-05-03") == [])
  }

  @Test(arguments: [StatedStatus.grace, .hold])
  func `a decline that is reported seconds after the period has its dates`(
    status: StatedStatus
  ) throws {
    var story = Story.googlePlay()
    story.tell(status == .grace ? .billingFailed : .holdStarted, "2023-05-01T00:00:05Z") {
      $0.status = status
      $0.expiresAt = at(status == .grace ? "2023-05-08" : "2023-05-01")
    }
    let old = try Self.row(story, first: 1, "2023-04-30")
    let new = try Self.row(story, "2023-05-01T00:00:08Z")
    for change in SubscriptionChange.between(old, and: new, at: at("2023-05-01T00:00:08Z")) {
      #expect(change.episode?.failedAt == at("2023-05-01T00:00:05Z"), "\(change.kind)")
      #expect(change.episode?.retryEnds != nil, "\(change.kind)")
    }
    #expect(old.summary.status.state == .active && new.summary.status.state.isFailing)
  }

  @Test func `the clock alone enters hold, and later ends it as lost to billing`() throws {
    #expect(
      try Self.changes(Self.failing, known: 2, "2023-05-07", "2023-05-09")
        == ["enteredHold 2023-05-08"])
    let old = try Self.row(Self.failing, "2023-06-01")
    let new = try Self.row(Self.failing, "2023-08-01")
    let end = try #require(SubscriptionChange.between(old, and: new, at: at("2023-08-01")).first)
    #expect(end.kind == .ended && end.reason?.cause == .involuntary)
    #expect(end.episode?.failedAt == at("2023-05-01"))
  }

  @Test func `a payment in grace and one on hold are recoveries`() throws {
    var story = Self.failing
    story.tell(.recovered, "2023-05-03") {
      $0.status = .active
      $0.expiresAt = at("2023-06-01")
    }
    #expect(
      try Self.changes(story, known: 2, "2023-05-02", "2023-05-03") == ["recovered 2023-05-03"])
    var late = Self.failing
    late.tell(.recovered, "2023-05-20") {
      $0.status = .active
      $0.expiresAt = at("2023-06-20")
    }
    #expect(
      try Self.changes(late, known: 2, "2023-05-19", "2023-05-20") == ["recovered 2023-05-20"])
    // All of it in one batch is told as well.
    #expect(
      try Self.changes(late, known: 1, "2023-04-30", "2023-05-20")
        == ["enteredGrace 2023-05-01", "enteredHold 2023-05-08", "recovered 2023-05-20"])
  }

  @Test func `an end says why, a refund that it is one`() throws {
    var story = Story.appStore()
    story.tell(.autoRenewDisabled, "2023-04-20") { $0.autoRenew = false }
    story.tell(.expired, "2023-05-01") {
      $0.status = .expired
      $0.endReason = .voluntary
      $0.expiresAt = at("2023-05-01")
    }
    let old = try Self.row(story, first: 2, "2023-04-30")
    let new = try Self.row(story, "2023-05-01T00:01:00Z")
    let changes = SubscriptionChange.between(old, and: new, at: at("2023-05-01T00:01:00Z"))
    #expect(changes.map(\.kind) == [.ended])
    #expect(changes.first?.reason == .voluntary && changes.first?.reason?.cause == .voluntary)
    var refunded = Story.appStore()
    refunded.tell(.refunded, "2023-04-10") { $0.transactionID = "t1" }
    #expect(
      try Self.changes(refunded, known: 1, "2023-04-09", "2023-04-10") == ["refunded 2023-04-10"])
  }

  @Test func `an end that did not last says why as well`() throws {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01") { ($0.status, $0.inBillingRetry) = (.hold, true) }
    story.tell(.autoRenewDisabled, "2023-05-05") { ($0.status, $0.autoRenew) = (.hold, false) }
    story.tell(.autoRenewEnabled, "2023-05-06") { ($0.status, $0.autoRenew) = (.hold, true) }
    let old = try Self.row(story, first: 2, "2023-05-02")
    let new = try Self.row(story, "2023-05-07")
    let changes = SubscriptionChange.between(old, and: new, at: at("2023-05-07"))
    #expect(changes.first { $0.kind == .ended }?.reason == .voluntary)
  }

  @Test func `case 18: a refund after the end is a change that leaves the end`() throws {
    var story = Story.googlePlay()
    story.end("2023-05-01", .voluntary)
    story.tell(.refunded, "2023-05-20", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.revokedAt, $0.endReason) = ("GPA.1", at("2023-05-20"), .refund)
    }
    let last = story.events.count - 1
    let old = try Self.row(story, first: last, "2023-05-19")
    let new = try Self.row(story, "2023-05-21")
    #expect(new.summary.status.state == .expired)
    #expect(SubscriptionChange.mayDiffer(old, new))
    let changes = SubscriptionChange.between(old, and: new, at: at("2023-05-21"))
    #expect(changes.map(\.kind) == [.refunded])
    #expect(changes.first?.at == at("2023-05-20"))
    #expect(changes.first?.reason == .refund)
    #expect(SubscriptionChange.between(new, and: new, at: at("2023-05-22")).isEmpty)
  }

  @Test func `a refund after the end counts also where both come at once`() throws {
    var story = Story.googlePlay()
    story.end("2023-05-01", .voluntary)
    story.tell(.refunded, "2023-05-20", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.revokedAt, $0.endReason) = ("GPA.1", at("2023-05-20"), .refund)
    }
    #expect(
      try Self.changes(story, known: 1, "2023-04-15", "2023-05-20T01:00:00Z")
        == ["ended 2023-05-01", "refunded 2023-05-20"])
    // What is new may be an archive, of which a month counts.
    let row = try Self.row(story, "2023-08-20")
    #expect(SubscriptionChange.between(nil, and: row, at: at("2023-08-20")).isEmpty)
  }

  @Test func `a failing renewal is superseded by another purchase, and by a later date`() throws {
    var replaced = Self.failing
    replaced.tell(.superseded, "2023-05-03") { $0.replacedBy = "gp_2" }
    #expect(
      try Self.changes(replaced, known: 2, "2023-05-02", "2023-05-04")
        == ["superseded 2023-05-03"])
    var moved = Self.failing
    moved.tell(.renewalExtended, "2023-05-03") {
      ($0.status, $0.paidOrderID) = (.active, "GPA.1")
      $0.expiresAt = at("2023-05-20")
    }
    #expect(
      try Self.changes(moved, known: 2, "2023-05-02", "2023-05-04") == ["superseded 2023-05-03"])
    // Who changes to another plan while nothing fails has no failure that could be over.
    var upgraded = Story.googlePlay()
    upgraded.tell(.superseded, "2023-04-20") { $0.replacedBy = "gp_2" }
    #expect(try Self.changes(upgraded, known: 1, "2023-04-19", "2023-04-21") == [])
  }

  @Test func `access is back after an end, and after a refund that was reversed`() throws {
    var story = Story.appStore()
    story.end("2023-05-01", .voluntary)
    let ended = story.events.count
    story.tell(.purchased, "2023-05-20") {
      $0.status = .active
      $0.expiresAt = at("2023-06-20")
    }
    #expect(
      try Self.changes(story, known: ended, "2023-05-19", "2023-05-21")
        == ["reinstated 2023-05-20"])
    var refunded = Story.appStore()
    refunded.tell(.refunded, "2023-04-10") { $0.transactionID = "t1" }
    refunded.tell(.refundReversed, "2023-04-15") { $0.transactionID = "t1" }
    #expect(
      try Self.changes(refunded, known: 1, "2023-04-09", "2023-04-16")
        == ["refunded 2023-04-10", "reinstated 2023-04-15"])
  }

  @Test func `a pause begins and ends`() throws {
    var story = Story.googlePlay()
    story.tell(.paused, "2023-05-01") {
      $0.status = .paused
      $0.resumesAt = at("2023-06-01")
    }
    #expect(try Self.changes(story, known: 1, "2023-04-30", "2023-05-02") == ["paused 2023-05-01"])
    story.tell(.recovered, "2023-06-01") {
      $0.status = .active
      $0.expiresAt = at("2023-07-01")
    }
    #expect(try Self.changes(story, known: 2, "2023-05-31", "2023-06-01") == ["resumed 2023-06-01"])
  }

  @Test func `a pause ends with the payment, which the store reports after its date`() throws {
    var story = Story.googlePlay()
    story.tell(.paused, "2023-05-01") {
      $0.status = .paused
      $0.resumesAt = at("2023-05-22")
    }
    #expect(try Self.changes(story, known: 2, "2023-05-21", "2023-05-22T00:00:03Z") == [])
    story.tell(.recovered, "2023-05-22T00:00:05Z") {
      $0.status = .active
      $0.expiresAt = at("2023-06-22")
    }
    let later = "2023-05-22T00:00:08Z"
    for before in ["2023-05-21", "2023-05-22T00:00:03Z"] {
      #expect(try Self.changes(story, known: 2, before, later) == ["resumed 2023-05-22"])
    }
    #expect(
      try Self.changes(story, known: 1, "2023-04-30", later)
        == ["paused 2023-05-01", "resumed 2023-05-22"])
    #expect(try Self.changes(story, known: 3, later, "2023-05-23") == [])
  }

  @Test func `a renewal, a note and a cancellation for later are no changes`() throws {
    var story = Story.appStore()
    story.tell(.renewed, "2023-05-01") {
      $0.transactionID = "t2"
      $0.purchasedAt = at("2023-05-01")
      $0.expiresAt = at("2023-06-01")
    }
    story.record(.noted, "2023-05-02", text: "called")
    story.tell(.autoRenewDisabled, "2023-05-03") { $0.autoRenew = false }
    #expect(try Self.changes(story, known: 1, "2023-04-30", "2023-05-04") == [])
  }

  @Test func `each prompt that is shown is told, and the next one is due again`() throws {
    var story = Self.failing
    story.record(.promptShown, "2023-05-01T02:00:00Z", step: 2)
    story.record(.promptShown, "2023-05-01T03:00:00Z", step: 2)
    #expect(
      try Self.changes(story, known: 2, "2023-05-01T01:00:00Z", "2023-05-01T04:00:00Z")
        == ["promptShown 2023-05-01", "promptShown 2023-05-01"])
    #expect(
      try Self.changes(story, known: 4, "2023-05-01T04:00:00Z", "2023-05-02T04:00:00Z")
        == ["promptDue 2023-05-02"])
  }

  @Test func `a prompt that is due is another one where its step escalates`() throws {
    var policy = ChurnPolicy.standard
    policy.prompts.googlePlay.escalation = PromptPlan.Escalation(within: .days(3))
    let old = try Self.row(Self.failing, "2023-05-04", policy)
    let new = try Self.row(Self.failing, "2023-05-06", policy)
    let due = SubscriptionChange.between(old, and: new, at: at("2023-05-06"))
    #expect(due.map(\.kind) == [.promptDue] && due.first?.step == 3)
    #expect(due.first?.at == at("2023-05-05"))
    // The step that goes on after it is the prompt that was due before, and has its id.
    let held = try Self.row(Self.failing, "2023-05-09", policy)
    let first = SubscriptionChange.between(
      try Self.row(Self.failing, first: 1, "2023-04-30"), and: old, at: at("2023-05-04"))
    let last = SubscriptionChange.between(new, and: held, at: at("2023-05-09"))
    #expect(last.first { $0.kind == .promptDue }?.id == first.first { $0.kind == .promptDue }?.id)
  }

  @Test func `a prompt that is due is the same one where the failure gets another date`() throws {
    // An answer of the store's API dates it at the end of the period, a late report as it was.
    var story = Story.googlePlay()
    story.tell(.holdStarted, "2023-05-08") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-08")
    }
    story.tell(.billingFailed, "2023-05-01T00:00:05Z", heard: "2023-05-09") {
      $0.status = .grace
      $0.graceEndsAt = at("2023-05-08")
      $0.expiresAt = at("2023-05-08")
    }
    let old = try Self.row(story, first: 2, "2023-05-08T01:00:00Z")
    let new = try Self.row(story, "2023-05-09")
    #expect(old.summary.status.prompt.isDue && new.summary.status.prompt.isDue)
    #expect(old.episodes.last?.failedAt != new.episodes.last?.failedAt)
    let kinds = SubscriptionChange.between(old, and: new, at: at("2023-05-09")).map(\.kind)
    #expect(!kinds.contains(.promptDue))
  }

  @Test func `what is corrected is not told again, what happens again is`() throws {
    // The end of grace was projected, and is stated later.
    var story = Story.googlePlay()
    story.tell(.billingFailed, "2023-05-01") { $0.status = .grace }
    story.tell(.holdStarted, "2023-05-06", heard: "2023-05-12") { $0.status = .hold }
    let policy = googlePlay(graceDays: 7)
    let old = try Self.row(story, first: 2, "2023-05-10", policy)
    let new = try Self.row(story, "2023-05-12", policy)
    #expect(old.history.last?.to == .hold && new.history.last?.to == .hold)
    #expect(old.history.last?.at != new.history.last?.at)
    #expect(SubscriptionChange.between(old, and: new, at: at("2023-05-12")).isEmpty)
    // It was paid in between, and fails anew.
    story.tell(.recovered, "2023-05-13") {
      $0.status = .active
      $0.expiresAt = at("2023-06-01")
    }
    story.tell(.billingFailed, "2023-06-01") { $0.status = .grace }
    let kinds = try Self.changes(story, known: 3, "2023-05-12", "2023-06-02", policy)
    #expect(
      kinds == ["recovered 2023-05-13", "enteredGrace 2023-06-01", "promptDue 2023-06-01"])
  }

  @Test func `an id follows from what happened alone`() throws {
    let old = try Self.row(Self.failing, first: 1, "2023-04-30")
    let early = SubscriptionChange.between(
      old, and: try Self.row(Self.failing, "2023-05-01"), at: at("2023-05-01"))
    let late = SubscriptionChange.between(
      old, and: try Self.row(Self.failing, "2023-05-05"), at: at("2023-05-05"))
    #expect(early.map(\.id) == late.map(\.id) && early.count == 2)
    // Frozen: receivers know changes by it.
    #expect(early.first?.id == "chg_e29cdf63531a68006b4af12052e52ffc")
    #expect(Set(early.map(\.id)).count == 2)
  }

  @Test func `a subscription that is new is told of for a month back`() throws {
    let row = try Self.row(Self.failing, "2023-05-20")
    let kinds = SubscriptionChange.between(nil, and: row, at: at("2023-05-20")).map(\.kind)
    #expect(kinds.filter { $0 != .promptDue } == [.enteredGrace, .enteredHold])
    let old = try Self.row(Self.failing, "2024-05-20")
    #expect(SubscriptionChange.between(nil, and: old, at: at("2024-05-20")).isEmpty)
    // What was known is told, however long ago it ended.
    let known = try Self.row(Self.failing, "2023-05-20")
    let ends = SubscriptionChange.between(known, and: old, at: at("2024-05-20"))
    #expect(ends.map(\.kind) == [.ended])
    // The clock led to it, and not the news of a year ago.
    #expect(ends.map(\.newsAt) == [nil])
  }

  @Test func `what the store's news lead to says how old they are`() throws {
    let row = try Self.row(Self.failing, "2023-05-20")
    let all = SubscriptionChange.between(nil, and: row, at: at("2023-05-20"))
    #expect(all.map(\.kind) == [.enteredGrace, .promptDue, .enteredHold])
    #expect(all.allSatisfy { $0.newsAt == at("2023-05-01") })
    #expect(
      SubscriptionChange.between(
        try Self.row(Self.failing, first: 1, "2023-04-30"), and: row, at: at("2023-05-20")
      ).allSatisfy { $0.newsAt == at("2023-05-01") })
  }

  @Test func `the JSON names nobody but the account, unless it is asked to`() throws {
    var story = Self.failing
    story.usual.account = "user-1"
    story.events = story.events.map { event in
      var event = event
      event.facts.account = "user-1"
      return event
    }
    let profile = AccountProfile(
      account: "user-1", name: "Mei Lin", email: "mei@example.com", tags: ["vip"])
    let row = SubscriberProjection(
      of: try story.subscriber(), at: at("2023-05-02"), policy: .standard, profile: profile)
    let change = try #require(
      SubscriptionChange.between(nil, and: row, at: at("2023-05-02")).first)
    let plain = change.json(.init(recordedAt: at("2023-05-02"), isBackfill: false)).compact
    #expect(plain.contains(#""account":"user-1""#))
    #expect(plain.contains(#""type":"subscription.enteredGrace""#))
    for word in ["Mei", "example.com", "vip", "token-1", "GPA"] { #expect(!plain.contains(word)) }
    let full = change.json(
      .init(recordedAt: at("2023-05-02"), isBackfill: true, withProfile: true)
    ).compact
    #expect(full.contains("mei@example.com") && full.contains(#""backfill":true"#))
  }

  @Test func `case 12: the JSON says where it is not known whether access was lost`() throws {
    func held(on day: String) throws -> String {
      let row = try Self.row(Self.failing, day)
      let changes = SubscriptionChange.between(nil, and: row, at: at(day))
      let change = try #require(changes.first { $0.kind == .enteredHold })
      return change.json(.init(recordedAt: at(day), isBackfill: false)).compact
    }
    for (day, isKnown) in [("2023-05-09", true), ("2023-05-12", false)] {
      let json = try held(on: day)
      #expect(json.contains(#""access":false"#), "\(json)")
      #expect(json.contains(#""accessKnown":\#(isKnown)"#), "\(json)")
    }
  }

  @Test(arguments: [false, true])
  func `the page for a payment is for the purchaser, not for the family`(isShared: Bool) throws {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01") {
      ($0.status, $0.familyShared, $0.autoRenew) = (.hold, isShared, true)
      $0.expiresAt = at("2023-05-01")
    }
    let row = try Self.row(story, "2023-05-02")
    let changes = SubscriptionChange.between(nil, and: row, at: at("2023-05-02"))
    let change = try #require(changes.first { $0.kind == .enteredHold })
    let json = change.json(.init(recordedAt: at("2023-05-02"), isBackfill: false)).compact
    #expect(json.contains(#""deepLink":null"#) == isShared, "\(json)")
  }
}
