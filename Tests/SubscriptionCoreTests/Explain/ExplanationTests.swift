import SubscriptionCore
import Testing

struct ExplanationTests {
  private func texts(_ tale: Tale, _ topics: Explanation.Topic...) throws -> [String] {
    let explanation = Explanation(
      of: try tale.story.subscriber(beside: tale.related), at: at(tale.now), policy: .standard)
    return explanation.sentences.filter { topics.contains($0.topic) }.map(\.text)
  }

  @Test func `grace is told whole`() throws {
    let page =
      "https://play.google.com/store/account/subscriptions?sku=gold&package=com.example.reader"
    #expect(
      try Tale.grace.sentences() == [
        "gp_1 is a subscription to gold at Google Play, 4.99 EUR a month.",
        "The renewal of 1 May 2023 00:00 UTC (2 days 12 hours ago) failed because the payment was "
          + "declined. Google Play grants a grace period, so access goes on.",
        "The user has access until 15 May 2023 00:00 UTC (in 11 days 11 hours).",
        "Google Play keeps trying to collect the payment until about 14 Jun 2023 00:00 UTC "
          + "(in 41 days 11 hours), then the subscription ends.",
        "If it is paid in grace, the billing date stays as it is.",
        "Google Play itself wrote to the user when grace began, on 1 May 2023 00:10 UTC.",
        "Ask the user to fix the payment method at \(page).",
        "In the Google Play app, subscriptions are behind the profile picture, under Payments & "
          + "subscriptions.",
        "A payment-fix prompt has been due since 3 May 2023 09:00 UTC (3 hours 30 minutes ago): "
          + "Step 2, Google Play's own in-app message, by the rule default.",
        "1 prompt was shown since the failure, the last on 2 May 2023 09:00 UTC "
          + "(1 day 3 hours ago).",
        "The user cannot get an introductory offer. Introductory offers are for those who are not "
          + "subscribed.",
      ])
  }

  @Test func `hold is told whole`() throws {
    #expect(
      try Tale.hold.sentences() == [
        "as_1 is a subscription to gold at the App Store.",
        "The renewal of 1 May 2023 00:00 UTC (9 days 6 hours ago) failed because the payment was "
          + "declined. No grace period was granted.",
        "The user has had no access since 1 May 2023 00:00 UTC (9 days 6 hours ago).",
        "The App Store keeps trying to collect the payment until about 30 Jun 2023 00:00 UTC "
          + "(in 50 days 18 hours), then the subscription ends.",
        "If it is paid now, access comes back and a new period begins on the day of the payment.",
        "Ask the user to fix the payment method at https://apps.apple.com/account/billing.",
        "On an iPhone or iPad, payment methods are in Settings, under the user's name, Payment & "
          + "Shipping.",
        "A payment-fix prompt has been due since 10 May 2023 00:00 UTC (6 hours ago): Step 2, "
          + "StoreKit's own message about the billing issue, by the rule default.",
        "1 prompt was shown since the failure, the last on 8 May 2023 00:00 UTC "
          + "(2 days 6 hours ago).",
        "The user cannot get an introductory offer. Introductory offers are for those who are not "
          + "subscribed.",
      ])
  }

  @Test func `a snooze is told with its end and who recorded it`() throws {
    var tale = Tale.hold
    tale.story.record(.promptSnoozed, "2023-05-09", until: "2023-05-12T05:00:00Z")
    let told = try texts(tale, .prompt)
    #expect(told.first?.hasPrefix("Prompts are snoozed until 12 May 2023 05:00 UTC") == true)
    #expect(told.first?.hasSuffix(", by ann.") == true, "\(told)")
    let next = told.dropFirst().first
    #expect(next?.hasPrefix("The next payment-fix prompt is due on 12 May") == true, "\(told)")
    tale.story.record(.promptSnoozed, "2023-05-09T01:00:00Z", until: "2023-08-12T05:00:00Z")
    let late = try texts(tale, .prompt)
    #expect(late.first?.hasPrefix("Prompts are snoozed until 12 Aug 2023") == true, "\(late)")
    #expect(
      late.dropFirst().first == "No payment-fix prompt is due, because "
        + "the store's retries end before a prompt can follow the snooze.")
  }

  @Test func `after a snooze a prompt is due since the snooze ended`() throws {
    var tale = Tale.hold
    tale.story.record(.promptSnoozed, "2023-05-09", until: "2023-05-10T05:00:00Z")
    let told = try texts(tale, .prompt).first ?? ""
    #expect(told.hasPrefix("A payment-fix prompt has been due since 10 May 2023 05:00 UTC"))
    tale.now = "2023-05-10T04:00:00Z"
    let before = try texts(tale, .prompt).dropFirst().first ?? ""
    #expect(
      before.hasPrefix("The next payment-fix prompt is due on 10 May 2023 05:00 UTC (in 1 hour)"))
  }

  @Test func `what turns auto-renew on again is found by menus`() throws {
    let told = try Tale.canceled.sentences()
    let menus =
      "On an iPhone or iPad, subscriptions are in Settings, under the user's name, Subscriptions."
    #expect(told.filter { $0.contains("iPhone") } == [menus])
    #expect(try Tale.left.sentences().allSatisfy { !$0.contains("iPhone") })
  }

  @Test func `a free trial that ended was no paid period`() throws {
    var tale = Tale.active
    tale.now = "2023-05-01T08:00:00Z"
    #expect(
      try texts(tale, .story) == [
        "The free trial ended on 1 May 2023 00:00 UTC (8 hours ago), and the App Store has not "
          + "said yet whether the first payment was taken."
      ])
  }

  static let stories: [(Tale, String)] = [
    (.active, "It is a free trial until 1 May 2023 00:00 UTC (in 11 days)."),
    (
      .recovered,
      "The renewal of 1 May 2023 00:00 UTC failed and was paid on 10 May 2023 00:00 UTC, in grace; "
        + "the billing date stayed as it was."
    ),
    (
      .silent,
      "The paid period ended on 1 May 2023 00:00 UTC (8 hours ago), and Google Play has not said "
        + "yet whether the renewal was paid."
    ),
    (
      .paused,
      "The user paused the subscription; the pause began on 1 May 2023 00:00 UTC (2 days ago)."
    ),
    (
      .canceled,
      "Auto-renew was turned off on 15 Apr 2023 00:00 UTC (5 days ago), so the subscription ends "
        + "when what was paid for is used up."
    ),
    (
      .expired,
      "The renewal of 1 May 2023 00:00 UTC failed because the payment was declined; access ended "
        + "on 1 May 2023 00:00 UTC."
    ),
    (
      .expired,
      "It ended on 30 Jun 2023 00:00 UTC (10 days ago) because the payment could not be collected, "
        + "which counts as involuntary churn."
    ),
    (
      .left,
      "It ended on 1 May 2023 00:00 UTC (1 day ago) because the user canceled, which counts as "
        + "voluntary churn."
    ),
    (
      .refunded,
      "It ended on 10 Apr 2023 00:00 UTC (2 days ago) because the latest payment was refunded, "
        + "which counts as voluntary churn."
    ),
    (
      .superseded,
      "Another purchase of the same user (gp_2) replaced it on 10 Apr 2023 00:00 UTC (2 days ago)."
    ),
    (
      .pending, "The purchase has awaited its first payment since 1 Apr 2023 00:00 UTC (1 day ago)."
    ),
  ]

  @Test(arguments: stories)
  func `what happened is told`(_ tale: Tale, _ text: String) throws {
    #expect(try texts(tale, .story).contains(text))
  }

  @Test(arguments: [
    (Tale.graceWithoutEnd, "The user has access, and when it ends is not known."),
    (.active, "The user has access until 1 May 2023 00:00 UTC (in 11 days)."),
    (.silent, "The user has access until about 3 May 2023 00:00 UTC (in 1 day 16 hours)."),
    (.paused, "The user has had no access since 1 May 2023 00:00 UTC (2 days ago)."),
    (.canceled, "The user has access until 1 May 2023 00:00 UTC (in 11 days)."),
    (.expired, "The user has had no access since 1 May 2023 00:00 UTC (70 days ago)."),
    (.refunded, "The user has had no access since 10 Apr 2023 00:00 UTC (2 days ago)."),
    (.pending, "The user has no access."),
    (
      .superseded,
      "This purchase gives no access any more; the one that replaced it does, as long as that "
        + "goes on."
    ),
    (
      .doubly,
      "This purchase has given no access since 1 May 2023 00:00 UTC (9 days ago); the user's other "
        + "one (as_2) gives access."
    ),
  ])
  func `access is told with its end, or that the end is not known`(_ tale: Tale, _ text: String)
    throws
  {
    #expect(try texts(tale, .access) == [text])
  }

  @Test(arguments: [
    (
      Tale.recovered,
      "Google Play will charge the next period on 1 Jun 2023 00:00 UTC (in 20 days)."
    ),
    (.silent, "Google Play is still processing the renewal, which takes a day or two at the most."),
    (
      .paused,
      "Google Play charges again when the pause ends on 1 Jun 2023 00:00 UTC (in 29 days)."
    ),
    (.canceled, "The App Store will not charge again."),
    (.expired, "The App Store does not try to charge any more."),
    (.superseded, "Google Play does not charge for this one any more."),
  ])
  func `what the store does is told`(_ tale: Tale, _ text: String) throws {
    #expect(try texts(tale, .store) == [text])
  }

  @Test(arguments: [
    (Tale.silent, "Tell the user that the renewal is being processed."),
    (
      .canceled,
      "To keep it, the user turns auto-renew on again in the App Store's subscription settings."
    ),
    (.left, "To come back, the user subscribes again in the app."),
    (.family, "To come back, the user subscribes in the app, or the purchaser subscribes again."),
    (.superseded, "Look at the other purchase; this one needs nothing from the user."),
    (
      .doubly,
      "Ask whether the user wants to keep this one beside the other (as_2). If not, it is canceled "
        + "in the subscription settings of the App Store, so that both are not charged; if so, the "
        + "payment method is fixed at https://apps.apple.com/account/billing."
    ),
  ])
  func `what to tell the user is told`(_ tale: Tale, _ text: String) throws {
    #expect(try texts(tale, .advice) == [text])
  }

  @Test(arguments: [
    (Tale.graceWithoutEnd, "The App Store did not state when grace ends; ask it again."),
    (.silent, "Google Play has said nothing since the period ended; that may change."),
    (.family, "Times run faster for test purchases, so expected dates are rough."),
    (
      .doubly,
      "The user also bought silver (as_2) on 5 May 2023 00:00 UTC; if this one is paid as well, "
        + "both are charged."
    ),
  ])
  func `doubts are told`(_ tale: Tale, _ text: String) throws {
    #expect(try texts(tale, .caveat).contains(text))
  }

  @Test func `a doubt that is a sentence already gets no second full stop`() throws {
    var tale = Tale.grace
    tale.story.tell(.snapshot, "2023-05-02T10:00:00Z") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.grace, at("2023-05-15"), true)
      $0.oddities = ["Two dates differ; the milliseconds count."]
    }
    #expect(
      try texts(tale, .caveat).contains("Please check: Two dates differ; the milliseconds count."))
  }

  @Test(arguments: [
    (Tale.expired, true, "The user can get"), (.active, false, "The user cannot get"),
  ])
  func `G14: offers are told`(_ tale: Tale, _ eligible: Bool, _ words: String) throws {
    let subscriber = try tale.story.subscriber()
    #expect(subscriber.offerEligibility(at: at(tale.now), policy: .standard).isEligible == eligible)
    #expect(try texts(tale, .offer).first?.hasPrefix(words) ?? false)
  }

  @Test(arguments: Tale.all)
  func `every text is a sentence and no sentence is told twice`(_ tale: Tale) throws {
    let sentences = try tale.sentences()
    #expect(sentences.allSatisfy { $0.hasSuffix(".") && !$0.contains("  ") && !$0.contains("..") })
    #expect(Set(sentences).count == sentences.count)
  }

  @Test(arguments: WithheldReason.allCases)
  func `a reason is a clause`(_ reason: WithheldReason) {
    #expect(!reason.clause.hasSuffix("."))
    #expect(reason.clause.first?.isLowercase ?? false)
  }

  @Test(arguments: [EventSource.googlePlayVoidedPurchase, .googlePlayNotification])
  func `case 17: a voided order may be followed by others`(source: EventSource) throws {
    var tale = Tale.grace
    tale.story = Story.googlePlay()
    tale.story.tell(.refunded, "2023-04-10", source: source) {
      ($0.orderID, $0.revokedAt, $0.endReason) = ("GPA.1", at("2023-04-10"), .refund)
    }
    tale.now = "2023-04-11"
    let told = try texts(tale, .access, .store, .advice).joined(separator: " ")
    // RTDN 12 takes the purchase itself back.
    let isVoided = source == .googlePlayVoidedPurchase
    #expect(told.contains("Google Play may charge the next period on 1 May") == isVoided, "\(told)")
    #expect(told.contains("Refresh it from the store before") == isVoided, "\(told)")
    #expect(told.contains("does not try to charge any more") != isVoided, "\(told)")
    #expect(told.contains("has not said whether access goes on") == isVoided, "\(told)")
    let reply = CustomerReply(
      about: try tale.story.subscriber(), at: at(tale.now), policy: .standard, in: .utc
    ) { $0.rawValue }
    #expect((reply.key == .unknown) == isVoided)
  }

  @Test func `a new price of the next charge is told with it`() throws {
    var tale = Tale.grace
    tale.story = Story.googlePlay()
    tale.story.usual.price = Money(micros: 9_990_000, currency: "USD")
    tale.story.tell(.priceChanged, "2023-04-10") {
      ($0.status, $0.autoRenew, $0.expiresAt) = (.active, true, at("2023-05-01"))
      $0.renewalPrice = Money(micros: 14_990_000, currency: "USD")
    }
    tale.now = "2023-04-11"
    let told = try texts(tale, .store)
    #expect(
      told == [
        "Google Play will charge the next period on 1 May 2023 00:00 UTC (in 20 days) "
          + "for 14.99 USD."
      ])
  }

  @Test func `the price after an offer is told with the next charge`() throws {
    var tale = Tale.grace
    tale.story = Story.appStore()
    tale.story.events[0].facts.price = Money(micros: 990_000, currency: "USD")
    tale.story.events[0].facts.renewalPrice = Money(micros: 9_990_000, currency: "USD")
    tale.story.events[0].facts.offer = Offer(kind: .payAsYouGo, isIntroductory: false)
    tale.now = "2023-04-11"
    let told = try texts(tale, .store)
    #expect(
      told == [
        "The App Store will charge the next period on 1 May 2023 00:00 UTC (in 20 days) "
          + "for 9.99 USD."
      ])
  }

  @Test(arguments: [true, false])
  func `a next period that is free by an offer is not told as a charge`(isTrial: Bool) throws {
    var story = Story.appStore()
    story.usual.price = Money(micros: 9_990_000, currency: "USD")
    if isTrial { story.events[0].facts.offer = Offer(kind: .freeTrial, isIntroductory: true) }
    story.tell(.offerRedeemed, "2023-04-10") {
      ($0.status, $0.autoRenew) = (.active, true)
      $0.renewalPrice = Money(micros: 0, currency: "USD")
    }
    let life = Life(name: "free", now: "2023-04-11", story: story)
    let told = try life.told()
    let word = "The App Store will renew it on 1 May 2023 00:00 UTC (in 20 days) free of charge."
    #expect(told.contains(word), "\(told)")
    #expect(!told.contains("0.00 USD"), "\(told)")
    let reply = CustomerReply(
      about: try story.subscriber(), at: at(life.now), policy: .standard, in: .utc
    ) { $0.rawValue }
    #expect(reply.key == .active)
    let template = ReplyTemplate("{product}[, charged on {date}]")
    let templates = ReplyTemplates(language: "xx", texts: [.active: template], dateForm: "{day}")
    #expect(reply.text(templates) == "gold\n")
  }
}
