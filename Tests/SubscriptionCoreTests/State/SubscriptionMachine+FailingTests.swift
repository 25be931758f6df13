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
    #expect(timeline.spans.prefix(3).map(\.kind) == [.paid, .hold, .expired])
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
}
