import SubscriptionCore
import Testing

/// <doc:EdgeCases#Case-1> to <doc:EdgeCases#Case-10>.
@Suite struct `Edge cases 1 to 10` {
  /// App Store, bought on 1 April, declined on 1 May with 16 days of grace.
  private func inAppStoreGrace() -> Story {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01T00:01:00Z", effective: "2023-05-01") {
      $0.transactionID = "t1"
      $0.expiresAt = at("2023-05-01")
      $0.status = .grace
      $0.inBillingRetry = true
      $0.autoRenew = true
      $0.graceEndsAt = at("2023-05-17")
    }
    return story
  }

  /// Google Play, bought on 1 April, declined on 1 May with 14 days of grace.
  private func inPlayGrace() -> Story {
    var story = Story.googlePlay()
    story.tell(.billingFailed, "2023-05-01T00:00:08Z") {
      $0.status = .grace
      $0.expiresAt = at("2023-05-15")
      $0.autoRenew = true
    }
    return story
  }

  @Test func `case 1: App Store grace keeps access although the transaction has expired`() throws {
    let status = try inAppStoreGrace().status("2023-05-10")
    #expect(status.state == .grace)
    #expect(status.access == Access(granted: true, until: at("2023-05-17")))
    #expect(status.paidThrough == at("2023-05-01"))
    // The instant at which it ends counts as ended.
    #expect(try inAppStoreGrace().status("2023-05-16T23:59:59.999Z").access.granted)
    let after = try inAppStoreGrace().status("2023-05-17")
    #expect(after.state == .hold)
    #expect(after.access == Access(granted: false, until: at("2023-05-17")))
  }

  @Test func `case 2: grace without a stated end is grace with an unknown end`() throws {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .grace
      $0.expiresAt = at("2023-05-01")
      $0.inBillingRetry = true
    }
    let status = try story.status("2023-05-10")
    #expect(status.state == .grace)
    #expect(status.access == Access(granted: true, until: nil))
    #expect(status.graceEnds == nil)
    #expect(try story.anomalies("2023-05-10") == [.missingDate])
    // A configured grace projects it; the longest grace there is bounds it.
    let projected = try story.status("2023-05-10", graceAtAppStore(.sixteenDays))
    #expect(projected.graceEnds == at("2023-05-17"))
    #expect(try story.status("2023-05-28T23:59:59Z").state == .grace)
    #expect(try story.status("2023-05-29").state == .hold)
    for (now, lost) in [
      ("2023-05-28T23:59:59Z", Timestamp?.none), ("2023-05-29", at("2023-05-29")),
    ] {
      let episodes = try story.subscriber().episodes(at: at(now), policy: .standard)
      #expect(episodes.map(\.holdStartedAt) == [lost])
    }
  }

  @Test func `case 3: grace fields left over from tries that ended are no grace`() throws {
    var story = Story(.appStore)
    story.tell(.snapshot, "2023-07-10", source: .appStoreReceipt) {
      $0.transactionID = "t1"
      $0.purchasedAt = at("2023-04-01")
      $0.expiresAt = at("2023-05-01")
      $0.graceEndsAt = at("2023-05-17")
      $0.autoRenew = false
      $0.inBillingRetry = false
    }
    let status = try story.status("2023-07-10")
    #expect(status.state == .expired)
    #expect(status.end?.reason == .billing)
    #expect(status.end?.cause == .involuntary)
  }

  @Test func `case 4: a failure announced before the expiry leaves the period active`() throws {
    var story = Story(.appStore)
    story.tell(.purchased, "2023-05-31T03:53:58Z") {
      $0.transactionID = "t1"
      $0.expiresAt = Timestamp(milliseconds: 1_685_506_138_000)
    }
    story.tell(.billingFailed, "2023-05-31T03:58:25.613Z") {
      $0.transactionID = "t1"
      $0.expiresAt = Timestamp(milliseconds: 1_685_506_138_000)
    }
    let announced = try story.status("2023-05-31T04:00:00Z")
    #expect(announced.state == .active)
    #expect(announced.access.granted)
    #expect(announced.flags.contains(.billingIssue))
    #expect(announced.nextChangeAt == Timestamp(milliseconds: 1_685_506_138_000))
    #expect(try story.subscriber().transitions.last?.to == .active)
    #expect(try story.status("2023-05-31T04:08:57.999Z").state == .active)
    let failed = try story.status("2023-05-31T04:08:58Z")
    #expect(failed.state == .hold)
    #expect(!failed.flags.contains(.billingIssue))
  }

  @Test func `case 4: a failure announced and paid before the expiry is no episode`() throws {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-04-30T12:00:00Z", effective: "2023-05-01") {
      $0.transactionID = "t1"
      $0.expiresAt = at("2023-05-01")
    }
    story.tell(.renewed, "2023-04-30T20:00:00Z") {
      $0.transactionID = "t2"
      $0.purchasedAt = at("2023-04-30T20:00:00Z")
      $0.expiresAt = at("2023-06-01")
    }
    #expect(try story.status("2023-05-02").state == .active)
    #expect(try story.subscriber().episodes(at: at("2023-05-02"), policy: .standard).isEmpty)
  }

  /// Apple dates a payment in grace at the renewal that had failed.
  @Test(arguments: [StatedStatus.active, .grace])
  func `case 4: what was announced and is paid in grace failed, and was paid when it was told`(
    status: StatedStatus
  ) throws {
    let price = Money(micros: 9_990_000, currency: "USD")
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-04-30T23:59:40Z", effective: "2023-05-01") {
      ($0.transactionID, $0.expiresAt, $0.status) = ("t1", at("2023-05-01"), status)
      ($0.graceEndsAt, $0.inBillingRetry, $0.autoRenew) = (at("2023-05-17"), true, true)
      $0.renewalPrice = price
    }
    story.tell(.recovered, "2023-05-05", effective: "2023-05-01") {
      ($0.transactionID, $0.purchasedAt) = ("t2", at("2023-05-01"))
      ($0.expiresAt, $0.status, $0.autoRenew) = (at("2023-06-01"), .active, true)
    }
    #expect(try story.status("2023-05-04").state == .grace)
    #expect(try story.status("2023-05-06").state == .active)
    let subscriber = try story.subscriber()
    let episodes = subscriber.episodes(at: at("2023-05-06"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.recoveredInGrace])
    #expect(episodes.map(\.endedAt) == [at("2023-05-05")])
    #expect(episodes.map(\.renewalDateKept) == [true])
    let payments = subscriber.payments(in: story.events, at: at("2023-05-06")).suffix(2)
    #expect(payments.map(\.kind) == [.declined, .paid])
    #expect(payments.map(\.at) == [at("2023-05-01"), at("2023-05-05")])
    #expect(payments.first?.amount == price)
  }

  @Test func `case 5: the App Store's 60 days include grace`() throws {
    #expect(try inAppStoreGrace().status("2023-05-10").retryEnds == at("2023-06-30"))
    #expect(try inAppStoreGrace().status("2023-05-20").retryEnds == at("2023-06-30"))
  }

  @Test func `case 6: another plan bought during retry is a risk and ends nothing`() throws {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
    }
    let purchase = RelatedPurchase(
      subscription: "as_2", product: "silver", purchasedAt: at("2023-05-05"))
    let held = try story.status("2023-05-10", beside: [purchase])
    #expect(held.state == .hold)
    #expect(held.flags.contains(.doubleBillingRisk))
    #expect(try story.anomalies("2023-05-10", beside: [purchase]) == [.doubleBilling])

    story.tell(.recovered, "2023-05-20") {
      $0.transactionID = "t2"
      $0.purchasedAt = at("2023-05-20")
      $0.expiresAt = at("2023-06-20")
      $0.status = .active
    }
    let both = try story.status("2023-05-21", beside: [purchase])
    #expect(both.state == .active)
    #expect(both.flags.contains(.doubleBillingRisk))
    // Before it was bought, and once it has ended, there is none.
    #expect(try !story.status("2023-05-21").flags.contains(.doubleBillingRisk))
    var ended = purchase
    ended.endedAt = at("2023-05-15")
    #expect(try !story.status("2023-05-21", beside: [ended]).flags.contains(.doubleBillingRisk))
    // It may end by the clock alone.
    ended.endedAt = nil
    ended.runsOutAt = at("2023-06-05")
    let later = try story.status("2023-05-21", beside: [ended])
    #expect(later.flags.contains(.doubleBillingRisk))
    #expect(later.nextChangeAt == at("2023-06-05"))
    #expect(try !story.status("2023-06-05", beside: [ended]).flags.contains(.doubleBillingRisk))
    // Another group is another thing altogether.
    var elsewhere = purchase
    elsewhere.group = "news"
    for index in story.events.indices { story.events[index].facts.group = "films" }
    #expect(
      try !story.status("2023-05-22", beside: [elsewhere]).flags.contains(.doubleBillingRisk))
  }

  @Test func `case 7: a cancel in App Store grace ends access at once`() throws {
    var story = inAppStoreGrace()
    story.tell(.autoRenewDisabled, "2023-05-05") {
      $0.autoRenew = false
      $0.status = .grace
      $0.graceEndsAt = at("2023-05-17")
      $0.canceledAt = at("2023-05-05")
    }
    let status = try story.status("2023-05-05")
    #expect(status.state == .expired)
    #expect(status.access == Access(granted: false, until: at("2023-05-05")))
    #expect(status.end == SubscriptionEnd(reason: .voluntary, at: at("2023-05-05")))
    let episodes = try story.subscriber().episodes(at: at("2023-05-06"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.canceledByUser])
  }

  @Test func `case 7: a receipt drops the renewal info of who canceled in grace`() throws {
    var story = inAppStoreGrace()
    story.tell(.snapshot, "2023-05-06", source: .appStoreReceipt) {
      $0.transactionID = "t1"
      $0.expiresAt = at("2023-05-01")
    }
    let status = try story.status("2023-05-06")
    #expect(status.state == .expired)
    #expect(status.end?.reason == .voluntary)
  }

  @Test func `case 7: EXPIRED of who canceled in grace ends it when told, not at the expiry`()
    throws
  {
    var story = inAppStoreGrace()
    story.tell(.expired, "2023-05-05T10:00:00Z", effective: "2023-05-01") {
      $0.transactionID = "t1"
      $0.expiresAt = at("2023-05-01")
      $0.status = .expired
      $0.endReason = .voluntary
    }
    #expect(try story.status("2023-05-06").end?.at == at("2023-05-05T10:00:00Z"))
    let episodes = try story.subscriber().episodes(at: at("2023-05-06"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.canceledByUser])
  }

  @Test func `case 8: a cancel in Play grace ends it when the expiry is pulled back`() throws {
    var story = inPlayGrace()
    for kind in [EventKind.autoRenewDisabled, .expired] {
      story.tell(kind, kind == .expired ? "2023-05-05T10:00:02Z" : "2023-05-05T10:00:00.36Z") {
        $0.status = .expired
        $0.endReason = .voluntary
        $0.expiresAt = at("2023-05-05T10:00:00Z")
      }
    }
    let status = try story.status("2023-05-06")
    #expect(status.state == .expired)
    #expect(status.end == SubscriptionEnd(reason: .voluntary, at: at("2023-05-05T10:00:00Z")))
    #expect(status.paidThrough == at("2023-05-01"))
    let episode = try #require(
      try story.subscriber().episodes(at: at("2023-05-06"), policy: .standard).first)
    #expect(episode.outcome == .canceledByUser)
    #expect(episode.endedAt == at("2023-05-05T10:00:00Z"))
  }

  @Test(arguments: [StatedStatus.expired, .canceled])
  func `case 9: RTDN 3 at the end of hold means no access, whichever state is stated`(
    status: StatedStatus
  ) throws {
    var story = inPlayGrace()
    story.tell(.holdStarted, "2023-05-15T00:00:05Z") { $0.status = .hold }
    story.tell(.autoRenewDisabled, "2023-06-14T00:00:05Z") {
      $0.status = status
      $0.endReason = .billing
      $0.expiresAt = at("2023-06-14")
    }
    let status = try story.status("2023-06-15")
    #expect(status.state == .expired)
    #expect(!status.access.granted)
    #expect(status.end?.reason == .billing)
    let episodes = try story.subscriber().episodes(at: at("2023-06-15"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.ranOut])
  }

  @Test func `case 9: a bare RTDN 3 takes its reason from the resource fetched because of it`()
    throws
  {
    var story = inPlayGrace()
    story.tell(.holdStarted, "2023-05-15T00:00:05Z") { $0.status = .hold }
    story.tell(.autoRenewDisabled, "2023-06-14T00:00:05Z")
    #expect(try story.status("2023-06-15").end?.reason == .billing)
    story.tell(.snapshot, "2023-06-14T00:00:06Z") {
      $0.status = .expired
      $0.endReason = .voluntary
      $0.expiresAt = at("2023-06-14")
    }
    #expect(try story.status("2023-06-15").end?.reason == .voluntary)
    let episodes = try story.subscriber().episodes(at: at("2023-06-15"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.canceledByUser])
  }

  /// Google Play's default ends hold on 30 April; no setting ends it before 31 March.
  @Test(arguments: [
    ("2026-03-05", EndReason.voluntary, BillingEpisode.Outcome.canceledByUser),
    ("2026-03-20", .voluntary, .canceledByUser), ("2026-04-20", .other, .ranOut),
    ("2026-04-29", .billing, .ranOut), ("2026-05-01", .billing, .ranOut),
  ])
  func `case 9: of a bare RTDN 3 the day says whether Google Play itself canceled`(
    day: String, reason: EndReason, outcome: BillingEpisode.Outcome
  ) throws {
    var story = Story.googlePlay(bought: "2026-02-01", until: "2026-03-01")
    story.tell(.billingFailed, "2026-03-01T00:00:08Z") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.grace, at("2026-03-08"), true)
    }
    if day > "2026-03-08" { story.tell(.holdStarted, "2026-03-08T00:00:05Z") }
    story.tell(.autoRenewDisabled, day + "T00:00:10Z")
    story.tell(.expired, day + "T00:00:12Z")
    let end = try story.status("2026-05-02").end
    #expect(end == SubscriptionEnd(reason: reason, at: at(day + "T00:00:10Z")))
    let episodes = try story.subscriber().episodes(at: at("2026-05-02"), policy: .standard)
    #expect(episodes.map(\.outcome) == [outcome])
  }

  @Test func `case 10: Play's moving expiry is never counted as paid`() throws {
    var story = inPlayGrace()
    #expect(try story.status("2023-05-05").paidThrough == at("2023-05-01"))
    story.tell(.holdStarted, "2023-05-15T00:00:05Z") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-15")
    }
    #expect(try story.status("2023-05-16").paidThrough == at("2023-05-01"))
    story.tell(.expired, "2023-06-14T00:00:05Z") {
      $0.status = .expired
      $0.endReason = .billing
      $0.expiresAt = at("2023-06-14")
    }
    let status = try story.status("2023-06-15")
    #expect(status.paidThrough == at("2023-05-01"))
    #expect(status.access == Access(granted: false, until: at("2023-05-15")))
    let timeline = try story.subscriber().timeline(at: at("2023-06-15"), policy: .standard)
    #expect(timeline.filter { $0.kind == .paid }.map(\.to) == [at("2023-05-01")])
  }

  @Test func `case 9: an expiry that was not moved is not when hold ended`() throws {
    var story = inPlayGrace()
    story.tell(.holdStarted, "2023-05-15T00:00:05Z") { $0.status = .hold }
    story.tell(.autoRenewDisabled, "2023-06-14T00:00:05Z") {
      $0.status = .canceled
      $0.endReason = .billing
      $0.expiresAt = at("2023-05-15")
    }
    let status = try story.status("2023-06-15")
    #expect(status.end == SubscriptionEnd(reason: .billing, at: at("2023-06-14T00:00:05Z")))
    let timeline = try story.subscriber().timeline(at: at("2023-06-15"), policy: .standard)
    #expect(timeline.map(\.kind).contains(.hold))
  }

  @Test func `case 1: a payment in grace that is found out later was one in grace`() throws {
    var story = inAppStoreGrace()
    story.tell(.snapshot, "2023-05-20") {
      $0.transactionID = "t2"
      $0.purchasedAt = at("2023-05-01")
      $0.expiresAt = at("2023-06-01")
      $0.autoRenew = true
      $0.status = .active
    }
    let episodes = try story.subscriber().episodes(at: at("2023-05-21"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.recoveredInGrace])
    #expect(episodes.map(\.renewalDateKept) == [true])
    #expect(episodes.map(\.endedAt) == [at("2023-05-17")])
  }
}
