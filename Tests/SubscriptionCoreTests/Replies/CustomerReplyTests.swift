import SubscriptionCore
import Testing

struct CustomerReplyTests {
  private func reply(_ life: Life, to name: String = "") throws -> CustomerReply {
    CustomerReply(
      about: try life.story.subscriber(beside: life.related), at: at(life.now), policy: .standard,
      in: DisplayZone(name: "Asia/Tokyo", offset: .hours(9)), to: name
    ) { $0.readable(in: nil) }
  }

  static let situations: [(String, ReplyKey)] = [
    ("active", .active), ("active, auto-renew not stated", .activeUntil),
    ("active, beside another purchase", .doubled),
    ("active, beside another purchase that ended", .active),
    ("active, not acknowledged", .unacknowledged), ("active, on trial", .trial),
    ("active, prepaid", .prepaid),
    ("active, billing issue announced, with grace", .paymentAnnounced),
    ("active, price consent pending", .priceConsent),
    ("active, product change pending", .productChange), ("active, pause pending", .pausePending),
    ("active, cancellation of instalments scheduled", .commitment), ("paused", .paused),
    ("pause begun by its date alone", .paused), ("pause over, payment not told", .resuming),
    ("renewal pending", .processing), ("renewal pending for a year", .unknown),
    ("renewal pending, price consent pending", .priceConsent),
    ("active, recovered beside another purchase", .doubled),
    ("grace past its expected end", .unknown),
    ("hold, failing at its first report", .hold), ("grace, failing at its first report", .grace),
    ("retry, product not for sale", .endedUnavailable), ("retry, auto-renew off", .notTried),
    ("superseded, and the other purchase ended", .ended),
    ("grace", .grace), ("grace, price consent pending", .priceConsent),
    ("retry, another plan bought meanwhile", .failingBeside), ("retry after grace", .hold),
    ("hold after a pause", .hold), ("canceled", .canceled),
    ("canceled by the developer", .notRenewed), ("ended, canceled in hold", .endedCanceled),
    ("ended, never collected", .endedUnpaid), ("ended, price not agreed to", .endedPrice),
    ("ended, product not for sale", .endedUnavailable), ("ended, no reason", .ended),
    ("refunded, auto-renew off", .refunded), ("refunded, auto-renew on", .refundedRenewing),
    ("active, family-shared", .familyShared), ("family sharing ended", .familyEnded),
    ("superseded", .superseded), ("pending", .pending), ("never paid", .neverPaid),
    ("unknown", .unknown),
  ]

  @Test(arguments: situations)
  func `each situation has words of its own`(_ name: String, _ key: ReplyKey) throws {
    let life = try #require((Life.appStore + Life.googlePlay).first { $0.name == name })
    #expect(try reply(life).key == key)
  }

