import SubscriptionCore
import Testing

/// Other purchases of the same user.
extension ExplanationTests {
  @Test func `case 6: once both are paid, both are told as charged`() throws {
    let told = try Life.named("active, recovered beside another purchase").told()
    #expect(told.contains("The user also has silver (as_2), bought on 5 May 2023"), "\(told)")
    #expect(told.contains("Ask which of the two the user wants to keep"), "\(told)")
    #expect(!told.contains("if this one is paid as well"), "\(told)")
  }

  @Test func `the purchase that replaced it is told as ended when it has`() throws {
    var life = try Life.named("superseded, and the other purchase ended")
    let word =
      "Google Play does not charge for this one any more; the other purchase ended on 20 May 2023"
    #expect(try life.told().contains(word))
    #expect(try life.told().contains("The user has had no access since 20 May 2023"))
    life.now = "2023-05-19"
    #expect(try life.told().contains("charges for the other purchase as long as that goes on."))
    #expect(try life.told().contains("no access any more; the other one (gp_2) does."))
    life.related[0].autoRenew = false
    let told = try life.told()
    let prepaid = "any more; the other purchase does not renew and ends on 20 May 2023 00:00 UTC"
    #expect(told.contains("Google Play does not charge for this one \(prepaid)"), "\(told)")
    #expect(!told.contains("as long as that goes on"), "\(told)")
    life.related[0].heldSince = at("2023-05-18")
    #expect(try life.told().contains("and the other one (gp_2) does not either"))
  }

  @Test func `case 13: of purchases that replaced one another the last one counts`() throws {
    var second = Story(.googlePlay, "gp_2")
    second.tell(.purchased, "2023-04-10") {
      ($0.status, $0.startedAt, $0.autoRenew) = (.active, at("2023-04-10"), true)
    }
    second.tell(.superseded, "2023-04-20") { $0.replacedBy = "gp_3" }
    second.tell(.expired, "2023-04-20T00:00:04Z") { $0.status = .expired }
    var life = try Life.named("superseded, and the other purchase ended")
    (life.now, life.related) = ("2023-04-25", [RelatedPurchase(of: try second.subscriber())])
    var told = try life.told()
    #expect(!told.contains("gp_3") && !told.contains("charges for the other"), "\(told)")
    #expect(!told.contains("The user has had no access"), "\(told)")
    life.related.append(
      RelatedPurchase(subscription: "gp_3", product: "bronze", purchasedAt: at("2023-04-20")))
    told = try life.told()
    for word in [
      "and was replaced in its turn; the last one is gp_3.", "the other one (gp_3) does.",
      "Google Play charges for the other purchase as long as that goes on.",
      "Look at the other purchase (gp_3); this one needs nothing from the user.",
    ] {
      #expect(told.contains(word), "\(told)")
    }
    life.related[1].autoRenew = false
    #expect(try life.told().contains("Google Play does not charge for this one any more."))
    life.now = "2023-04-19"
    told = try life.told()
    #expect(told.contains("the other one (gp_2) does.") && !told.contains("gp_3"), "\(told)")
  }

  @Test func `the end of a purchase is not that of access which another one gives`() throws {
    var tale = Tale.left
    tale.related = [
      RelatedPurchase(subscription: "as_2", product: "gold", purchasedAt: at("2023-04-20"))
    ]
    let told = try tale.sentences()
    let word =
      "This purchase has given no access since 1 May 2023 00:00 UTC (1 day ago); the user's other "
      + "one (as_2) gives access."
    #expect(told.contains(word), "\(told)")
  }

  @Test func `a price that awaits consent is named where the present one is not known`() throws {
    var life = try #require(Life.googlePlay.first { $0.name == "active, price consent pending" })
    life.story.events[0].facts.price = nil
    life.story.events[1].facts.price = nil
    let told = try life.told()
    #expect(told.contains("A higher price of 5.99 EUR awaits the user's consent."), "\(told)")
  }

