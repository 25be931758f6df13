import SubscriptionCore
import Testing

@Suite struct `SubscriptionMachine+FailingTests` {
  @Test func `an end of tries of which nothing was heard before tells of them`() throws {
    var story = Story.appStore()
    story.tell(.expired, "2023-06-30T01:00:00Z") {
      $0.transactionID = "t1"
      $0.status = .expired
      $0.endReason = .billing
      $0.expiresAt = at("2023-05-01")
    }
    let status = try story.status("2023-07-02")
    #expect(status.end == SubscriptionEnd(reason: .billing, at: at("2023-06-30T01:00:00Z")))
    #expect(status.access == Access(granted: false, until: at("2023-05-01")))
    let subscriber = try story.subscriber()
    let episodes = subscriber.episodes(at: at("2023-07-02"), policy: .standard)
    #expect(episodes.map(\.failedAt) == [at("2023-05-01")])
    #expect(episodes.map(\.outcome) == [.ranOut])
    let timeline = subscriber.timeline(at: at("2023-07-02"), policy: .standard)
    #expect(timeline.prefix(3).map(\.kind) == [.paid, .hold, .expired])
  }

  @Test(arguments: [
    ("2023-05-01T00:00:02Z", "GPA.1", 0), ("2023-05-01T00:00:02Z", "GPA.1..0", 1),
    ("2023-05-02T00:00:02Z", "GPA.1", 1),
  ])
  func `case 33: an end with the paid period proves no failure unless a payment was tried`(
    end: String, order: String, count: Int
  ) throws {
    var story = Story.googlePlay()
    story.tell(.expired, end) {
      ($0.status, $0.endReason, $0.autoRenew) = (.expired, .billing, false)
      ($0.paidOrderID, $0.orderID) = ("GPA.1", order)
    }
    #expect(try story.status("2023-05-03").end?.reason == .billing)
    let episodes = try story.subscriber().episodes(at: at("2023-05-03"), policy: .standard)
    #expect(episodes.count == count && episodes.allSatisfy { $0.outcome == .ranOut })
  }