  @Test func `of two purchases, one canceled or on hold is not told as charged`() throws {
    var life = try #require(
      Life.googlePlay.first { $0.name == "active, beside another purchase" })
    life.related[0].autoRenew = false
    #expect(try reply(life).key == .active)
    life.related[0].autoRenew = true
    life.related[0].heldSince = life.related[0].purchasedAt
    #expect(try reply(life).key == .active)
    (life.related[0].heldSince, life.related[0].isFamilyShared) = (nil, true)
    #expect(try reply(life).key == .active)
    (life.related[0].isFamilyShared, life.related[0].environment) = (false, .sandbox)
    #expect(try reply(life).key == .active)
  }

  @Test(arguments: [("2023-03-01", ReplyKey.neverPaid), ("2023-04-04", .superseded)])
  func `a purchase that was never paid is replaced by a later one alone`(
    bought: String, key: ReplyKey
  ) throws {
    var life = try Life.named("never paid")
    life.related = [
      RelatedPurchase(subscription: "gp_2", product: "gold", purchasedAt: at(bought))
    ]
    #expect(try reply(life).key == key)
    let isAdvised = try life.told().contains("To have it, the user buys it again in the app.")
    #expect(isAdvised == (key == .neverPaid))
  }

  @Test(arguments: [("g1", ReplyKey.doubled, ReplyKey.failingBeside), ("g2", .active, .hold)])
  func `a product of another subscription group is had by intent`(
    group: String, active: ReplyKey, failing: ReplyKey
  ) throws {
    for (name, key) in [("active", active), ("retry without grace", failing)] {
      var life = try #require(Life.appStore.first { $0.name == name })
      life.story.events[0].facts.group = "g1"
      life.related = [
        RelatedPurchase(
          subscription: "as_2", product: "silver", group: group, purchasedAt: at("2023-03-15"))
      ]
      #expect(try reply(life).key == key, "\(name)")
      #expect(try life.told().contains("which of the two") == (key == .doubled), "\(name)")
    }
  }

  @Test func `what took its place and is on hold is looked into`() throws {
    var life = try #require(Life.googlePlay.first { $0.name == "superseded" })
    let other = try #require(try life.story.subscriber(beside: life.related).facts.replacedBy)
    life.related = [
      RelatedPurchase(
        subscription: other, product: "gold", purchasedAt: at("2023-01-01"),
        heldSince: at("2023-01-02"))
    ]
    #expect(try reply(life).key == .unknown)
    (life.related[0].heldSince, life.related[0].endedAt) = (nil, at("2023-01-03"))
    #expect(try reply(life).key == .ended)
  }

  @Test func `of a replaced purchase, the end told is that of the one that replaced it`() throws {
    var life = try Life.named("superseded, and the other purchase ended")
    let templates = ReplyTemplates(
      language: "xx", texts: [.ended: ReplyTemplate("{product}[ on {since}]")],
      dateForm: "{day} {month}", months: [], zones: [:], stores: [:])
    #expect(try reply(life).text(templates) == "Silver on 20 05\n")
    // A third purchase may have taken the place of the second, known or not.
    life.related[0].replacedBy = "gp_3"
    #expect(try reply(life).key == .superseded)
    life.related[0].replacedBy = nil
    life.related.append(
      RelatedPurchase(subscription: "gp_3", product: "bronze", purchasedAt: at("2023-05-20")))
    #expect(try reply(life).key == .superseded)
  }

  @Test(arguments: ["hold", "grace"])
  func `a renewal that was failing at the first report is told without its date`(
    _ state: String
  ) throws {
    let life = try Life.named("\(state), failing at its first report")
    let template = ReplyTemplate("{product}[ of {failed}]")
    let templates = ReplyTemplates(
      language: "xx", texts: [.hold: template, .grace: template],
      dateForm: "{day}", months: [], zones: [:], stores: [:])
    #expect(try reply(life).text(templates) == "Gold\n")
  }

  @Test func `grace that is over by the longest length alone has no date of its end`() throws {
    var life = try Life.named("grace past its expected end")
    life.now = "2023-06-02"
    let templates = ReplyTemplates(
      language: "xx", texts: [.hold: ReplyTemplate("{product}[ since {since}]")],
      dateForm: "{day}", months: [], zones: [:], stores: [:])
    #expect(try reply(life).text(templates) == "Gold\n")
  }

  @Test func `a price that awaits consent after the date of the renewal has no date`() throws {
    let life = try Life.named("renewal pending, price consent pending")
    let templates = ReplyTemplates(
      language: "xx",
      texts: [.priceConsent: ReplyTemplate("agree[ by {date}][ until {until}][ since {since}]")],
      dateForm: "{day}", months: [], zones: [:], stores: [:])
    #expect(try reply(life).text(templates) == "agree\n")
  }

  @Test func `a product that is not for sale is not offered again, nor is grace told as over`()
    throws
  {
    var life = try #require(Life.appStore.first { $0.name == "grace" })
    let last = life.story.events.indices.last ?? 0
    life.story.events[last].facts.endReason = .productUnavailable
    #expect(try reply(life).key == .notRenewed)
  }

  @Test func `who was refunded after the end is not told that access ended with it`() throws {
    var life = try #require(Life.appStore.first { $0.name == "refunded, auto-renew off" })
    let templates = ReplyTemplates(
      language: "xx", texts: [.refunded: ReplyTemplate("back[ {part}]")], dateForm: "",
      months: [], zones: [:], stores: [:])
    #expect(try reply(life).text(templates) == "back\n")
    let last = life.story.events.indices.last ?? 0
    life.story.events[last].facts.refundedPart = 14_250
    #expect(try reply(life).text(templates) == "back 14.3 %\n")
    #expect(try life.sentences().contains { $0.contains("refunded, 14.3 % of it") })
  }

  @Test func `case 18: a refund after the end is told on its own day`() throws {
    var life = try #require(Life.appStore.first { $0.name == "ended, never collected" })
    life.now = "2023-07-25"
    life.story.tell(.refunded, "2023-07-20") {
      ($0.transactionID, $0.revokedAt, $0.status) = ("t1", at("2023-07-20"), .revoked)
      $0.endReason = .refund
    }
    let templates = ReplyTemplates(
      language: "xx", texts: [.refunded: ReplyTemplate("back {since}")], dateForm: "{day}",
      months: [], zones: [:], stores: [:])
    #expect(try reply(life).text(templates) == "back 20\n")
  }

  @Test func `a guess is not told as a date, nor a product without a name`() throws {
    var story = Story(.googlePlay)
    (story.usual.product, story.usual.app) = (nil, "com.example.reader")
    story.tell(.billingFailed, "2023-05-01")
    let life = Life(name: "only told of", now: "2023-05-02", story: story)
    let templates = ReplyTemplates(
      language: "xx", texts: [.grace: ReplyTemplate("{product}[ of {failed}][ until {until}]")],
      dateForm: "{day}", months: [], zones: [:], stores: [:])
    #expect(try reply(life).text(templates) == "com.example.reader\n")
  }

  @Test func `hold after a pause has no access since the pause, not since the payment`() throws {
    let life = try #require(Life.googlePlay.first { $0.name == "hold after a pause" })
    let templates = ReplyTemplates(
      language: "xx", texts: [.hold: ReplyTemplate("failed[ {failed}][ since {since}]")],
      dateForm: "{day}", months: [], zones: [:], stores: [:])
    #expect(try !reply(life).text(templates).contains("since"))
  }

  /// Whatever ended the purchase was the purchaser's: the member had no payment of her own.
  @Test(arguments: [
    "ended, never collected", "ended, canceled in retry", "ended, price not agreed to",
    "ended, product not for sale", "ended, no reason", "refunded, auto-renew on",
    "family sharing ended",
  ])
  func `a member whose family's subscription ended is not told of payments`(name: String) throws {
    var life = try #require(Life.appStore.first { $0.name == name })
    life.story.events[0].facts.familyShared = true
    #expect(try reply(life).key == .familyEnded)
    let sentences = try life.sentences()
    #expect(!sentences.contains { $0.contains("because the user canceled") }, "\(sentences)")
    #expect(!sentences.contains { $0.contains("with a payment method") }, "\(sentences)")
    #expect(sentences.first?.hasSuffix("which another member of the family pays for.") == true)
    #expect(sentences.contains { $0.contains("To come back, the user subscribes in the app, or") })
  }

  @Test func `a family member on hold still has the purchaser to ask`() throws {
    var life = try #require(Life.appStore.first { $0.name == "retry after grace" })
    life.story.events[0].facts.familyShared = true
    #expect(try reply(life).key == .familyHold)
    let own = RelatedPurchase(subscription: "as_2", product: "gold", purchasedAt: at("2023-05-02"))
    life.related = [own]
    #expect(try reply(life).key == .familyShared)
  }

  @Test func `a commitment without payments left is not charged again`() throws {
    var life = try #require(
      Life.googlePlay.first { $0.name == "active, cancellation of instalments scheduled" })
    let last = life.story.events.indices.last ?? 0
    life.story.events[last].facts.commitmentPaymentsLeft = 0
    #expect(try reply(life).key == .canceled)
  }

  @Test(arguments: [("active, not acknowledged", ReplyKey.unacknowledged)])
  func `what was never acknowledged is looked into after three days`(
    name: String, before: ReplyKey
  ) throws {
    var life = try #require(Life.googlePlay.first { $0.name == name })
    #expect(try reply(life).key == before)
    life.story.events[0].facts.startedAt = at(life.now) - .days(4)
    #expect(try reply(life).key == .unknown)
  }

  @Test(arguments: [(true, "2023-05-01", "4 00:00"), (false, "2023-04-04", "2 12:00")])
  func `case 37: who waits for an acknowledgement is told the date of the refund`(
    renews: Bool, until: String, date: String
  ) throws {
    var story = Story.googlePlay(bought: "2023-04-01", until: until)
    (story.events[0].facts.period, story.events[0].facts.basePlan) = (nil, renews ? nil : "p3d")
    (story.events[0].facts.autoRenew, story.events[0].facts.acknowledgementPending) = (renews, true)
    let reply = CustomerReply(
      about: try story.subscriber(), at: at("2023-04-01T01:00:00Z"), policy: .standard, in: .utc
    ) { $0.rawValue }
    let templates = ReplyTemplates(
      language: "xx", texts: [.unacknowledged: ReplyTemplate("{product}[ until {date}]")],
      dateForm: "{day} {time}")
    #expect(reply.text(templates) == "gold until \(date)\n")
  }

  @Test func `every situation but the rarest is among them`() {
    let met = Set(Self.situations.map(\.1)).union([.greeting, .closing])
    let beside: Set<ReplyKey> = [.holdBeside, .holdItems, .endedBeside, .familyHold]
    #expect(Set(ReplyKey.allCases).subtracting(met) == beside)
  }

  @Test func `dates are in the customer's zone, and the failed payment is the renewal's`() throws {
    let life = try #require(
      Life.googlePlay.first { $0.name == "grace, told a day after its date" })
    let templates = ReplyTemplates(
      language: "xx",
      texts: [
        .greeting: ReplyTemplate("Dear[ {name}],"),
        .grace: ReplyTemplate("{store} {product}[ of {failed}][ until {until}] {link}"),
        .closing: ReplyTemplate("Bye"),
      ], dateForm: "{day} {month} {year} {time} {zone}",
      months: (1...12).map { "M\($0)" }, zones: ["Asia/Tokyo": "JST"],
      stores: [.googlePlay: "Play"])
    let link =
      "https://play.google.com/store/account/subscriptions?sku=gold&package=com.example.reader"
    #expect(
      try reply(life, to: "Mei").text(templates)
        == "Dear Mei,\n\nPlay Gold of 1 M5 2023 09:00 JST until 8 M5 2023 09:00 JST "
        + "\(link)\n\nBye\n"
    )
    #expect(try reply(life).text(templates).hasPrefix("Dear,\n\nPlay Gold of"))
  }

  @Test func `both products are named, and the page has both`() throws {
    let life = try #require(Life.googlePlay.first { $0.name == "active, beside another purchase" })
    let templates = ReplyTemplates(
      language: "xx", texts: [.doubled: ReplyTemplate("{product}, {next}: {settings}")],
      dateForm: "", months: [], zones: [:], stores: [:])
    #expect(
      try reply(life).text(templates)
        == "Gold, Silver: https://play.google.com/store/account/subscriptions\n")
  }

  @Test(arguments: [("grace", "Gold"), ("grace, another product chosen", "Gold, then Silver")])
  func `what was chosen for the period that failed is named`(name: String, text: String) throws {
    let life = try #require(Life.appStore.first { $0.name == name })
    let template = ReplyTemplate("{product}[, then {next}]")
    let templates = ReplyTemplates(language: "xx", texts: [.grace: template])
    #expect(try reply(life).text(templates) == text + "\n")
    #expect(template.problem(for: .grace) == nil && template.problem(for: .hold) == nil)
    #expect(ReplyTemplate("{next}").problem(for: .hold) != nil)
    #expect(ReplyTemplate("{next}").problem(for: .productChange) == nil)
  }

  @Test(arguments: [
    ("You have {product}[ until {until}].", "You have Gold."),
    ("{product}[ {until}[", "Gold"), ("[{until}] {product}", " Gold"), ("{nothing}!", "!"),
    ("[{product}]", "Gold"),
  ])
  func `a bracket is left out where its value is not known`(_ text: String, _ filled: String) {
    #expect(ReplyTemplate(text).filled([.product: "Gold"]) == filled)
  }

  @Test(arguments: [
    ("Hello {nmae}", "has {nmae}, which is not known in 'active'."),
    ("{link}", "has {link}, which is not known in 'active'."),
    ("until {until}", "has {until}, which is not always known: put the words around it in [ ]."),
    ("[until {until}", "has an opening bracket without a closing one."),
    ("until] ", "has a closing bracket without an opening one."),
    ("[a[b]]", "has brackets inside of brackets."), ("a {b", "has a brace without its other."),
    (" ", "is empty."),
  ])
  func `what is wrong with the words is said`(_ text: String, _ problem: String) throws {
    let found = try #require(ReplyTemplate(text).problem(for: .active))
    #expect(found.hasPrefix(problem), "\(found)")
    #expect(ReplyTemplate("{product}[ until {until}]").problem(for: .active) == nil)
  }

  @Test(arguments: [
    ("com.example.reader.pro.monthly", "com.example.reader", "Pro Monthly"),
    ("gold_yearly", nil, "Gold Yearly"), ("", nil, ""),
  ])
  func `an identifier is made readable`(_ id: String, _ app: String?, _ words: String) {
    #expect(ProductID(id).readable(in: app.map { AppID($0) }) == words)
  }
}
