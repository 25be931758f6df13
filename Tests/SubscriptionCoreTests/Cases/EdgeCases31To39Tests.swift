import SubscriptionCore
import Testing

/// <doc:EdgeCases#Case-31> to <doc:EdgeCases#Case-39>; <doc:EdgeCases#Case-40> is one of payloads.
@Suite struct `Edge cases 31 to 39` {
  @Test func `case 31: a requested pause is active until the period ends`() throws {
    var story = Story.googlePlay()
    story.tell(.pauseScheduled, "2023-04-10") {
      $0.status = .active
      $0.expiresAt = at("2023-05-01")
    }
    let status = try story.status("2023-04-20")
    #expect(status.state == .active)
    #expect(status.access.granted)
    #expect(status.flags.contains(.pausePending))
    story.tell(.paused, "2023-05-01T00:00:02Z") { $0.resumesAt = at("2023-06-01") }
    let paused = try story.status("2023-05-02")
    #expect(paused.stateSince == at("2023-05-01"))
    #expect(!paused.flags.contains(.pausePending))
    // Its end is waited for like a renewal, without access.
    let after = try story.status("2023-06-02")
    #expect(after.state == .renewalPending)
    #expect(!after.access.granted)
    #expect(try story.anomalies("2023-06-03") == [.silentStore])
  }