  @Test func `a description of an end by billing tells of the renewal that failed`() throws {
    var story = Story.appStore()
    story.tell(.snapshot, "2023-08-01") {
      ($0.transactionID, $0.purchasedAt) = ("t1", at("2023-04-01"))
      ($0.status, $0.endReason, $0.autoRenew) = (.expired, .billing, false)
      $0.expiresAt = at("2023-05-01")
    }
    #expect(try story.status("2023-08-02").end?.at == at("2023-05-01"))
    let episode = try #require(
      try story.subscriber().episodes(at: at("2023-08-02"), policy: .standard).first)
    #expect(episode.outcome == .ranOut && episode.failedAt == at("2023-05-01"))
    #expect(episode.endedAt == at("2023-05-01") && episode.holdStartedAt == nil)
  }

  @Test func `Google's date after the end of hold tells of the hold`() throws {
    var story = Story.googlePlay()
    story.tell(.snapshot, "2023-08-01") {
      ($0.status, $0.endReason, $0.autoRenew) = (.expired, .billing, false)
      ($0.paidOrderID, $0.orderID, $0.expiresAt) = ("GPA.1", "GPA.1..0", at("2023-06-30"))
    }
    let status = try story.status("2023-08-02")
    #expect(status.end == SubscriptionEnd(reason: .billing, at: at("2023-06-30")))
    #expect(status.access == Access(granted: false, until: at("2023-05-01")))
    let episode = try #require(
      try story.subscriber().episodes(at: at("2023-08-02"), policy: .standard).first)
    #expect(episode.outcome == .ranOut && episode.failedAt == at("2023-05-01"))
    #expect(episode.endedAt == at("2023-06-30") && episode.holdStartedAt == at("2023-05-01"))
  }

  @Test func `a prepaid purchase whose end is reported late had no renewal to fail`() throws {
    var story = Story(.googlePlay)
    for (kind, day) in [(EventKind.purchased, "2023-04-01"), (.expired, "2023-05-05")] {
      story.tell(kind, day) {
        ($0.paidOrderID, $0.orderID, $0.isPrepaid) = ("GPA.1", "GPA.1", true)
        ($0.status, $0.autoRenew, $0.expiresAt) = (.active, false, at("2023-05-01"))
        if kind == .expired { ($0.status, $0.endReason) = (.expired, .billing) }
      }
    }
    #expect(try story.subscriber().episodes(at: at("2023-05-06"), policy: .standard).isEmpty)
    #expect(try story.status("2023-05-06").end?.at == at("2023-05-01"))
  }

  @Test func `an end with the paid period tells of no tries`() throws {
    var story = Story.appStore()
    story.tell(.expired, "2023-06-30T01:00:00Z", effective: "2023-05-01") {
      $0.transactionID = "t1"
      $0.status = .expired
      $0.endReason = .voluntary
      $0.expiresAt = at("2023-05-01")
    }
    #expect(try story.status("2023-07-02").end?.at == at("2023-05-01"))
    #expect(try story.subscriber().episodes(at: at("2023-07-02"), policy: .standard).isEmpty)
  }

  @Test(arguments: [(EventKind.billingFailed, SubscriptionState.grace), (.holdStarted, .hold)])
  func `Play's word of a failure counts at once, even before the date that is known`(
    kind: EventKind, state: SubscriptionState
  ) throws {
    var story = Story.googlePlay()
    story.tell(kind, "2023-04-20")
    let status = try story.status("2023-04-21")
    #expect(status.state == state)
    #expect(status.access.granted == (state == .grace))
    #expect(status.stateSince == at("2023-04-20"))
  }

  /// A subscription on hold for an add-on whose trial is over, until it goes on by an event.
  private func addOnOnHold(_ kind: EventKind, paid: String) -> Story {
    var story = Story.googlePlay(bought: "2026-08-01", until: "2026-09-01")
    func item(_ product: ProductID, _ order: String, _ end: String) -> [PurchasedItem] {
      [PurchasedItem(product: product, paidOrderID: order, expiresAt: at(end))]
    }
    story.tell(.productChanged, "2026-08-15") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2026-09-01"), true)
      ($0.paidOrderID, $0.orderID) = ("GPA.1", "GPA.1..0")
      $0.otherItems = item("extra", "GPA.1..0", "2026-08-22")
    }
    story.tell(.holdStarted, "2026-08-23") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.hold, at("2026-08-23"), true)
      ($0.product, $0.paidOrderID, $0.orderID) = ("extra", "GPA.1..0", "GPA.1..1")
      $0.otherItems = item("gold", "GPA.1", "2026-09-01")
    }
    story.tell(kind, "2026-09-22") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2026-10-01"), true)
      ($0.paidOrderID, $0.orderID) = ("GPA.1", "GPA.1..1")
      $0.otherItems = item("extra", paid, "2026-09-22")
    }
    return story
  }

  @Test(arguments: [EventKind.productChanged, .snapshot], ["GPA.1..0", "GPA.1..1"])
  func `case 10: a purchase that goes on without the item that failed was not paid`(
    kind: EventKind, paid: String
  ) throws {
    let story = addOnOnHold(kind, paid: paid)
    let subscriber = try story.subscriber()
    let status = subscriber.status(at: at("2026-09-23"), policy: .standard)
    #expect(status.state == .active && status.paidThrough == at("2026-10-01"))
    #expect(subscriber.product == "gold")
    let episode = subscriber.episodes(at: at("2026-09-23"), policy: .standard).last
    #expect(episode?.outcome == (paid == "GPA.1..0" ? .ranOut : .recoveredInHold))
    #expect(episode?.endedAt == at("2026-09-22"))
    let told = try Life(name: "add-on", now: "2026-09-23", story: story).told()
    #expect(told.contains("failed and was paid") == (paid == "GPA.1..1"), "\(told)")
  }

  @Test func `RTDN 1 pays for an add-on, and hold ends no item that is paid for longer`() throws {
    var story = addOnOnHold(.recovered, paid: "GPA.1..1")
    let episodes = try story.subscriber().episodes(at: at("2026-09-23"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.recoveredInHold])
    story.events.removeLast()
    let told = try Life(name: "add-on", now: "2026-08-24", story: story).told()
    #expect(told.contains("then extra ends and the rest goes on."), "\(told)")
    #expect(told.contains("the billing date moves by the days on hold."), "\(told)")
  }

  @Test(arguments: [(Store.appStore, "2023-05-17"), (.googlePlay, "2023-05-08")])
  func `case 2: hold begins with the end of a grace that only a later answer dates`(
    store: Store, ends: String
  ) throws {
    var story = store == .appStore ? Story.appStore() : Story.googlePlay()
    story.tell(.billingFailed, "2023-05-02") {
      if store == .appStore { ($0.status, $0.expiresAt) = (.grace, at("2023-05-01")) }
    }
    story.tell(.snapshot, "2023-05-20") {
      ($0.status, $0.autoRenew) = (.hold, true)
      $0.expiresAt = at(store == .appStore ? "2023-05-01" : ends)
      if store == .appStore { ($0.inBillingRetry, $0.graceEndsAt) = (true, at(ends)) }
    }
    let status = try story.status("2023-05-21")
    #expect(status.state == .hold && status.stateSince == at(ends))
    #expect(status.graceEnds == at(ends))
    #expect(status.access == Access(granted: false, until: at(ends)))
  }
}
