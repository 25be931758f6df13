import SubscriptionCore
import Testing

/// What proves a billing period, and what does not (<doc:Plans#What-proves-a-period>).
@Suite struct PlanEvidenceTests {
  // MARK: Google Play

  /// A purchase at Google Play whose base plan is not named by its period.
  private func play(
    _ kind: EventKind = .purchased, on day: String, until expires: String,
    order: String = "GPA.1-2-3-4", _ change: (inout StoreFacts) -> Void = { _ in }
  ) -> Story {
    var story = Story(.googlePlay)
    story.usual.period = nil
    story.resource(kind, on: day, until: expires, order: order) {
      $0.startedAt = at(day)
      change(&$0)
    }
    return story
  }

  @Test func `a trial before a yearly plan proves nothing until the second renewal's date`() throws
  {
    var story = play(on: "2026-01-01", until: "2026-01-08") {
      $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
      $0.isBasePhase = false
    }
    #expect(try story.plan() == nil)
    story.resource(.renewed, on: "2026-01-08", until: "2027-01-08", order: "GPA.1-2-3-4..0")
    #expect(try story.plan() == "P1Y renewals")
  }

  @Test func `the first period of a purchase is one`() throws {
    #expect(try play(on: "2026-03-01", until: "2026-06-01").plan() == "P3M firstPeriod")
  }

  @Test func `a purchase that keeps the date of what it replaced proves nothing`() throws {
    let story = play(on: "2026-03-01", until: "2026-05-01") { $0.replaces = "gp_0" }
    #expect(try story.plan() == nil)
  }

  @Test func `a proration period proves nothing`() throws {
    let story = play(on: "2026-03-01", until: "2026-04-01") { $0.isProrated = true }
    #expect(try story.plan() == nil)
  }

  @Test func `an offer whose phase is not said proves nothing`() throws {
    let story = play(on: "2026-03-01", until: "2026-03-08") { $0.basePlan = "base/week-free" }
    #expect(try story.plan() == nil)
  }

  @Test func `a resource by itself proves nothing, for its date may have been deferred`() throws {
    var story = Story(.googlePlay)
    story.usual.period = nil
    story.resource(.snapshot, on: "2026-03-20", until: "2026-05-01") {
      $0.startedAt = at("2026-03-01")
    }
    #expect(try story.plan() == nil)
  }

  @Test func `a deferral moves the date and leaves the plan`() throws {
    var story = play(on: "2026-01-01", until: "2026-02-01")
    story.resource(.renewalExtended, on: "2026-01-20", until: "2026-04-01")
    #expect(try story.plan() == "P1M firstPeriod")
    story.resource(.renewed, on: "2026-04-01", until: "2026-05-01", order: "GPA.1-2-3-4..0")
    #expect(try story.plan() == "P1M renewals")
  }

  @Test func `a deferral that was never heard of does not make two months of one`() throws {
    var story = play(on: "2026-01-01", until: "2026-01-08") {
      $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
    }
    // Deferred by a month on the way, so the renewal comes on 8 February.
    story.resource(.renewed, on: "2026-02-08", until: "2026-03-08", order: "GPA.1-2-3-4..0")
    #expect(try story.plan() == nil)
  }

  @Test func `renewals that were lost do not make two months of one`() throws {
    var story = Story(.googlePlay)
    story.usual.period = nil
    story.resource(.renewed, on: "2026-03-01", until: "2026-04-01", order: "GPA.1-2-3-4..3")
    story.resource(.renewed, on: "2026-05-01", until: "2026-06-01", order: "GPA.1-2-3-4..5")
    #expect(try story.plan() == nil)
    story.resource(.renewed, on: "2026-06-01", until: "2026-07-01", order: "GPA.1-2-3-4..6")
    #expect(try story.plan() == "P1M renewals")
  }

  @Test func `a renewal paid in grace keeps the date and proves the period`() throws {
    var story = Story(.googlePlay)
    story.usual.period = nil
    story.resource(.renewed, on: "2026-03-01", until: "2026-06-01", order: "GPA.1-2-3-4..3")
    story.resource(.billingFailed, on: "2026-06-02", until: "2026-06-08", order: "GPA.1-2-3-4..3") {
      ($0.status, $0.graceEndsAt, $0.orderID) = (.grace, at("2026-06-08"), "GPA.1-2-3-4..4")
    }
    story.resource(.renewed, on: "2026-06-05", until: "2026-09-01", order: "GPA.1-2-3-4..4")
    #expect(try story.plan() == "P3M renewals")
  }

