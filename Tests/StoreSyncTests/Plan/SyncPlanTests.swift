import EventLedger
import Intake
import LedgerContract
import StoreSync
import SubscriptionCore
import Testing

@Suite struct SyncPlanTests {
  private let world = PlayWorld()
  private static let now = at("2026-11-20T12:00:00Z")

  private func plan(
    _ checkpoints: SyncCheckpoints = SyncCheckpoints(), scope: SyncPlan.Scope = .everything,
    apps: [StoreApp] = [PlayWorld.app], policy: SyncPolicy = .standard, at now: Timestamp = now
  ) throws -> SyncPlan {
    try world.ledger.advance(to: now)
    return try SyncPlan(
      ledger: world.ledger, apps: apps, checkpoints: checkpoints, scope: scope, policy: policy,
      now: now)
  }

  /// The tokens and walks of a plan, in order.
  private func words(_ plan: SyncPlan) -> [String] {
    plan.questions.map { question in
      switch question.subject {
      case .subscription(let purchase, _): purchase.name
      case .walk(let walk): walk.kind.rawValue
      }
    }
  }

  /// Five purchases: two in grace, one in hold, one active, one whose renewal is overdue.
  private func populate() throws {
    let heard = Self.now - .days(1)
    try world.hear("IN_GRACE_PERIOD", token: "later", expiry: Self.now + .days(5), at: heard)
    try world.hear("IN_GRACE_PERIOD", token: "soon", expiry: Self.now + .hours(2), at: heard)
    try world.hear("ON_HOLD", token: "held", expiry: Self.now - .days(3), at: heard)
    try world.hear("ACTIVE", token: "fine", expiry: Self.now + .days(20), at: heard)
    try world.hear("ACTIVE", token: "overdue", expiry: Self.now - .hours(1), at: heard)
  }

  @Test func `requests first, then gaps, then the nearest loss of access`() throws {
    try populate()
    try world.request(token: "fine", at: Self.now - .hours(2))
    let words = words(try plan())
    #expect(words.prefix(2) == ["fine", "voided"])
    #expect(Set(words.dropFirst(2)) == ["overdue", "soon", "later", "held"])
    #expect(words.last == "held")
    let soon = try #require(words.firstIndex(of: "soon"))
    #expect(soon < (try #require(words.firstIndex(of: "later"))))
  }

  @Test func `the quota takes the most urgent and counts the rest`() throws {
    try populate()
    try world.request(token: "fine", at: Self.now - .hours(2))
    let plan = try plan(policy: SyncPolicy(lookupsMax: 2))
    #expect(words(plan).filter { $0 != "voided" }.count == 2)
    #expect(words(plan).first == "fine")
    #expect(plan.left >= 1)
  }

  @Test func `subscribers of another app take no places of those that can be asked about`() throws {
    let heard = Self.now - .days(1)
    for (index, state) in ["IN_GRACE_PERIOD", "ON_HOLD"].enumerated() {
      for number in 0..<7 {
        try world.hear(
          state, token: "former-\(index)-\(number)", package: "com.former",
          expiry: Self.now + .hours(1) - .days(3 * index), at: heard)
      }
    }
    try world.hear("IN_GRACE_PERIOD", token: "later", expiry: Self.now + .days(5), at: heard)
    try world.hear("ON_HOLD", token: "held", expiry: Self.now - .days(2), at: heard)
    #expect(words(try plan(policy: SyncPolicy(lookupsMax: 2))) == ["voided", "later", "held"])
    for number in 0..<7 {
      try world.request(
        token: "former-0-\(number)", package: "com.former", at: Self.now - .hours(2))
    }
    try world.request(token: "held", at: Self.now - .hours(1))
    let requests = try plan(scope: .requests, policy: SyncPolicy(lookupsMax: 1))
    #expect(words(requests) == ["held"] && requests.left == 0)
  }

  @Test func `what the store spoke of lately is left alone, unless somebody asks`() throws {
    try populate()
    try world.hear(
      "IN_GRACE_PERIOD", token: "soon", expiry: Self.now + .hours(2), at: Self.now - .hours(1))
    #expect(!words(try plan()).contains("soon"))
    try world.request(token: "soon", at: Self.now - .minutes(1))
    #expect(words(try plan()).first == "soon")
  }

  @Test(arguments: [2, 3, 4, 5, 6, 10, 12, 13, 19])
  func `a purchase of which nothing but a notification was heard is asked about`(
    type: Int
  ) throws {
    let heard = Self.now - .minutes(5)
    let told = try world.intake.take(
      PlayWorld.pushed(type, token: "bare", at: heard), origin: "test", now: heard)
    #expect(told.refusals.isEmpty)
    try world.hear("ACTIVE", token: "fine", expiry: Self.now + .days(20), at: heard)
    #expect(words(try plan()) == ["voided", "bare"])
    #expect(words(try plan(scope: .requests)) == [])
    var checkpoints = SyncCheckpoints()
    checkpoints.wait(try world.id("bare"), until: Self.now + .days(1), now: Self.now)
    #expect(words(try plan(checkpoints)) == ["voided"], "the store does not know it")
    try world.hear("ACTIVE", token: "bare", expiry: Self.now + .days(20), at: Self.now)
    #expect(words(try plan()) == ["voided"])
  }

