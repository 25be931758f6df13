import SubscriptionCore
import Testing

struct LinkedPurchaseTests {
  /// On hold at Google Play from 8 May 2023.
  static let held: Story = {
    var story = Story.googlePlay()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .grace
      $0.graceEndsAt = at("2023-05-08")
      $0.expiresAt = at("2023-05-08")
    }
    story.tell(.holdStarted, "2023-05-08") { $0.status = .hold }
    return story
  }()

  static func links(
    _ story: Story, _ time: String, beside related: [RelatedPurchase]
  ) throws -> [String] {
    try story.subscriber(beside: related).linkedPurchases(at: at(time), policy: .standard)
      .map { "\($0.relation.rawValue) \($0.subscription)" }
  }

  static func purchase(
    _ id: SubscriptionID, _ product: ProductID, _ bought: String, ended: String? = nil
  ) -> RelatedPurchase {
    RelatedPurchase(
      subscription: id, product: product, purchasedAt: at(bought), endedAt: ended.map { at($0) })
  }

  @Test func `the same product bought anew on hold closes the held one`() throws {
    let other = Self.purchase("gp_2", "gold", "2023-05-20")
    #expect(try Self.links(Self.held, "2023-06-01", beside: [other]) == ["repurchaseOnHold gp_2"])
  }

  @Test func `what was bought anew on hold knows what it took the place of`() throws {
    var old = RelatedPurchase(of: try Self.held.subscriber())
    old.subscription = "gp_0"
    #expect(old.heldSince == at("2023-05-08"))
    let anew = Story.googlePlay(bought: "2023-05-20", until: "2023-06-20")
    #expect(try Self.links(anew, "2023-06-01", beside: [old]) == ["predecessor gp_0"])
    let told = Explanation.sentences(
      for: try anew.subscriber(beside: [old]), at: at("2023-06-01"), policy: .standard)
    #expect(!told.contains { $0.contains("both are charged") || $0.contains("which of the two") })
  }

  @Test func `what was replaced on hold is not charged beside a third purchase`() throws {
    var old = RelatedPurchase(of: try Self.held.subscriber())
    old.subscription = "gp_0"
    let again = Self.purchase("gp_2", "gold", "2023-05-20")
    var third = Story.googlePlay(bought: "2023-05-15", until: "2023-06-15")
    third.events[0].facts.product = "silver"
    func isRisk(beside related: [RelatedPurchase]) throws -> Bool {
      let subscriber = try third.subscriber(beside: related)
      let told = Explanation.sentences(for: subscriber, at: at("2023-06-01"), policy: .standard)
      let isSaid = told.contains { $0.contains("also has, is failing") }
      let status = subscriber.status(at: at("2023-06-01"), policy: .standard)
      #expect(status.flags.contains(.doubleBillingRisk) == isSaid)
      return isSaid
    }
    #expect(try isRisk(beside: [old]))
    #expect(try !isRisk(beside: [old, again]))
  }

  @Test func `case 14: who subscribes again outside the app comes back without an account`() throws
  {
    var anew = Story.googlePlay(bought: "2023-07-20", until: "2023-08-20")
    anew.events[0].facts.resubscribes = "gp_0"
    #expect(try Self.links(anew, "2023-07-21", beside: []) == ["earlier gp_0"])
    #expect(try anew.status("2023-07-21").state == .active)
  }

  @Test(arguments: [("2023-06-11", false), ("2023-06-20", true)])
  func `who buys anew when hold is over comes back`(bought: String, isOver: Bool) throws {
    // Hold ends on 7 June, without a report five days later.
    let other = Self.purchase("gp_2", "gold", bought)
    let subscriber = try Self.held.subscriber(beside: [other])
    let end = SubscriptionEnd(reason: .billing, at: at("2023-06-12"))
    #expect(
      subscriber.status(at: at("2023-06-21"), policy: .standard).end == (isOver ? end : nil))
    #expect(
      subscriber.episodes(at: at("2023-06-21"), policy: .standard).map(\.outcome)
        == [isOver ? .ranOut : .superseded])
    #expect(
      try Self.links(Self.held, "2023-06-21", beside: [other])
        == [isOver ? "later gp_2" : "repurchaseOnHold gp_2"])
    var old = RelatedPurchase(of: try Self.held.subscriber())
    old.subscription = "gp_0"
    #expect(old.runsOutAt == at("2023-06-12"))
    #expect(
      try Self.links(.googlePlay(bought: bought, until: "2023-07-20"), "2023-06-21", beside: [old])
        == [isOver ? "earlier gp_0" : "predecessor gp_0"])
  }

  @Test func `a purchase that awaits its payment leaves the held one on hold`() throws {
    var story = Story.googlePlay()
    story.events = []
    story.tell(.purchasePending, "2023-05-20") { $0.status = .pending }
    var other = RelatedPurchase(of: try story.subscriber())
    other.subscription = "gp_2"
    #expect(other.isPending)
    let held = try Self.held.subscriber(beside: [other])
    #expect(held.status(at: at("2023-06-01"), policy: .standard).state == .hold)
    #expect(try Self.links(Self.held, "2023-06-01", beside: [other]) == ["beside gp_2"])
    story.tell(.purchased, "2023-05-22") { $0.status = .active }
    #expect(try !RelatedPurchase(of: story.subscriber()).isPending)
  }

  @Test func `nothing is known of a purchase before it was made`() throws {
    let other = Self.purchase("gp_2", "gold", "2023-05-20")
    #expect(try Self.links(Self.held, "2023-05-19", beside: [other]) == [])
  }

  @Test func `another product bought while a renewal fails may be charged as well`() throws {
    let other = Self.purchase("gp_2", "silver", "2023-05-20", ended: "2023-06-20")
    #expect(try Self.links(Self.held, "2023-06-01", beside: [other]) == ["doubleBilling gp_2"])
    let later = try Self.held.subscriber(beside: [other]).linkedPurchases(
      at: at("2023-06-21"), policy: .standard)
    #expect(later.map(\.relation) == [.beside])
    #expect(later.first?.until == at("2023-06-20"))
  }

  @Test(arguments: [
    ("2023-05-05", "doubleBilling as_0"), ("2023-04-05", "beside as_0"),
    ("2023-05-22", "beside as_0"),
  ])
  func `case 6: what is bought while a renewal of another purchase fails is marked as well`(
    bought: String, link: String
  ) throws {
    var failing = Story.appStore()
    failing.tell(.billingFailed, "2023-05-01") {
      ($0.transactionID, $0.expiresAt, $0.status) = ("t1", at("2023-05-01"), .hold)
    }
    func check() throws {
      var other = RelatedPurchase(of: try failing.subscriber())
      other.subscription = "as_0"
      let story = Story.appStore(bought: bought, until: "2023-12-01")
      #expect(try Self.links(story, "2023-05-25", beside: [other]) == [link])
      let flags = try story.status("2023-05-25", beside: [other]).flags
      #expect(flags.contains(.doubleBillingRisk) == (link == "doubleBilling as_0"))
    }
    if bought < "2023-05-20" { try check() }
    failing.tell(.recovered, "2023-05-20") {
      ($0.transactionID, $0.purchasedAt) = ("t2", at("2023-05-20"))
      ($0.expiresAt, $0.status, $0.autoRenew) = (at("2023-06-20"), .active, true)
    }
    try check()
  }

  @Test func `who comes back is linked with what was before, and the other way round`() throws {
    let before = Self.purchase("as_0", "gold", "2022-01-01", ended: "2022-06-01")
    #expect(try Self.links(.appStore(), "2023-04-10", beside: [before]) == ["earlier as_0"])
    var left = Story.appStore()
    left.tell(.expired, "2023-05-01") {
      $0.status = .expired
      $0.endReason = .voluntary
      $0.expiresAt = at("2023-05-01")
    }
    let after = Self.purchase("as_9", "gold", "2023-08-01")
    #expect(try Self.links(left, "2023-09-01", beside: [after]) == ["later as_9"])
  }

  @Test func `what names this one as its replacement is its predecessor`() throws {
    var story = Story.appStore()
    story.tell(.superseded, "2023-04-10T00:00:10Z") { $0.replacedBy = "as_2" }
    let old = RelatedPurchase(of: try story.subscriber())
    var migrated = Story.appStore(bought: "2023-04-10")
    (migrated.id, migrated.events[0].subscription) = ("as_2", "as_2")
    #expect(try Self.links(story, "2023-04-20", beside: []) == ["replacement as_2"])
    #expect(try Self.links(migrated, "2023-04-20", beside: [old]) == ["predecessor as_1"])
  }

  @Test func `what the store links comes first, each purchase once`() throws {
    var story = Story.googlePlay()
    story.tell(.snapshot, "2023-04-02") {
      $0.replaces = "gp_0"
      $0.expiresAt = at("2023-05-01")
    }
    let related = [
      Self.purchase("gp_0", "silver", "2023-01-01", ended: "2023-04-01"),
      Self.purchase("gp_5", "bronze", "2023-02-01"),
    ]
    #expect(
      try Self.links(story, "2023-04-10", beside: related)
        == ["predecessor gp_0", "beside gp_5"])
  }
}