  @Test func `a payment out of hold begins a period`() throws {
    var story = Story(.googlePlay)
    story.usual.period = nil
    story.resource(.renewed, on: "2026-03-01", until: "2026-04-01", order: "GPA.1-2-3-4..3")
    story.resource(.holdStarted, on: "2026-04-02", until: "2026-04-01", order: "GPA.1-2-3-4..3") {
      ($0.status, $0.orderID) = (.hold, "GPA.1-2-3-4..4")
    }
    // 38 days later: by dividing, two months.
    story.resource(.recovered, on: "2026-05-09", until: "2026-06-09", order: "GPA.1-2-3-4..4")
    #expect(try story.plan() == "P1M recovery")
  }

  @Test func `a base plan that is named by its period needs no dates`() throws {
    for (name, period) in [("p1m", "P1M"), ("monthly", "P1M"), ("yearly/trial", "P1Y")] {
      var story = Story(.googlePlay)
      story.usual.period = nil
      story.resource(.snapshot, on: "2026-03-20", until: "2026-05-01") { $0.basePlan = name }
      #expect(try story.plan() == "\(period) basePlan")
    }
  }

  @Test func `an odd interval later overwrites nothing`() throws {
    var story = play(on: "2026-01-01", until: "2026-02-01")
    story.resource(.renewed, on: "2026-02-01", until: "2026-03-01", order: "GPA.1-2-3-4..0")
    story.resource(.renewed, on: "2026-03-01", until: "2026-05-01", order: "GPA.1-2-3-4..1")
    #expect(try story.plan()?.hasPrefix("P1M") == true)
  }

  @Test func `another product keeps nothing of the old one's plan`() throws {
    var story = play(on: "2026-01-01", until: "2026-02-01")
    story.resource(.productChanged, on: "2026-01-10", until: "2026-02-01") { $0.product = "team" }
    #expect(try story.plan() == nil)
    story.resource(.productChanged, on: "2026-01-12", until: "2026-02-01")
    #expect(try story.plan() == "P1M firstPeriod")
  }

  @Test func `a test purchase proves nothing by its minutes`() throws {
    let story = play(on: "2026-01-01", until: "2026-02-01") { $0.environment = .sandbox }
    #expect(try story.plan() == nil)
  }

  // MARK: App Store

  /// A transaction at the App Store.
  private func transaction(
    _ kind: EventKind = .purchased, _ id: String = "1", on day: String, until expires: String,
    stated: String? = nil, in story: inout Story, _ change: (inout StoreFacts) -> Void = { _ in }
  ) {
    story.tell(kind, stated ?? day) {
      ($0.transactionID, $0.purchasedAt, $0.expiresAt) = (id, at(day), at(expires))
      ($0.status, $0.autoRenew) = (.active, true)
      change(&$0)
    }
  }

  private func empty() -> Story {
    var story = Story(.appStore)
    story.usual.period = nil
    return story
  }

  @Test func `a transaction in the base phase is a period`() throws {
    var story = empty()
    transaction(on: "2026-01-31", until: "2026-02-28", in: &story)
    #expect(try story.plan() == "P1M transaction")
  }

  @Test func `an extension moves the date and leaves the plan`() throws {
    var story = empty()
    transaction(on: "2026-01-01", until: "2026-02-01", in: &story)
    transaction(
      .renewalExtended, on: "2026-01-01", until: "2026-03-01", stated: "2026-01-15", in: &story)
    transaction(.snapshot, on: "2026-01-01", until: "2026-03-01", stated: "2026-01-16", in: &story)
    #expect(try story.plan() == "P1M transaction")
  }

  @Test func `an extended transaction by itself proves nothing`() throws {
    var story = empty()
    transaction(
      .renewalExtended, on: "2026-01-01", until: "2026-03-01", stated: "2026-01-15", in: &story)
    transaction(.snapshot, on: "2026-01-01", until: "2026-03-01", stated: "2026-01-16", in: &story)
    #expect(try story.plan() == nil)
  }

  @Test func `an offer's period is not the plan's`() throws {
    var story = empty()
    transaction(on: "2026-01-01", until: "2026-01-08", in: &story) {
      $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
    }
    #expect(try story.plan() == nil)
    transaction(.renewed, "2", on: "2026-01-08", until: "2027-01-08", in: &story)
    #expect(try story.plan() == "P1Y renewals")
  }

