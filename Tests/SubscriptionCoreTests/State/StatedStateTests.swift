import SubscriptionCore
import Testing

@Suite struct StatedStateTests {
  @Test func `what Play calls active without auto-renew is prepaid and ends with its date`() throws
  {
    var story = Story(.googlePlay)
    story.tell(.purchased, "2023-04-01") {
      $0.status = .active
      $0.autoRenew = false
      $0.expiresAt = at("2023-05-01")
    }
    let running = try story.status("2023-04-10")
    #expect(running.state == .active)
    #expect(running.access == Access(granted: true, until: at("2023-05-01")))
    #expect(running.renewsAt == nil)
    let over = try story.status("2023-05-01")
    #expect(over.state == .expired)
    #expect(over.end == SubscriptionEnd(reason: .other, at: at("2023-05-01")))
  }

  @Test func `a prepaid plan is used up, and was not canceled`() throws {
    var story = Story(.googlePlay)
    story.tell(.purchased, "2023-04-01") {
      ($0.status, $0.autoRenew, $0.isPrepaid) = (.canceled, false, true)
      ($0.expiresAt, $0.endReason) = (at("2023-05-01"), .other)
    }
    #expect(try story.status("2023-04-10").state == .active)
    let told = try Life(name: "prepaid", now: "2023-04-10", story: story).told()
    #expect(told.contains("(in 21 days) unless the user buys more time."), "\(told)")
    story.tell(.expired, "2023-05-01") {
      ($0.status, $0.autoRenew, $0.isPrepaid) = (.expired, false, true)
      ($0.expiresAt, $0.endReason) = (at("2023-05-01"), .other)
    }
    let end = try story.status("2023-05-02").end
    #expect(end == SubscriptionEnd(reason: .other, at: at("2023-05-01")))
    let ended = try Life(name: "prepaid", now: "2023-05-02", story: story).told()
    #expect(ended.contains("because it was prepaid and no more time was bought"), "\(ended)")
  }

  @Test func `what the App Store calls active without auto-renew is canceled`() throws {
    var story = Story.appStore()
    story.tell(.snapshot, "2023-04-10") {
      $0.status = .active
      $0.autoRenew = false
      $0.expiresAt = at("2023-05-01")
    }
    #expect(try story.status("2023-04-11").state == .canceled)
  }

  @Test func `a renewal as the same product is no change of product, after a failure either`()
    throws
  {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01T00:00:10Z", effective: "2023-05-01") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
    }
    story.tell(.snapshot, "2023-05-20") {
      $0.transactionID = "t2"
      $0.purchasedAt = at("2023-05-19")
      $0.expiresAt = at("2023-06-19")
      $0.autoRenew = true
      $0.nextProduct = "gold"
      $0.status = .active
    }
    let status = try story.status("2023-05-21")
    #expect(status.state == .active)
    #expect(status.pendingProduct == nil)
    #expect(status.flags.isEmpty)
  }

  @Test func `a payment told without renewal info leaves no announced date behind it`() throws {
    var story = Story.appStore()
    story.tell(.renewed, "2023-05-01") {
      $0.transactionID = "t-2"
      $0.autoRenew = true
      $0.expiresAt = at("2023-06-01")
      $0.renewsAt = at("2023-06-01")
    }
    story.tell(.renewed, "2023-06-01") {
      $0.transactionID = "t-3"
      $0.expiresAt = at("2023-07-01")
    }
    #expect(try story.status("2023-06-10").renewsAt == at("2023-07-01"))
  }
}
