import SubscriptionCore
import Testing

/// Replies about a purchase beside which the same user has another one.
struct CustomerReplyBesideTests {
  private func key(_ life: Life) throws -> ReplyKey {
    CustomerReply(
      about: try life.story.subscriber(beside: life.related), at: at(life.now), policy: .standard,
      in: .utc
    ) { $0.rawValue }.key
  }

  private func text(_ life: Life, _ template: String) throws -> String {
    let reply = CustomerReply(
      about: try life.story.subscriber(beside: life.related), at: at(life.now), policy: .standard,
      in: .utc
    ) { $0.rawValue }
    return reply.text(
      ReplyTemplates(
        language: "xx", texts: [reply.key: ReplyTemplate(template)], dateForm: "{day} {month}"))
  }

  /// The purchase that replaced gp_1 on 10 April 2023, paid until 10 May.
  private static func successor(_ change: (inout Story) -> Void = { _ in }) -> Story {
    var story = Story(.googlePlay, "gp_2")
    story.usual.product = "silver"
    story.tell(.purchased, "2023-04-10") {
      ($0.status, $0.autoRenew, $0.replaces) = (.active, true, "gp_1")
      ($0.startedAt, $0.expiresAt) = (at("2023-04-10"), at("2023-05-10"))
    }
    change(&story)
    return story
  }

  /// gp_1, replaced by the other purchase, at an instant.
  private static func replaced(by other: Story, _ now: String) throws -> Life {
    var story = Story.googlePlay()
    story.tell(.superseded, "2023-04-10") { $0.replacedBy = "gp_2" }
    return Life(
      name: "replaced", now: now, story: story,
      related: [RelatedPurchase(of: try other.subscriber())])
  }

  @Test func `what replaced a purchase gives no access while it is paused`() throws {
    let paused = Self.successor { story in
      story.tell(.paused, "2023-05-10") {
        ($0.status, $0.resumesAt, $0.expiresAt) = (.paused, at("2023-06-10"), at("2023-05-10"))
      }
    }
    let life = try Self.replaced(by: paused, "2023-05-20")
    #expect(try key(life) == .unknown)
    let told = try life.told()
    #expect(told.contains("and the other one (gp_2) does not either."), "\(told)")
    #expect(!told.contains("charges for the other purchase"), "\(told)")
  }

  @Test(arguments: [true, false])
  func `case 14: an end of the successor that only the clock tells is named`(
    isPrepaid: Bool
  ) throws {
    let canceled = Self.successor { story in
      if isPrepaid {
        story.events[0].facts.autoRenew = false
      } else {
        story.tell(.autoRenewDisabled, "2023-04-20") {
          ($0.status, $0.autoRenew, $0.expiresAt) = (.canceled, false, at("2023-05-10"))
        }
      }
    }
    var life = try Self.replaced(by: canceled, "2023-05-09")
    #expect(try key(life) == .superseded)
    life.now = "2023-05-20"
    #expect(try text(life, "{product}[ {since}]") == "silver 10 05\n")
    #expect(try key(life) == .ended)
    let told = try life.told()
    #expect(told.contains("The user has had no access since 10 May 2023"), "\(told)")
    #expect(told.contains("the other purchase ended on 10 May 2023"), "\(told)")
  }