  @Test func `a week left by grace is no weekly plan`() throws {
    var story = empty()
    transaction(on: "2026-01-01", until: "2026-02-01", in: &story) {
      $0.offer = Offer(kind: .payAsYouGo, isIntroductory: true)
    }
    transaction(
      .billingFailed, on: "2026-01-01", until: "2026-02-01", stated: "2026-02-01", in: &story
    ) {
      ($0.status, $0.graceEndsAt) = (.grace, at("2026-03-01"))
      $0.offer = Offer(kind: .payAsYouGo, isIntroductory: true)
    }
    transaction(.recovered, "2", on: "2026-02-22", until: "2026-03-01", in: &story)
    #expect(try story.plan() == "P1M renewals")
  }

  @Test func `a renewal after a recovery in grace that was lost proves no two months`() throws {
    var story = empty()
    let monthly = Offer(kind: .payAsYouGo, isIntroductory: true)
    transaction(on: "2026-01-28", until: "2026-02-28", in: &story) { $0.offer = monthly }
    transaction(
      .billingFailed, on: "2026-01-28", until: "2026-02-28", stated: "2026-02-28", in: &story
    ) {
      ($0.status, $0.graceEndsAt, $0.offer) = (.grace, at("2026-03-28"), monthly)
    }
    transaction(
      .renewed, "3", on: "2026-03-28", until: "2026-04-28", stated: "2026-03-27T20:00:00Z",
      in: &story)
    #expect(try story.plan() != "P2M renewals")
  }

  @Test func `what fails in an offer for each period is at risk with that period`() throws {
    let offer = Offer(kind: .payAsYouGo, isIntroductory: true)
    var story = empty()
    transaction(on: "2026-01-01", until: "2026-02-01", in: &story) { $0.offer = offer }
    transaction(
      .billingFailed, on: "2026-01-01", until: "2026-02-01", stated: "2026-02-01", in: &story
    ) {
      ($0.status, $0.offer) = (.hold, offer)
      $0.renewalPrice = Money(milliunits: 1_990, currency: "USD")
    }
    let (subscriber, now) = (try story.subscriber(), at("2026-02-02"))
    #expect(subscriber.episodes(at: now, policy: .standard).map(\.plan) == [.monthly])
    let atRisk = subscriber.summary(at: now, policy: .standard, profile: nil).mrr
    #expect(atRisk?.micros == 1_990_000)
  }

  @Test func `a payment out of billing retry begins a period`() throws {
    var story = empty()
    transaction(on: "2026-01-01", until: "2026-01-08", in: &story) {
      $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
    }
    transaction(
      .billingFailed, on: "2026-01-01", until: "2026-01-08", stated: "2026-01-08", in: &story
    ) {
      $0.status = .hold
      $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
    }
    transaction(.recovered, "2", on: "2026-02-15", until: "2026-03-15", in: &story)
    #expect(try story.plan() == "P1M recovery")
  }

  /// Two payments of a commitment to a product that is also paid by the year, or two years of it.
  private func payments(ofCommitment: Bool) -> Story {
    var story = empty()
    for (year, month) in [(2026, 3), (ofCommitment ? 2026 : 2027, ofCommitment ? 4 : 3)] {
      let until = ofCommitment ? "2026-0\(month + 1)-01" : "\(year + 1)-03-01"
      transaction(
        month == 3 && year == 2026 ? .purchased : .renewed, "\(year)-\(month)",
        on: "\(year)-0\(month)-01", until: until, in: &story
      ) {
        $0.price = Money(milliunits: ofCommitment ? 7_990 : 79_990, currency: "USD")
        if ofCommitment { $0.commitmentPaymentsLeft = 14 - month }
      }
    }
    return story
  }

