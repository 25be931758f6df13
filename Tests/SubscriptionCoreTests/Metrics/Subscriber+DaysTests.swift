import SubscriptionCore
import Testing

@Suite struct `Subscriber+DaysTests` {
  private func dollars(_ micros: Int64) -> Money { Money(micros: micros, currency: "USD") }

  private func row(_ story: Story, _ now: String) throws -> SubscriberProjection {
    SubscriberProjection(
      of: try story.subscriber(), at: at(now), policy: .standard, profile: nil)
  }

  private func day(_ text: String) -> Int { SubscriptionDays.number(of: at(text)) }

  /// A date with the state and the amount from then on.
  private func lines(_ row: SubscriberProjection) -> [String] {
    row.days.standings.map { standing in
      let date = Timestamp(seconds: Int64(standing.day) * 86_400).rfc3339.prefix(10)
      let amount = standing.mrr.map { "\($0.decimal) \($0.currency)" } ?? "-"
      return "\(date) \(standing.state.rawValue) \(amount)"
    }
  }

  /// Tells of a transaction of Apple's.
  private func pay(
    _ story: inout Story, _ kind: EventKind, _ name: String, _ day: String, to end: String,
    stated: String? = nil, _ change: (inout StoreFacts) -> Void = { _ in }
  ) {
    story.tell(kind, stated ?? day) {
      $0.originalTransactionID = "t1"
      ($0.transactionID, $0.purchasedAt, $0.expiresAt) = (name, at(day), at(end))
      ($0.autoRenew, $0.price) = (true, self.dollars(4_990_000))
      change(&$0)
    }
  }