  @Test func `a question just put is not put again`() throws {
    try populate()
    var checkpoints = SyncCheckpoints()
    checkpoints.wait(try world.id("soon"), until: Self.now + .minutes(5), now: Self.now)
    #expect(!words(try plan(checkpoints)).contains("soon"))
    #expect(words(try plan(checkpoints, at: Self.now + .minutes(6))).contains("soon"))
  }

  @Test func `a store that is down is left alone`() throws {
    try populate()
    var checkpoints = SyncCheckpoints()
    checkpoints.pause(PlayWorld.app, until: Self.now + .minutes(1))
    #expect(try plan(checkpoints).questions.isEmpty)
    #expect(try plan(checkpoints).pauses == [PlayWorld.app: Self.now + .minutes(1)])
    #expect(!(try plan(checkpoints, at: Self.now + .minutes(2)).questions.isEmpty))
  }

  @Test func `requests alone, where only they are wanted`() throws {
    try populate()
    #expect(try plan(scope: .requests).questions.isEmpty)
    try world.request(token: "held", at: Self.now - .minutes(1))
    #expect(words(try plan(scope: .requests)) == ["held"])
  }

  @Test func `nobody is asked about an app that is not configured`() throws {
    try populate()
    let other = StoreApp(store: .googlePlay, app: "com.other")
    #expect(words(try plan(apps: [other])) == ["voided"])
  }

  @Test func `a first walk is of everything the store kept, a later one of what failed`() throws {
    let app = StoreApp(store: .appStore, app: "com.example")
    func walk(_ checkpoints: SyncCheckpoints, at now: Timestamp = Self.now) throws -> HistoryScan? {
      for question in try plan(checkpoints, apps: [app], at: now).questions {
        if case .walk(let walk) = question.subject { return walk }
      }
      return nil
    }
    var checkpoints = SyncCheckpoints()
    let first = try #require(try walk(checkpoints))
    #expect(first.onlyFailures == false)
    #expect(first.from == Self.now - .days(180) + .hours(1))
    checkpoints.took(first, nextPage: "page-2", of: app)
    #expect(try walk(checkpoints)?.page == "page-2")
    let broken = try #require(try walk(checkpoints, at: Self.now + .hours(30)))
    #expect(broken.page == "page-2" && broken.from == first.from && broken.to == first.to)
    let restarted = try #require(try walk(checkpoints, at: Self.now + .days(180)))
    #expect(restarted.page == nil && restarted.to == Self.now + .days(180))
    var second = first
    second.page = "page-2"
    checkpoints.took(second, nextPage: nil, of: app)
    #expect(try walk(checkpoints, at: Self.now + .minutes(59)) == nil)
    let later = try #require(try walk(checkpoints, at: Self.now + .hours(2)))
    #expect(later.onlyFailures)
    #expect(later.from == Self.now - .hours(1))
    #expect(later.to == Self.now + .hours(2))
    let old = try #require(try walk(checkpoints, at: Self.now + .days(300)))
    #expect(old.from == Self.now + .days(120) + .hours(1))
  }

  @Test func `a first walk in the sandbox is of the thirty days that it keeps`() throws {
    let app = StoreApp(store: .appStore, app: "com.example", environment: .sandbox)
    let plan = try plan(SyncCheckpoints(), apps: [app])
    #expect(plan.wholeWalks.map(\.walk.from) == [Self.now - .days(30) + .hours(1)])
  }

  @Test func `a clock that was ahead ends neither questions nor walks`() throws {
    try populate()
    let ahead = Self.now + .days(400)
    var checkpoints = SyncCheckpoints()
    checkpoints.pause(PlayWorld.app, until: ahead + .seconds(15))
    checkpoints.wait(try world.id("soon"), until: ahead + .minutes(10), now: ahead)
    let walk = HistoryScan(
      .voided, from: ahead - .days(1), to: ahead, onlyFailures: false, page: "p")
    checkpoints.took(walk, nextPage: nil, of: PlayWorld.app)
    let plan = try plan(checkpoints)
    #expect(plan.pauses.isEmpty)
    #expect(words(plan).first == "voided" && words(plan).contains("soon"))
    #expect(plan.wholeWalks.map(\.walk.to) == [Self.now])
    checkpoints.took(walk, nextPage: "page-2", of: PlayWorld.app)
    #expect(try self.plan(checkpoints).wholeWalks.map(\.walk.page) == [nil])
  }
}