  @Test func `a price that awaits consent is that of the product chosen for later`() throws {
    var life = try Life.named("active, price consent pending")
    let last = life.story.events.indices.last ?? 0
    life.story.events[last].facts.nextProduct = "lite"
    life.story.events[last].facts.renewalPrice = Money(micros: 2_990_000, currency: "USD")
    let told = try life.told()
    #expect(told.contains("A price of 2.99 USD for lite awaits the user's consent."), "\(told)")
    #expect(told.contains("The user has chosen lite for the next period."), "\(told)")
    let reply = CustomerReply(
      about: try life.story.subscriber(), at: at(life.now), policy: .standard, in: .utc
    ) { $0.rawValue }
    let templates = ReplyTemplates(
      language: "xx", texts: [.priceConsent: ReplyTemplate("{product}[ {price}]")])
    #expect(reply.text(templates) == "lite 2.99 USD\n")
  }

  @Test(arguments: [true, false])
  func `an item that is removed is not told as charged`(isMain: Bool) throws {
    var story = Story(.googlePlay)
    story.usual.product = "base"
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01") { $0.addOns = ["extra"] }
    story.resource(.productChanged, on: "2026-03-15", until: "2026-04-01") {
      ($0.addOns, $0.removedItems) = (["extra"], [isMain ? "base" : "extra"])
      if isMain { $0.nextProduct = "extra" }
    }
    let life = Life(name: "removed", now: "2026-03-20", story: story)
    let told = try life.told()
    #expect(!told.contains("charged together"), "\(told)")
    let name = isMain ? "base" : "extra"
    #expect(
      told.contains("The user has removed \(name), which ends with the paid period."), "\(told)")
    #expect(told.contains("The purchase has 1 add-on, extra.") == isMain, "\(told)")
    #expect(told.contains("will renew it as extra on") == isMain, "\(told)")
    story.resource(.snapshot, on: "2026-03-21", until: "2026-04-01")
    #expect(try story.subscriber().facts.removedItems == nil)
  }

  @Test func `a free trial that was revoked had no payment to refund`() throws {
    var story = Story.play()
    story.events[0].facts.offer = Offer(kind: .freeTrial, isIntroductory: true)
    story.tell(.refunded, "2023-04-04") {
      ($0.status, $0.revokedAt, $0.endReason) = (.expired, at("2023-04-04"), .refund)
    }
    let told = try Life(name: "revoked", now: "2023-04-05", story: story).told()
    #expect(told.contains("because it was revoked"), "\(told)")
    #expect(!told.contains("payment was refunded"), "\(told)")
    let subscriber = try story.subscriber()
    let payments = subscriber.payments(in: story.events, at: at("2023-04-05"))
    #expect(payments.map(\.kind) == [.freeTrial])
    #expect(payments.first?.refundedAt == nil)
    let row = SubscriberProjection(
      of: subscriber, at: at("2023-04-05"), policy: .standard, profile: nil)
    #expect(row.days.refunds == [])
  }

  @Test func `notifications alone prove no earlier end of access than the latest`() throws {
    let story = Story.heardOf(.purchased, .billingFailed, .recovered, .holdStarted)
    let told = try Life(name: "hold", now: "2023-04-20", story: story).told()
    #expect(told.contains("no access since 13 Apr 2023 00:00 UTC (7 days ago)"), "\(told)")
  }

  @Test(arguments: [true, false])
  func `case 28, case 35: the end of a test purchase, or a family member's, counts as no churn`(
    isTest: Bool
  ) throws {
    var tale = Tale.expired
    #expect(try tale.sentences().contains { $0.contains("which counts as involuntary churn") })
    for index in tale.story.events.indices {
      if isTest { tale.story.events[index].facts.environment = .sandbox }
      if !isTest { tale.story.events[index].facts.familyShared = true }
    }
    let told = try tale.sentences()
    #expect(told.contains { $0.hasSuffix("payment could not be collected.") }, "\(told)")
    #expect(!told.contains { $0.contains("churn") }, "\(told)")
  }

  @Test(arguments: [nil, "2023-04-13"])
  func `a cancellation that only a later report shows has no date of its own`(
    _ canceled: String?
  ) throws {
    var story = Story.appStore()
    story.tell(.snapshot, "2023-04-15") {
      ($0.status, $0.autoRenew, $0.canceledAt) = (.active, false, canceled.map { at($0) })
    }
    let told = try Tale(name: "", now: "2023-04-20", story: story).sentences()
    let word = canceled == nil ? "on or before 15 Apr 2023" : "on 13 Apr 2023"
    #expect(told.contains { $0.hasPrefix("Auto-renew was turned off \(word)") }, "\(told)")
  }
}