  private func trialLife() -> Story {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-04-01", to: "2023-04-08") {
      $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
      $0.price = self.dollars(0)
    }
    pay(&story, .billingFailed, "t1", "2023-04-01", to: "2023-04-08", stated: "2023-04-08") {
      ($0.status, $0.inBillingRetry, $0.price) = (.grace, true, self.dollars(0))
      ($0.graceEndsAt, $0.renewalPrice) = (at("2023-04-24"), self.dollars(5_990_000))
      $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
    }
    story.record(.promptShown, "2023-04-07T12:00:00Z", step: 2)
    story.record(.promptShown, "2023-04-09", step: 3)
    story.record(.promptShown, "2023-04-13", step: 3)
    pay(&story, .recovered, "t2", "2023-04-12", to: "2023-05-12") {
      $0.price = self.dollars(5_990_000)
    }
    return story
  }

  @Test func `a trial whose first renewal fails and is paid in grace`() throws {
    let story = trialLife()
    let open = try #require(try row(story, "2023-04-10").episodes.first)
    #expect(open.plan == .monthly)
    #expect(open.price == dollars(5_990_000))
    #expect(open.isFirstPayment)
    #expect(open.prompts == [PromptCase.Shown(at: at("2023-04-09"), step: .ownBanner)])
    let row = try row(story, "2023-04-20")
    #expect(row.episodes.map(\.outcome) == [.recoveredInGrace])
    #expect(row.episodes.map(\.prompts.count) == [1])
    #expect(row.days.started == day("2023-04-01"))
    #expect(
      lines(row) == [
        "2023-04-01 active 0.00 USD", "2023-04-08 grace 5.99 USD", "2023-04-12 active 5.99 USD",
      ])
    #expect(
      row.days.renewals == [
        SubscriptionDays.Renewal(day: day("2023-04-12"), amount: dollars(5_990_000))
      ])
    #expect(row.days.refunds == [] && row.days.firstPayments == [])
    #expect(row.days.ends == [])
  }

  @Test func `the first payment after a trial counts where it was paid at once`() throws {
    func story(_ change: (inout Story) -> Void) -> Story {
      var story = Story(.appStore)
      pay(&story, .purchased, "t1", "2023-04-01", to: "2023-04-08") {
        $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
        $0.price = self.dollars(0)
      }
      change(&story)
      return story
    }
    let paid = story {
      pay(&$0, .renewed, "t2", "2023-04-08", to: "2023-05-08")
      pay(&$0, .renewed, "t3", "2023-05-08", to: "2023-06-08")
    }
    #expect(try row(paid, "2023-06-01").days.firstPayments == [day("2023-04-08")])
    // A second free period is none, and what came back after the end was not due.
    let twice = story {
      pay(&$0, .renewed, "t2", "2023-04-08", to: "2023-04-15") {
        $0.offer = Offer(kind: .freeTrial, isIntroductory: false)
        $0.price = self.dollars(0)
      }
      pay(&$0, .renewed, "t3", "2023-04-15", to: "2023-05-15")
    }
    #expect(try row(twice, "2023-05-01").days.firstPayments == [day("2023-04-15")])
    let returned = story {
      $0.tell(.expired, "2023-04-08") { $0.status = .expired }
      pay(&$0, .purchased, "t2", "2023-04-20", to: "2023-05-20")
    }
    #expect(try row(returned, "2023-05-01").days.firstPayments == [])
    let without = story { _ in }
    #expect(try row(without, "2023-05-01").days.firstPayments == [])
  }

  @Test func `while a renewal fails its own price is at risk, as in its episode`() throws {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-01-01", to: "2023-02-01")
    pay(&story, .billingFailed, "t1", "2023-01-01", to: "2023-02-01", stated: "2023-02-01") {
      ($0.status, $0.inBillingRetry) = (.hold, true)
      $0.renewalPrice = self.dollars(5_990_000)
    }
    let open = try row(story, "2023-02-05")
    #expect(open.summary.mrr == dollars(5_990_000))
    #expect(open.summary.mrrBasis == .renewal)
    #expect(open.episodes.first?.price == dollars(5_990_000))
    pay(&story, .recovered, "t2", "2023-02-10", to: "2023-03-10") {
      $0.price = self.dollars(5_990_000)
    }
    #expect(
      lines(try row(story, "2023-02-20")) == [
        "2023-01-01 active 4.99 USD", "2023-02-01 hold 5.99 USD", "2023-02-10 active 5.99 USD",
      ])
  }

  @Test func `a smaller plan that fails is at risk, and not the one before it`() throws {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-01-01", to: "2024-01-01")
    pay(&story, .billingFailed, "t1", "2023-01-01", to: "2024-01-01", stated: "2024-01-01") {
      ($0.status, $0.inBillingRetry, $0.nextProduct) = (.hold, true, "silver")
      $0.renewalPrice = self.dollars(990_000)
    }
    let row = try row(story, "2024-01-05")
    #expect(row.episodes.first?.price == dollars(990_000))
    // Nothing proves the period of the plan that was never paid for.
    #expect(row.episodes.first?.plan == nil)
    #expect(row.summary.mrr == nil)
  }

  @Test func `each period has the price that was paid for it`() throws {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-01-01", to: "2023-02-01")
    pay(&story, .renewed, "t2", "2023-02-01", to: "2023-03-01")
    pay(&story, .renewed, "t3", "2023-03-01", to: "2023-04-01") {
      $0.price = self.dollars(6_990_000)
    }
    pay(&story, .renewed, "t4", "2023-04-01", to: "2023-05-01") {
      $0.price = self.dollars(6_990_000)
    }
    #expect(
      lines(try row(story, "2023-04-20"))
        == ["2023-01-01 active 4.99 USD", "2023-03-01 active 6.99 USD"])
    let days = try row(story, "2023-04-20").days
    #expect(days.renewals.map(\.day) == ["2023-02-01", "2023-03-01", "2023-04-01"].map(day))
    #expect(
      days.renewals.map(\.amount) == [4_990_000, 6_990_000, 6_990_000].map { dollars($0) })
  }

  @Test func `the order of an add-on is not what a period costs`() throws {
    let story = Story.play {
      for (kind, day, order, end) in [
        (.productChanged, "2023-04-10", "GPA.1", "2023-05-01"),
        (.renewed, "2023-05-01", "GPA.1..1", "2023-06-01"),
      ] as [(EventKind, String, String, String)] {
        $0.tell(kind, day) {
          ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at(end), true)
          ($0.paidOrderID, $0.orderID) = (order, order)
          $0.otherItems = [PurchasedItem(product: "extra", paidOrderID: "GPA.1..0")]
        }
      }
    }
    let row = try row(story, "2023-05-10")
    #expect(lines(row) == ["2023-04-01 active 4.99 EUR"])
    #expect(row.days.renewals.map(\.day) == [day("2023-05-01")])
  }

  @Test func `a renewal that arrives again, or late, counts once and on its day`() throws {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-01-01", to: "2023-02-01")
    pay(&story, .renewed, "t2", "2023-02-01", to: "2023-03-01")
    let known = try row(story, "2023-02-20").days
    pay(&story, .renewed, "t2", "2023-02-01", to: "2023-03-01", stated: "2023-02-02")
    pay(&story, .snapshot, "t2", "2023-02-01", to: "2023-03-01", stated: "2023-02-10")
    #expect(try row(story, "2023-02-20").days == known)
    #expect(known.renewals.map(\.day) == [day("2023-02-01")])
    story.events.swapAt(0, 1)
    #expect(try row(story, "2023-02-20").days == known)
  }

  @Test func `an end, a return and a refund`() throws {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-01-01", to: "2023-02-01")
    pay(&story, .autoRenewDisabled, "t1", "2023-01-01", to: "2023-02-01", stated: "2023-01-20") {
      $0.autoRenew = false
    }
    pay(&story, .expired, "t1", "2023-01-01", to: "2023-02-01", stated: "2023-02-01") {
      ($0.status, $0.endReason, $0.autoRenew) = (.expired, .voluntary, false)
    }
    pay(&story, .purchased, "t2", "2023-03-05", to: "2023-04-05") { $0.status = .active }
    pay(&story, .refunded, "t2", "2023-03-05", to: "2023-04-05", stated: "2023-03-10") {
      ($0.revokedAt, $0.endReason, $0.status) = (at("2023-03-09"), .refund, .revoked)
    }
    let row = try row(story, "2023-03-20")
    #expect(
      row.days.ends == [
        SubscriptionDays.End(day: day("2023-02-01"), cause: .voluntary),
        SubscriptionDays.End(
          day: SubscriptionDays.number(of: try #require(row.summary.status.end).at),
          cause: .voluntary),
      ])
    #expect(row.days.refunds == [day("2023-03-09")])
    #expect(row.days.renewals == [])
    #expect(row.days.started == day("2023-01-01"))
    #expect(lines(row).first == "2023-01-01 active 4.99 USD")
    #expect(row.days.standings.last?.state == .refunded)
    #expect(row.days.standings.last?.mrr == nil)
  }

  @Test func `a refund that the store reversed is neither a refund nor an end`() throws {
    func refunded(_ next: EventKind) throws -> SubscriberProjection {
      var story = Story(.appStore)
      pay(&story, .purchased, "t1", "2023-01-01", to: "2024-01-01")
      pay(&story, .refunded, "t1", "2023-01-01", to: "2024-01-01", stated: "2023-03-10") {
        ($0.revokedAt, $0.endReason, $0.status) = (at("2023-03-09"), .refund, .revoked)
      }
      let name = next == .purchased ? "t2" : "t1"
      let start = next == .purchased ? "2023-03-15" : "2023-01-01"
      pay(&story, next, name, start, to: "2024-01-01", stated: "2023-03-15") {
        $0.status = .active
      }
      return try row(story, "2023-03-20")
    }
    let reversed = try refunded(.refundReversed)
    #expect(reversed.summary.status.state == .active)
    #expect(reversed.days.ends == [] && reversed.days.refunds == [])
    // Who was refunded and buys again has ended before.
    let returned = try refunded(.purchased)
    #expect(returned.summary.status.state == .active)
    #expect(returned.days.refunds == [day("2023-03-09")])
    #expect(returned.days.ends.map(\.cause) == [.voluntary])
  }

  @Test func `orders of Google Play are renewals by their names`() throws {
    var story = Story.googlePlay(bought: "2023-04-01", until: "2023-05-01")
    story.tell(.renewed, "2023-05-01") {
      ($0.paidOrderID, $0.orderID) = ("GPA.1..0", "GPA.1..0")
      ($0.expiresAt, $0.status, $0.price) = (at("2023-06-01"), .active, self.dollars(990_000))
    }
    // Renewals nobody told of: the resource names the order of a later one.
    story.tell(.snapshot, "2023-07-02") {
      ($0.paidOrderID, $0.orderID) = ("GPA.1..2", "GPA.1..2")
      ($0.expiresAt, $0.status, $0.price) = (at("2023-08-01"), .active, self.dollars(990_000))
    }
    let days = try row(story, "2023-07-10").days
    #expect(days.renewals.map(\.amount) == [dollars(990_000), dollars(990_000)])
    #expect(days.renewals.first?.day == day("2023-05-01"))
  }

  @Test func `a renewal paid in grace counts on the day on which it was paid`() throws {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-01-01", to: "2023-02-01")
    pay(&story, .billingFailed, "t1", "2023-01-01", to: "2023-02-01", stated: "2023-02-01") {
      ($0.status, $0.inBillingRetry, $0.graceEndsAt) = (.grace, true, at("2023-02-17"))
    }
    // Apple dates the payment at the renewal that had failed.
    pay(&story, .recovered, "t2", "2023-02-01", to: "2023-03-01", stated: "2023-02-05") {
      $0.status = .active
    }
    let row = try row(story, "2023-02-10")
    #expect(row.episodes.map(\.outcome) == [.recoveredInGrace])
    #expect(row.days.renewals.map(\.day) == [day("2023-02-05")])
    let paid = try story.subscriber().payments(in: story.events, at: at("2023-02-10"))
    #expect(paid.map(\.at) == ["2023-01-01", "2023-02-01", "2023-02-05"].map { at($0) })
    #expect(paid.map(\.kind) == [.paid, .declined, .paid])
    #expect(paid.last?.isDateStated == false)
  }

  @Test(arguments: [EventKind.purchased, .productChanged])
  func `a product bought out of hold is the renewal of the recovery`(_ kind: EventKind) throws {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-01-01", to: "2023-02-01")
    pay(&story, .billingFailed, "t1", "2023-01-01", to: "2023-02-01", stated: "2023-02-01") {
      ($0.status, $0.inBillingRetry) = (.hold, true)
    }
    pay(&story, kind, "t2", "2023-02-05", to: "2023-03-05") {
      ($0.status, $0.product) = (.active, "platinum")
    }
    let recovered = try row(story, "2023-02-10")
    #expect(recovered.episodes.map(\.outcome) == [.recoveredInHold])
    #expect(recovered.days.renewals.map(\.day) == [day("2023-02-05")])
    // Bought after the end it is a purchase.
    story.events.removeLast()
    pay(&story, .expired, "t1", "2023-01-01", to: "2023-02-01", stated: "2023-02-04") {
      ($0.status, $0.endReason) = (.expired, .billing)
    }
    pay(&story, .purchased, "t2", "2023-02-05", to: "2023-03-05") { $0.status = .active }
    #expect(try row(story, "2023-02-10").days.renewals == [])
  }

  @Test func `an offer paid in grace has the price of its whole period`() throws {
    var story = Story(.appStore)
    let offer = Offer(kind: .payAsYouGo, isIntroductory: true)
    pay(&story, .purchased, "t1", "2023-01-01", to: "2023-02-01") { $0.offer = offer }
    pay(&story, .billingFailed, "t1", "2023-01-01", to: "2023-02-01", stated: "2023-02-01") {
      ($0.status, $0.inBillingRetry, $0.graceEndsAt) = (.grace, true, at("2023-02-17"))
      $0.offer = offer
    }
    pay(&story, .recovered, "t2", "2023-02-01", to: "2023-03-01", stated: "2023-02-15") {
      ($0.status, $0.offer) = (.active, offer)
    }
    pay(&story, .renewed, "t3", "2023-03-01", to: "2023-04-01")
    #expect(lines(try row(story, "2023-03-10")).contains("2023-02-15 active 4.99 USD"))
  }

  @Test func `after a trial Google states the next phase, and the trial as what was paid last`()
    throws
  {
    func failed(paidOrder: String) throws -> Bool {
      var story = Story(.googlePlay)
      story.tell(.purchased, "2023-04-01") {
        ($0.orderID, $0.paidOrderID, $0.status) = ("GPA.1", "GPA.1", .active)
        ($0.startedAt, $0.expiresAt) = (at("2023-04-01"), at("2023-04-08"))
        $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
      }
      story.tell(.holdStarted, "2023-04-09") {
        ($0.orderID, $0.paidOrderID, $0.status) = (paidOrder, paidOrder, .hold)
        ($0.startedAt, $0.expiresAt) = (at("2023-04-01"), at("2023-04-08"))
        ($0.isBasePhase, $0.price) = (true, self.dollars(9_990_000))
      }
      return try #require(try row(story, "2023-04-10").episodes.first).isFirstPayment
    }
    #expect(try failed(paidOrder: "GPA.1"))
    #expect(try !failed(paidOrder: "GPA.1..0"))
  }

  @Test func `a renewal that changes the product fails with the new product's price`() throws {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-01-01", to: "2023-02-01")
    pay(&story, .billingFailed, "t1", "2023-01-01", to: "2023-02-01", stated: "2023-02-01") {
      ($0.status, $0.inBillingRetry, $0.nextProduct) = (.hold, true, "silver")
      $0.renewalPrice = self.dollars(2_990_000)
    }
    let episode = try #require(try row(story, "2023-02-10").episodes.first)
    #expect(episode.price == dollars(2_990_000))
    #expect(episode.plan == nil)
    #expect(!episode.isFirstPayment)
  }

  @Test(arguments: [Timestamp.distantPast, .distantFuture])
  func `instants at the ends of time are days as well`(_ instant: Timestamp) throws {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-01-01", to: "2023-02-01")
    pay(&story, .renewed, "t2", "2023-02-01", to: "2023-03-01") {
      $0.purchasedAt = instant
    }
    let days = try row(story, "2023-02-20").days
    #expect(days.renewals.map(\.day) == [SubscriptionDays.number(of: instant)])
    #expect(days.standings.first?.day == day("2023-01-01"))
  }

  @Test func `a renewal that no store reported brings nothing once any try is over`() throws {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-04-01", to: "2023-05-01")
    let (early, late) = (try row(story, "2023-07-06"), try row(story, "2023-07-08"))
    #expect(early.summary.mrr == dollars(4_990_000))
    #expect(early.summary.status.nextChangeAt == at("2023-07-07"))
    #expect(late.summary.mrr == dollars(0) && late.summary.status.state == .renewalPending)
    #expect(
      lines(late) == [
        "2023-04-01 active 4.99 USD", "2023-05-01 renewalPending 4.99 USD",
        "2023-07-07 renewalPending 0.00 USD",
      ])
    #expect(lines(early) == Array(lines(late).dropLast()))
  }

  @Test func `a row derived later has the same days, until something changes`() throws {
    let story = trialLife()
    var last = try row(story, "2023-04-12")
    for hours in stride(from: 1, through: 24 * 90, by: 7) {
      let now = at("2023-04-12") + .hours(hours)
      let next = SubscriberProjection(
        of: try story.subscriber(), at: now, policy: .standard, profile: nil)
      if last.summary.status.nextChangeAt.map({ now < $0 }) ?? true {
        #expect(next.days == last.days, "\(now)")
        #expect(next.episodes == last.episodes)
      }
      last = next
    }
    #expect(last.days.standings.count > 3)
  }
}
