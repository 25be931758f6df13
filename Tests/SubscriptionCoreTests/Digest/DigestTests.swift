import SeededNumbers
import SubscriptionCore
import Testing

struct DigestTests {
  private let now = Timestamp(seconds: 1_763_629_200)
  private var span: DigestSpan { DigestSpan(since: now - .hours(15), now: now, in: .utc) }

  private func record(
    _ id: String, _ hours: Int, price: Money? = Money(micros: 5_000_000, currency: "EUR"),
    outcome: BillingEpisode.Outcome = .open, endedHours: Int? = nil, store: Store = .appStore
  ) -> EpisodeRecord {
    var episode = BillingEpisode(
      failedAt: now - .hours(hours), enteredGrace: true, plan: .monthly, price: price)
    episode.outcome = outcome
    episode.endedAt = endedHours.map { now - .hours($0) }
    return EpisodeRecord(
      subscription: SubscriptionID(id), store: store, product: "pro", episode: episode)
  }

  // MARK: Usual

  @Test(arguments: [
    (12, [3, 4, 5, 3, 4, 2, 5], MetricChange.up), (6, [3, 4, 5, 3, 4, 2, 5], .noise),
    (1, [0, 0, 0, 0, 0, 0, 0], .noise), (4, [0, 0, 0, 0, 0, 0, 0], .up),
    (0, [9, 8, 9, 11, 7, 9, 10], .down), (20, [2, 3, 25, 2, 3, 2, 3], .noise),
    (0, [0, 0, 0, 0, 0, 0, 0], .noise), (300, [200, 210, 190, 205, 199, 201, 207], .up),
    (212, [200, 210, 190, 205, 199, 201, 207], .noise),
    // The ends of the exact test; scipy 1.17.1, stats.binom.sf and cdf of 1/8 at 2.5 %.
    (2, [0, 0, 0, 0, 0, 0, 0], .up), (5, [1, 1, 1, 1, 1, 1, 1], .up),
    (4, [1, 1, 1, 1, 1, 1, 1], .noise), (18, [10, 10, 10, 10, 10, 10, 10], .up),
    (17, [10, 10, 10, 10, 10, 10, 10], .noise), (3, [10, 10, 10, 10, 10, 10, 10], .down),
    (4, [10, 10, 10, 10, 10, 10, 10], .noise), (123, [100, 100, 100, 100, 100, 100, 100], .up),
    (122, [100, 100, 100, 100, 100, 100, 100], .noise),
    (79, [100, 100, 100, 100, 100, 100, 100], .down),
    (80, [100, 100, 100, 100, 100, 100, 100], .noise),
  ])
  func `a mark is more than noise`(count: Int, earlier: [Int], change: MetricChange) throws {
    let usual = try #require(Digest.Usual(of: count, after: earlier))
    #expect(usual.change == change)
    #expect(usual.median == earlier.sorted()[3])
    #expect(usual.least == earlier.min() && usual.most == earlier.max())
  }

  @Test func `who buys nothing is no purchase`() {
    var builder = Digest.Builder(span)
    func purchase(_ id: String, _ change: (inout StoreFacts) -> Void) -> SubscriptionEvent {
      var facts = StoreFacts()
      change(&facts)
      let instant = now - .hours(2)
      return SubscriptionEvent(
        id: EventID(id), kind: .purchased, subscription: SubscriptionID(id), effectiveAt: instant,
        statedAt: instant, recordedAt: instant, source: .googlePlayNotification,
        verification: .verified, facts: facts)
    }
    builder.add(purchase("bought") { _ in })
    builder.add(purchase("member") { $0.familyShared = true })
    builder.add(purchase("purchaser") { $0.familyShared = false })
    builder.add(purchase("changed plan") { $0.replaces = "token-1" })
    #expect(builder.digest().figures.first { $0.item == .purchased }?.count == 2)
  }

  @Test func `a prompt that was taken back was not shown`() {
    func event(
      _ kind: EventKind, _ id: EventID, hours: Int, step: Int? = nil, undoes: EventID? = nil
    ) -> SubscriptionEvent {
      let instant = now - .hours(hours)
      return SubscriptionEvent(
        id: id, kind: kind, subscription: "as_1", effectiveAt: instant, statedAt: instant,
        recordedAt: instant, source: .operatorAction, verification: .unsigned,
        action: SubscriptionEvent.Action(actor: "ann", step: step, undoes: undoes))
    }
    let events = [
      event(.undone, "u1", hours: 1, undoes: "p1"),
      event(.promptShown, "p1", hours: 3, step: 2),
      event(.promptShown, "p2", hours: 2, step: 3),
      // Taken back, which was taken back itself.
      event(.promptShown, "p3", hours: 4, step: 2),
      event(.undone, "u2", hours: 3, undoes: "p3"), event(.undone, "u3", hours: 2, undoes: "u2"),
      // Shown the day before at these hours, and taken back today.
      event(.promptShown, "p4", hours: 26, step: 2), event(.undone, "u4", hours: 1, undoes: "p4"),
      event(.promptShown, "p5", hours: 27, step: 2),
    ]
    for events in [events, events.reversed()] {
      var builder = Digest.Builder(span)
      #expect(!builder.hasPrompts)
      for event in events { builder.add(event) }
      #expect(builder.hasPrompts)
      let shown = builder.digest()[.promptsShown]
      #expect(shown.count == 2)
      #expect(shown.parts == [.init("step2", "of step 2", 1), .init("step3", "of step 3", 1)])
      #expect(shown.usual?.earlier == [1, 0, 0, 0, 0, 0, 0])
    }
  }