  @Test func `case 38: the catalogue's year of a product is not that of its instalments`() throws {
    var policy = ChurnPolicy.standard
    let key = ProductKey(store: .appStore, product: "gold")
    policy.products.take(
      [CatalogueStatement(.period(.yearly), of: key, source: .appStoreConnect)], at: .epoch)
    var story = payments(ofCommitment: true)
    #expect(try story.plan() == "P1M basePlan")
    let told = try story.subscriber().summary(at: at("2026-04-10"), policy: policy, profile: nil)
    #expect(told.plan == .monthly && told.mrr?.micros == 7_990_000)
    story.tell(.billingFailed, "2026-05-01") {
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (.hold, true, true)
      ($0.transactionID, $0.expiresAt) = ("2026-4", at("2026-05-01"))
    }
    let failing = try story.subscriber()
    let atRisk = failing.summary(at: at("2026-05-02"), policy: policy, profile: nil).mrr
    #expect(atRisk?.micros == 7_990_000)
    let episode = try #require(failing.episodes(at: at("2026-05-02"), policy: policy).first)
    #expect(episode.plan == .monthly)
    let year = try payments(ofCommitment: false).subscriber()
    #expect(year.provenPlan(policy) == ProvenPlan(.yearly, from: .catalogue))
  }

  @Test(arguments: [true, false])
  func `case 38: a product by instalments and at once has two plans`(toYear: Bool) throws {
    var story = payments(ofCommitment: toYear)
    if toYear {
      story.tell(.autoRenewDisabled, "2026-04-10") {
        ($0.transactionID, $0.expiresAt, $0.status) = ("2026-4", at("2026-05-01"), .active)
        ($0.commitmentPaymentsLeft, $0.endsWithCommitment) = (10, true)
      }
      #expect(try story.status("2026-04-11").flags.contains(.cancellationScheduled))
    }
    let day = toYear ? "2026-04-20" : "2028-03-01"
    transaction(
      toYear ? .productChanged : .renewed, "last", on: day,
      until: toYear ? "2027-04-20" : "2028-04-01", in: &story
    ) { if !toYear { $0.commitmentPaymentsLeft = 11 } }
    #expect(try story.plan()?.prefix(3) == (toYear ? "P1Y" : "P1M"))
    let subscriber = try story.subscriber()
    #expect(subscriber.facts.commitmentPaymentsLeft == (toYear ? nil : 11))
    #expect(try story.status(toYear ? "2026-04-21" : "2028-03-02").flags.isEmpty)
  }

  @Test(arguments: [true, false])
  func `case 38: a renewal that fails is of the plan that was chosen for it`(
    byInstalments: Bool
  ) throws {
    var story = payments(ofCommitment: !byInstalments)
    let due = at(byInstalments ? "2028-03-01" : "2026-05-01")
    story.tell(.billingFailed, due.rfc3339) {
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (.hold, true, true)
      ($0.transactionID, $0.expiresAt) = (byInstalments ? "2027-3" : "2026-4", due)
      $0.renewsByInstalments = byInstalments
      $0.renewalPrice = Money(milliunits: byInstalments ? 7_990 : 79_990, currency: "USD")
    }
    let (subscriber, now) = (try story.subscriber(), due + .days(1))
    let atRisk = subscriber.summary(at: now, policy: .standard, profile: nil).mrr
    #expect(atRisk?.micros == (byInstalments ? 7_990_000 : nil))
    let episode = try #require(subscriber.episodes(at: now, policy: .standard).first)
    #expect(episode.plan == (byInstalments ? .monthly : nil))
  }

  @Test(arguments: ["yearly", "annual", "p1y"])
  func `instalments are paid by the month, whatever the name of their plan`(plan: String) throws {
    var story = Story(.googlePlay)
    story.usual.period = nil
    story.resource(.purchased, on: "2026-11-10", until: "2026-12-10") {
      ($0.basePlan, $0.commitmentPaymentsLeft, $0.startedAt) = (plan, 11, at("2026-11-10"))
    }
    #expect(try story.plan() == "P1M firstPeriod")
  }
}

extension Story {
  /// Appends a message of Google Play with the resource fetched because of it.
  mutating func resource(
    _ kind: EventKind, on day: String, until expires: String, order: String = "GPA.1-2-3-4",
    _ change: (inout StoreFacts) -> Void = { _ in }
  ) {
    tell(kind, day) {
      ($0.status, $0.autoRenew, $0.expiresAt) = (.active, true, at(expires))
      ($0.orderID, $0.paidOrderID) = (order, order)
      change(&$0)
    }
  }

  /// The plan and what proves it, such as `P1M renewals`; `nil` where it is unknown.
  func plan() throws -> String? {
    try subscriber().provenPlan(.standard).map { "\($0.period) \($0.source.rawValue)" }
  }
}