  @Test func `a successor whose renewal fails, or is not reported, is looked into`() throws {
    let silent = try Self.replaced(by: Self.successor(), "2023-05-20")
    #expect(try key(silent) == .unknown)
    #expect(
      try silent.told().contains("any more, and whether the other one (gp_2) does is not known."))
    let failing = Self.successor { story in
      story.tell(.billingFailed, "2023-05-11") {
        ($0.status, $0.expiresAt, $0.graceEndsAt) = (.grace, at("2023-05-18"), at("2023-05-18"))
      }
    }
    var life = try Self.replaced(by: failing, "2023-05-12")
    #expect(try key(life) == .unknown)
    #expect(try life.told().contains("the other one (gp_2) does."))
    life.now = "2023-05-20"
    #expect(try life.told().contains("does not either, as its payment is failing."))
  }

  @Test func `case 36: a paused purchase is not charged beside an active one`() throws {
    let paused = Self.successor { story in
      story.events[0].facts.replaces = nil
      story.tell(.paused, "2023-05-10") {
        ($0.status, $0.resumesAt, $0.expiresAt) = (.paused, at("2023-06-10"), at("2023-05-10"))
      }
    }
    let story = Story.googlePlay(bought: "2023-05-12", until: "2023-06-12")
    let life = Life(
      name: "beside", now: "2023-05-20", story: story,
      related: [RelatedPurchase(of: try paused.subscriber())])
    #expect(try key(life) == .active)
  }

  @Test func `an earlier end is not told as the last of access that another purchase gave`() throws
  {
    var ended = Story.appStore()
    ended.end("2023-05-01", .voluntary)
    var life = Life(name: "ended", now: "2023-06-20", story: ended)
    let other = RelatedPurchase(
      subscription: "as_2", product: "gold", purchasedAt: at("2023-05-01"),
      accessEnds: at("2023-06-01"), autoRenew: false)
    life.related = [other]
    let told = try life.told()
    #expect(told.contains("This purchase has given no access since 1 May 2023"), "\(told)")
    #expect(!told.contains("(as_2) gives access"), "\(told)")
    #expect(try key(life) == .endedCanceled)
  }

  @Test(arguments: [true, false])
  func `access that another purchase gives is not told as lost`(isShared: Bool) throws {
    var life = try Life.named("retry without grace")
    life.related = [
      RelatedPurchase(
        subscription: "as_2", product: "silver", purchasedAt: at("2023-05-01"),
        accessEnds: at("2023-07-01"), autoRenew: isShared, isFamilyShared: isShared)
    ]
    #expect(try text(life, "{product} {next}") == "gold silver\n")
    #expect(try key(life) == .holdBeside)
    let told = try life.told()
    #expect(told.contains("This purchase has given no access since"), "\(told)")
    #expect(told.contains("the user's other one (as_2) gives access"), "\(told)")
    life.related[0].accessEnds = at("2023-05-01T12:00:00Z")
    #expect(try key(life) == .hold)
  }

  @Test func `consent to a price is asked without a loss that another purchase prevents`() throws {
    var life = try Life.named("retry without grace")
    for index in life.story.events.indices {
      life.story.events[index].facts.priceConsentPending = true
    }
    #expect(try text(life, "{product}[ {since}]") == "gold 1 05\n")
    #expect(try key(life) == .priceConsent)
    life.related = [
      RelatedPurchase(subscription: "as_2", product: "silver", purchasedAt: at("2023-05-01"))
    ]
    #expect(try text(life, "{product}[ {since}]") == "gold\n")
    #expect(try key(life) == .priceConsent)
  }

  @Test func `who pays for another product is not asked to come back`() throws {
    var ended = Story.googlePlay()
    ended.end("2023-05-01", .voluntary)
    var life = Life(name: "ended", now: "2023-05-05", story: ended)
    life.related = [
      RelatedPurchase(subscription: "gp_2", product: "yearly", purchasedAt: at("2023-05-01"))
    ]
    #expect(try text(life, "{product} {next}") == "gold yearly\n")
    #expect(try key(life) == .endedBeside)
    let told = try life.told()
    #expect(told.contains("This purchase has given no access since 1 May 2023"), "\(told)")
    #expect(told.contains("Look at the user's other purchase (gp_2) first"), "\(told)")
    #expect(!told.contains("To come back"), "\(told)")
    // One that fails or is canceled does not go on as before.
    life.related[0].failures = [at("2023-05-04")..<at("2023-05-20")]
    #expect(try key(life) == .unknown)
    (life.related[0].failures, life.related[0].autoRenew) = ([], false)
    #expect(try key(life) == .unknown)
    life.related[0].autoRenew = true
    // A purchase of the same product by a member of the family has not taken its place.
    (life.related[0].product, life.related[0].isFamilyShared) = ("gold", true)
    #expect(try key(life) == .endedBeside)
  }

  @Test func `what was bought again is looked into while it gives no access`() throws {
    var ended = Story.googlePlay()
    ended.end("2023-05-01", .voluntary)
    var life = Life(name: "ended", now: "2023-05-05", story: ended)
    life.related = [
      RelatedPurchase(
        subscription: "gp_2", product: "gold", purchasedAt: at("2023-05-02"),
        accessEnds: at("2023-05-04"))
    ]
    #expect(try key(life) == .unknown)
    let told = try life.told()
    #expect(told.contains("Look at the user's other purchase (gp_2) first"), "\(told)")
    #expect(!told.contains("To come back"), "\(told)")
    life.related[0].runsOutAt = at("2023-05-04")
    #expect(try key(life) == .endedCanceled)
  }

  @Test func `an own purchase comes before one that the family shares`() throws {
    var ended = Story.googlePlay()
    ended.end("2023-05-01", .voluntary)
    var life = Life(name: "ended", now: "2023-05-05", story: ended)
    life.related = [
      RelatedPurchase(
        subscription: "gp_2", product: "gold", purchasedAt: at("2023-04-02"),
        isFamilyShared: true),
      RelatedPurchase(subscription: "gp_3", product: "gold", purchasedAt: at("2023-05-02")),
    ]
    #expect(try key(life) == .superseded)
    #expect(try life.told().contains("(gp_3)"))
  }

  @Test(arguments: [("gold", "gold gold 15 03\n"), ("silver", "gold silver\n")])
  func `case 6: two purchases of one name are told apart by their beginning`(
    product: ProductID, words: String
  ) throws {
    var life = try Life.named("active, beside another purchase")
    life.related[0].product = product
    #expect(try text(life, "{product} {next}[ {begun}]") == words)
  }

  @Test func `who can use what the family shares is not just asked to pay for the same`() throws {
    var life = try Life.named("retry without grace")
    life.related = [
      RelatedPurchase(
        subscription: "as_2", product: "gold", purchasedAt: at("2023-05-04"), isFamilyShared: true)
    ]
    #expect(try key(life) == .holdBeside)
    #expect(try text(life, "{product} {next}[ {begun}]") == "gold gold 4 05\n")
    let told = try life.told()
    let advice =
      "Ask whether the user wants to keep this one beside the other (as_2). If not, it is canceled "
      + "in the subscription settings of the App Store; if so, the payment method is fixed at "
    #expect(told.contains(advice), "\(told)")
    #expect(!told.contains("Ask the user to fix"), "\(told)")
  }

  @Test(arguments: ["refunded, auto-renew off", "refunded, auto-renew on"])
  func `case 6: a refunded duplicate was not replaced by the purchase before it`(
    name: String
  ) throws {
    var life = try #require(Life.appStore.first { $0.name == name })
    let renews = name.hasSuffix("on")
    life.related = [
      RelatedPurchase(subscription: "as_2", product: "gold", purchasedAt: at("2023-03-20"))
    ]
    #expect(try key(life) == (renews ? .refundedRenewing : .refunded))
    var told = try life.told()
    #expect(told.contains("Look at the user's other purchase (as_2), which goes on"), "\(told)")
    #expect(told.contains("auto-renew must be off") == renews, "\(told)")
    #expect(told.contains("needs nothing from the user") != renews, "\(told)")
    // The other one is not what the refund is about.
    (life.related[0].autoRenew, life.related[0].accessEnds) = (false, at("2023-05-20"))
    #expect(try key(life) == (renews ? .refundedRenewing : .refunded))
    life.related[0].purchasedAt = at("2023-04-11")
    #expect(try key(life) == (renews ? .refundedRenewing : .superseded))
    told = try life.told()
    #expect(told.contains("auto-renew must be off") == renews, "\(told)")
  }

  @Test func `case 6: a canceled duplicate ended beside the purchase that goes on`() throws {
    var life = try Life.named("ended, canceled in time")
    life.related = [
      RelatedPurchase(subscription: "as_2", product: "gold", purchasedAt: at("2023-04-20"))
    ]
    #expect(try key(life) == .endedBeside)
    life.related[0].purchasedAt = at("2023-05-01")
    #expect(try key(life) == .superseded)
    // The member of a family who buys it before sharing ends has taken its place.
    var shared = try Life.named("family sharing ended")
    shared.related = [
      RelatedPurchase(subscription: "as_2", product: "gold", purchasedAt: at("2023-04-09"))
    ]
    #expect(try key(shared) == .superseded)
  }

  @Test func `a product that the family shares is not charged beside an own one`() throws {
    var story = Story.appStore()
    story.events[0].facts.familyShared = true
    var life = Life(name: "shared", now: "2023-04-20", story: story)
    life.related = [
      RelatedPurchase(subscription: "as_2", product: "gold", purchasedAt: at("2023-04-10"))
    ]
    #expect(try !life.told().contains("both are charged"))
    life.now = "2023-05-20"
    life.story.declineAtApple { $0.familyShared = true }
    life.related[0].purchasedAt = at("2023-05-10")
    #expect(try life.story.anomalies("2023-05-20", beside: life.related) == [])
  }
}