  @Test func `too few days say nothing`() {
    #expect(Digest.Usual(of: 9, after: [1, 1]) == nil)
    #expect(Digest.Usual(of: 9, after: []) == nil)
  }

  @Test func `equal days are marked in less than one of twenty digests`() throws {
    // 1,000 nights with the same rate, seven nights before each.
    var numbers = SeededNumbers(seed: 5)
    func night() -> Int { (0..<100).count { _ in numbers.happens(10) } }
    var marked = 0
    for _ in 0..<1_000 {
      let usual = Digest.Usual(of: night(), after: (0..<7).map { _ in night() })
      if try #require(usual).change != .noise { marked += 1 }
    }
    #expect(marked < 50, "\(marked)")
    #expect(marked > 5, "\(marked)")
  }

  // MARK: Counting

  @Test func `each instant of an episode counts where it lies`() {
    var builder = Digest.Builder(span)
    builder.add(record("a", 2, store: .googlePlay))
    builder.add(record("b", 3, price: nil))
    builder.add(record("c", 24 + 3, outcome: .recoveredInGrace, endedHours: 1))
    builder.add(record("d", 700, outcome: .recoveredInHold, endedHours: 24 + 4))
    builder.add(record("e", 700, outcome: .ranOut, endedHours: 4))
    let digest = builder.digest()
    #expect(digest[.failed].count == 2)
    #expect(
      digest[.failed].parts == [
        .init("grace", "in grace", 2), .init("app-store", "App Store", 1),
        .init("google-play", "Google Play", 1),
      ])
    #expect(digest[.atRisk].mrr == MoneySums(micros: ["EUR": 5_000_000], unknown: 1))
    #expect(digest[.failed].usual?.earlier == [1, 0, 0, 0, 0, 0, 0])
    #expect(digest[.recoveredInGrace].count == 1)
    #expect(digest[.recoveredInHold].count == 0)
    #expect(digest[.recoveredInHold].usual?.earlier == [1, 0, 0, 0, 0, 0, 0])
    #expect(!digest.isQuiet)
  }

  /// The row of an App Store subscription with one transaction that ended at 20:00 in the span.
  private func ended(
    _ bought: String, until: String, _ reason: EndReason, price: Int64, _ offer: Offer,
    _ failed: (inout StoreFacts) -> Void = { _ in }
  ) throws -> SubscriberProjection {
    var story = Story(.appStore)
    func tell(_ kind: EventKind, _ day: String, _ change: (inout StoreFacts) -> Void) {
      story.tell(kind, day) {
        ($0.transactionID, $0.purchasedAt, $0.expiresAt) = ("1", at(bought), at(until))
        ($0.price, $0.offer) = (Money(micros: price, currency: "USD"), offer)
        change(&$0)
      }
    }
    tell(.purchased, bought) { ($0.status, $0.autoRenew) = (.active, true) }
    if reason == .billing { tell(.billingFailed, until, failed) }
    tell(.expired, "2025-11-19T20:00:00Z") {
      ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, reason)
    }
    return SubscriberProjection(
      of: try story.subscriber(), at: now, policy: .standard, profile: nil)
  }

  @Test func `what ended counts with the price per month that it had until then`() throws {
    var builder = Digest.Builder(span)
    // As long as it failed, the price of the renewal after the trial was at risk.
    let trial = Offer(kind: .freeTrial, isIntroductory: true)
    builder.add(
      ended: try ended(
        "2025-09-13T20:00:00Z", until: "2025-09-20T20:00:00Z", .billing, price: 0, trial
      ) {
        ($0.status, $0.inBillingRetry, $0.autoRenew) = (.hold, true, true)
        $0.renewalPrice = Money(micros: 5_990_000, currency: "USD")
      })
    #expect(builder.digest()[.lost].mrr == MoneySums(micros: ["USD": 5_990_000]))
    let quarter = Offer(
      kind: .payUpFront, isIntroductory: true, period: BillingPeriod(3, .month))
    builder.add(
      ended: try ended(
        "2025-08-19T20:00:00Z", until: "2025-11-19T20:00:00Z", .voluntary, price: 15_000_000,
        quarter))
    #expect(builder.digest()[.canceled].mrr == MoneySums(micros: ["USD": 5_000_000]))
  }

  @Test func `days before the ledger began are not compared with`() {
    var builder = Digest.Builder(span)
    builder.knownSince = now - .days(4)
    builder.add(record("a", 2))
    #expect(builder.digest()[.failed].usual?.earlier == [0, 0, 0])
    builder.knownSince = now - .days(3)
    #expect(builder.digest()[.failed].usual == nil)
  }

  // MARK: Cases

  @Test func `cases are the dearest, of both reasons, unknown amounts last`() {
    var builder = Digest.Builder(span)
    for index in 0..<30 {
      let price = Money(micros: Int64(index) * 1_000_000, currency: "EUR")
      builder.add(record("f\(index)", 2, price: price))
    }
    builder.add(record("unknown", 1, price: nil))
    builder.add(record("yen", 1, price: Money(micros: 9_000_000_000, currency: "JPY")))
    // Without rates the currencies take turns.
    #expect(builder.candidates.map(\.id.rawValue) == (21..<30).map { "f\($0)" } + ["yen"])
    #expect(builder.candidates.allSatisfy { $0.reason == .failed })
    let rates = ExchangeRates(
      currency: "EUR", date: CivilDate(year: 2025, month: 11, day: 20),
      rates: ["JPY": 180_000_000_000])
    var ranked = Digest.Builder(span, rates: rates)
    for index in 0..<12 {
      let price = Money(micros: Int64(index) * 1_000_000, currency: "EUR")
      ranked.add(record("f\(index)", 2, price: price))
    }
    ranked.add(record("yen", 1, price: Money(micros: 9_000_000_000, currency: "JPY")))
    #expect(ranked.candidates.map(\.id.rawValue) == (3..<12).map { "f\($0)" }.sorted() + ["yen"])
  }

  // MARK: Words

  @Test func `the headline says what happened, or that nothing did`() {
    let words = DigestText(
      moment: { String($0.rfc3339.prefix(16)) }, money: { _ in "" })
    var builder = Digest.Builder(span)
    #expect(builder.digest().isQuiet)
    #expect(
      words.headline(builder.digest())
        == "Since 2025-11-19T18:00: no payment failed, none was recovered, no subscriber was lost.")
    builder.add(record("a", 2))
    builder.add(record("c", 27, outcome: .recoveredInGrace, endedHours: 1))
    #expect(
      words.headline(builder.digest())
        == "Since 2025-11-19T18:00: 1 failed, 1 recovered, 0 lost.")
  }

  @Test func `what is lost is counted by reasons that follow their counts`() {
    let reasons: [EndReason] = [.billing, .priceIncrease, .developer, .familySharing]
    #expect(
      reasons.map { "3 \($0.brief)" }
        == ["3 not paid", "3 price refused", "3 by the developer", "3 no longer shared"])
  }

  @Test func `the headline warns of feeds that are silent`() {
    let words = DigestText(moment: { _ in "18:00" }, money: { _ in "" })
    var digest = Digest.Builder(span).digest()
    func feed(_ store: Store, isStale: Bool) -> DigestSystem.Feed {
      DigestSystem.Feed(store: store, app: nil, lastEventAt: .epoch, isStale: isStale)
    }
    let quiet = words.headline(digest)
    digest.system.feeds = [feed(.appStore, isStale: false), feed(.googlePlay, isStale: false)]
    #expect(words.headline(digest) == quiet)
    digest.system.feeds[0] = feed(.appStore, isStale: true)
    #expect(
      words.headline(digest)
        == quiet + " News may be missing: 1 of 2 feeds is silent for too long.")
    digest.system.feeds[1] = feed(.googlePlay, isStale: true)
    #expect(words.headline(digest).hasSuffix(" 2 of 2 feeds are silent for too long."))
  }

  @Test func `every filter of a digest parses`() throws {
    let digest = Digest.Builder(span).digest()
    var count = 0
    for item in Digest.Item.allCases {
      guard let text = digest.filter(of: item) else { continue }
      _ = try Filter.parse(text)
      count += 1
    }
    #expect(count == 10)
  }

  @Test func `late news is what took effect on a day before it was heard`() {
    var late = DigestSystem.LateNews()
    late.count(now - .hours(20), recordedAt: now - .hours(1), since: now - .hours(15))
    late.count(now - .hours(14), recordedAt: now - .hours(1), since: now - .hours(15))
    late.count(now - .days(9), recordedAt: now, since: now - .hours(15))
    late.count(now - .hours(16), recordedAt: now - .hours(14), since: now - .hours(15))
    #expect(late.count == 2)
    #expect(late.firstDay == CivilDate(now - .days(9)))
  }
}