  @Test(arguments: [("2023-05-08", SubscriptionState.hold), ("2023-05-22", .grace)])
  func `case 32: a changed grace at Play counts at once, shorter or longer`(
    end: String, state: SubscriptionState
  ) throws {
    var story = Story.googlePlay()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .grace
      $0.expiresAt = at("2023-05-15")
    }
    story.tell(.snapshot, "2023-05-06") {
      $0.status = .grace
      $0.expiresAt = at(end)
    }
    #expect(try story.status("2023-05-10").state == state)
    #expect(try story.status("2023-05-07").graceEnds == at(end))
  }

  @Test func `case 32: a changed policy moves no date that the store stated`() throws {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .grace
      $0.expiresAt = at("2023-05-01")
      $0.graceEndsAt = at("2023-05-17")
    }
    #expect(try story.status("2023-05-10", graceAtAppStore(.threeDays)).state == .grace)
    #expect(
      try story.status("2023-05-10", graceAtAppStore(.twentyEightDays)).graceEnds
        == at("2023-05-17"))
  }

  @Test func `case 33: without grace the silent day is followed by hold`() throws {
    var story = Story.googlePlay()
    #expect(try story.status("2023-05-01T12:00:00Z").state == .renewalPending)
    story.tell(.holdStarted, "2023-05-02T00:00:10Z") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
    }
    let timeline = try story.subscriber().timeline(at: at("2023-05-03"), policy: .standard)
    #expect(timeline.map(\.kind) == [.paid, .renewalPending, .hold, .hold, .expired])
    #expect(try story.anomalies("2023-05-03").isEmpty)
  }

  @Test func `case 33: without a hold it ends with grace`() throws {
    var story = Story.googlePlay()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .grace
      $0.expiresAt = at("2023-05-31")
    }
    let policy = googlePlay(graceDays: 30, holdDays: 0)
    #expect(try story.status("2023-05-30", policy).state == .grace)
    let over = try story.status("2023-05-31", policy)
    #expect(over.state == .expired)
    #expect(over.end == SubscriptionEnd(reason: .billing, at: at("2023-05-31")))
    let timeline = try story.subscriber().timeline(at: at("2023-05-10"), policy: policy)
    #expect(timeline.map(\.kind) == [.paid, .grace, .grace, .expired])
  }

  @Test func `case 33: neither grace nor hold, the end comes after the silent day`() throws {
    var story = Story.googlePlay()
    story.tell(.expired, "2023-05-02T00:00:10Z") {
      $0.status = .expired
      $0.endReason = .billing
      $0.expiresAt = at("2023-05-01")
    }
    let status = try story.status("2023-05-03")
    #expect(status.end == SubscriptionEnd(reason: .billing, at: at("2023-05-01")))
    #expect(status.end?.cause == .involuntary)
    #expect(try story.anomalies("2023-05-03").isEmpty)
    let episode = try #require(
      try story.subscriber().episodes(at: at("2023-05-03"), policy: .standard).first)
    #expect(episode.outcome == .ranOut)
    #expect(episode.failedAt == at("2023-05-01") && episode.endedAt == at("2023-05-01"))
    #expect(!episode.enteredGrace && episode.holdStartedAt == nil)
  }

  @Test func `case 34: an unanswered price increase is involuntary and no payment problem`() throws
  {
    var story = Story.appStore()
    story.tell(.priceChanged, "2023-04-10") {
      $0.status = .active
      $0.priceConsentPending = true
    }
    #expect(try story.status("2023-04-11").flags.contains(.priceConsentPending))
    story.tell(.expired, "2023-05-01T00:00:10Z", effective: "2023-05-01") {
      $0.status = .expired
      $0.endReason = .priceIncrease
    }
    let status = try story.status("2023-05-02")
    #expect(status.end?.reason == .priceIncrease)
    #expect(status.end?.cause == .involuntary)
    #expect(status.prompt.verdict == .withheld(.expired))
  }

  @Test func `case 34: Play's word for an unanswered price increase is the system's`() throws {
    var story = Story.googlePlay()
    story.tell(.priceChanged, "2023-04-10") {
      $0.status = .active
      $0.expiresAt = at("2023-05-01")
      $0.priceConsentPending = true
    }
    story.tell(.autoRenewDisabled, "2023-04-30") {
      $0.status = .canceled
      $0.expiresAt = at("2023-05-01")
      $0.endReason = .billing
      $0.priceConsentPending = true
    }
    #expect(try story.status("2023-04-30").state == .canceled)
    #expect(try story.status("2023-05-02").end?.reason == .priceIncrease)
  }

  /// Consent, or auto-renew that is on again, leaves the payment as the only problem from then on.
  @Test(arguments: [true, false])
  func `case 34: no prompt was due while something else than the payment was the problem`(
    isConsent: Bool
  ) throws {
    var story = Story.googlePlay()
    for (kind, day) in [(EventKind.billingFailed, "2023-05-02"), (.priceChanged, "2023-05-04")] {
      story.tell(kind, day) {
        ($0.status, $0.expiresAt, $0.graceEndsAt) = (.grace, at("2023-05-08"), at("2023-05-08"))
        $0.autoRenew = isConsent || kind == .priceChanged
        $0.priceConsentPending = isConsent && kind == .billingFailed
      }
    }
    let decision = try story.status("2023-05-05").prompt
    #expect(decision.verdict == .due(since: at("2023-05-04")))
    story.record(.promptSnoozed, "2023-05-05", until: "2023-05-06")
    #expect(try story.status("2023-05-06").prompt.verdict == .due(since: at("2023-05-06")))
  }

  @Test(arguments: [StoreEnvironment.sandbox, .local])
  func `case 35: what is not real money is flagged and never asked for`(
    environment: StoreEnvironment
  ) throws {
    var story = Story(.appStore)
    story.usual.environment = environment
    story.tell(.purchased, "2023-05-01T00:00:00Z") {
      $0.transactionID = "t1"
      $0.expiresAt = at("2023-05-01T00:05:00Z")
    }
    story.tell(.billingFailed, "2023-05-01T00:05:02Z", effective: "2023-05-01T00:05:00Z") {
      $0.status = .hold
      $0.autoRenew = true
    }
    let status = try story.status("2023-05-01T00:06:00Z")
    #expect(status.state == .hold)
    #expect(status.flags.contains(.sandbox))
    #expect(status.prompt.verdict == .withheld(.sandbox))
    #expect(status.retryEnds == at("2023-05-01T00:15:00Z"))
  }

  @Test(arguments: [(StoreEnvironment.production, 4_990_000 as Int64), (.sandbox, 0)])
  func `case 35: a test purchase brings no money`(
    environment: StoreEnvironment, micros: Int64
  ) throws {
    var story = Story.googlePlay()
    story.events[0].facts.environment = environment
    story.events[0].facts.price = Money(micros: 4_990_000, currency: "EUR")
    var policy = ChurnPolicy.standard
    policy.products.take(
      [
        CatalogueStatement(
          .period(.monthly), of: ProductKey(store: .googlePlay, product: "gold"), source: .file)
      ], at: .epoch)
    let summary = try story.subscriber().summary(
      at: at("2023-04-10"), policy: policy, profile: nil)
    #expect(summary.plan == .monthly)
    #expect(summary.mrr?.micros == micros)
  }

  @Test(arguments: [StatedStatus.hold, .paused])
  func `case 36: the state decides on access, not the expiry`(status: StatedStatus) throws {
    var story = Story.googlePlay()
    story.tell(.snapshot, "2023-04-20") {
      $0.status = status
      $0.expiresAt = at("2023-06-01")
      $0.resumesAt = at("2023-07-01")
    }
    let status = try story.status("2023-04-21")
    #expect(!status.access.granted)
    #expect(status.paidThrough == at("2023-05-01"))
  }

  @Test func `case 37: a purchase that awaits its acknowledgement says so`() throws {
    var story = Story.googlePlay()
    story.events[0].facts.acknowledgementPending = true
    #expect(try story.status("2023-04-02").flags.contains(.acknowledgementPending))
    story.tell(.snapshot, "2023-04-02") {
      $0.status = .active
      $0.acknowledgementPending = false
    }
    #expect(try !story.status("2023-04-03").flags.contains(.acknowledgementPending))
    // Until when it may still be acknowledged is said, and that it was not.
    var waiting = Story.googlePlay()
    waiting.events[0].facts.acknowledgementPending = true
    waiting.events[0].facts.startedAt = at("2023-04-01")
    for (time, words) in [
      ("2023-04-02", "if it does not, Google Play refunds it on 4 Apr"),
      ("2023-04-20", "so Google Play was to refund it on 4 Apr"),
    ] {
      let told = Explanation.sentences(
        for: try waiting.subscriber(), at: at(time), policy: .standard)
      #expect(told.contains { $0.contains(words) }, "\(told)")
    }
    // Unacknowledged, it is refunded and revoked after three days.
    story.tell(.refunded, "2023-04-04") { $0.status = .expired }
    #expect(try story.status("2023-04-05").state == .refunded)
  }

  @Test func `case 38: the cancellation of a commitment leaves it active`() throws {
    var play = Story.googlePlay()
    play.tell(.cancellationScheduled, "2023-04-10") {
      $0.status = .active
      $0.autoRenew = true
      $0.expiresAt = at("2023-05-01")
    }
    #expect(try play.status("2023-04-11").state == .active)
    #expect(try play.status("2023-04-11").flags.contains(.cancellationScheduled))
    // A failed instalment still enters grace.
    play.tell(.billingFailed, "2023-05-01") {
      $0.status = .grace
      $0.expiresAt = at("2023-05-08")
    }
    #expect(try play.status("2023-05-02").state == .grace)

    var apple = Story.appStore()
    apple.tell(.autoRenewDisabled, "2023-04-10") {
      $0.transactionID = "t1"
      $0.status = .active
      $0.autoRenew = false
      $0.commitmentPaymentsLeft = 7
    }
    #expect(try apple.status("2023-04-11").state == .active)
    #expect(try apple.status("2023-04-11").flags.contains(.cancellationScheduled))
  }

  @Test func `case 38: the next payment does not take the cancellation back`() throws {
    var story = Story.googlePlay()
    story.tell(.cancellationScheduled, "2023-04-10") {
      $0.endsWithCommitment = true
      $0.commitmentPaymentsLeft = 1
    }
    story.tell(.renewed, "2023-05-01") {
      $0.status = .active
      $0.autoRenew = true
      $0.expiresAt = at("2023-06-01")
      $0.endsWithCommitment = true
      $0.commitmentPaymentsLeft = 0
    }
    #expect(try story.status("2023-05-02").flags.contains(.cancellationScheduled))
    let words = Explanation.sentences(
      for: try story.subscriber(), at: at("2023-05-02"), policy: .standard)
    #expect(
      words.contains {
        $0.hasPrefix("Google Play will not charge again; the subscription ends with the commitment")
      }, "\(words)")
    // The last payment is the end of it, with a report or without.
    #expect(try story.status("2023-05-02").renewsAt == nil)
    #expect(try story.status("2023-05-31").access == Access(granted: true, until: at("2023-06-01")))
    let end = SubscriptionEnd(reason: .voluntary, at: at("2023-06-01"))
    #expect(try story.status("2023-06-01").end == end)
    var told = story
    told.tell(.expired, "2023-06-01")
    #expect(try told.status("2023-06-02").end == end)
    // Who takes it back is told by the store's answer alone.
    story.tell(.snapshot, "2023-05-03") { $0.endsWithCommitment = false }
    #expect(try !story.status("2023-05-04").flags.contains(.cancellationScheduled))
    #expect(try story.status("2023-06-01").state == .renewalPending)
  }

  @Test func `case 39: an unrecognized notification is stored and shown`() throws {
    var story = Story.googlePlay()
    story.tell(.unrecognized, "2023-04-10")
    #expect(try story.status("2023-04-11").state == .active)
    #expect(try story.anomalies("2023-04-11") == [.unknownValue])
  }

  @Test func `case 34: Play may drop the price change when it ends what nobody agreed to`() throws {
    var story = Story.googlePlay()
    story.tell(.priceChanged, "2023-04-10") {
      $0.status = .active
      $0.autoRenew = true
      $0.expiresAt = at("2023-05-01")
      $0.priceConsentPending = true
    }
    for kind in [EventKind.autoRenewDisabled, .expired] {
      story.tell(kind, "2023-05-01T00:00:02Z", effective: "2023-05-01") {
        $0.status = .expired
        $0.autoRenew = false
        $0.expiresAt = at("2023-05-01")
        $0.endReason = .billing
      }
    }
    let end = try story.status("2023-05-02").end
    #expect(end == SubscriptionEnd(reason: .priceIncrease, at: at("2023-05-01")))
    #expect(try story.subscriber().episodes(at: at("2023-05-02"), policy: .standard).isEmpty)
  }

  @Test(arguments: [(3, true), (0, false)])
  func `case 38: who canceled a commitment still owes its payments and is asked for them`(
    left: Int, isAsked: Bool
  ) throws {
    var story = Story.googlePlay()
    story.tell(.billingFailed, "2023-05-01T00:00:10Z", effective: "2023-05-01") {
      $0.status = .grace
      $0.autoRenew = false
      $0.commitmentPaymentsLeft = left
      $0.expiresAt = at("2023-05-15")
    }
    let verdict = try story.status("2023-05-03").prompt.verdict
    #expect((verdict == .withheld(.autoRenewOff)) == !isAsked)
    let told = Explanation.sentences(
      for: try story.subscriber(), at: at("2023-05-03"), policy: .standard
    ).joined(separator: " ")
    #expect(told.contains("keeps trying to collect") == isAsked)
  }

  @Test(arguments: [StatedStatus.grace, .hold], [true, false])
  func `case 38: a commitment canceled while a payment fails goes on failing`(
    stated: StatedStatus, autoRenew: Bool
  ) throws {
    var story = Story.appStore()
    let usual = story.usual
    story.usual.transactionID = "t1"
    (story.usual.expiresAt, story.usual.status) = (at("2023-05-01"), stated)
    story.usual.graceEndsAt = stated == .grace ? at("2023-05-17") : nil
    (story.usual.inBillingRetry, story.usual.commitmentPaymentsLeft) = (true, 11)
    story.tell(.billingFailed, "2023-05-01") { $0.autoRenew = true }
    story.tell(.autoRenewDisabled, "2023-05-07") {
      ($0.autoRenew, $0.endsWithCommitment) = (autoRenew, true)
    }
    let status = try story.status("2023-05-08")
    #expect(status.state == (stated == .grace ? .grace : .hold))
    #expect(status.flags.contains(.cancellationScheduled))
    #expect(status.prompt.verdict != .withheld(.autoRenewOff))
    story.usual = usual
    story.tell(.recovered, "2023-05-10") {
      ($0.transactionID, $0.purchasedAt) = ("t2", at("2023-05-10"))
      ($0.expiresAt, $0.status, $0.autoRenew) = (at("2023-06-10"), .active, true)
      ($0.commitmentPaymentsLeft, $0.endsWithCommitment) = (10, true)
    }
    #expect(try story.status("2023-05-11").flags.contains(.cancellationScheduled))
    let subscriber = try story.subscriber()
    let episodes = subscriber.episodes(at: at("2023-05-11"), policy: .standard)
    #expect(episodes.map(\.isRecovered) == [true])
    #expect(
      !subscriber.timeline(at: at("2023-05-11"), policy: .standard)
        .contains { $0.kind == .expired && !$0.projected })
  }

  @Test func `case 38: the App Store may leave auto-renew on until the commitment ends`() throws {
    var story = Story.appStore()
    story.tell(.autoRenewDisabled, "2023-04-10") {
      $0.transactionID = "t1"
      $0.status = .active
      $0.autoRenew = true
      $0.commitmentPaymentsLeft = 7
    }
    let status = try story.status("2023-04-11")
    #expect(status.state == .active)
    #expect(status.flags.contains(.cancellationScheduled))
  }
}
