import SubscriptionCore
import Testing

/// What thousands of told lives found, each as the shortest story that shows it.
@Suite struct ToldLivesTests {
  private func worth(_ story: Story, _ now: String) throws -> String? {
    let row = try story.subscriber().summary(at: at(now), policy: .standard, profile: nil)
    return row.mrr.map { "\($0.decimal) \($0.currency)" }
  }

  private func episodes(_ story: Story, _ now: String) throws -> [BillingEpisode] {
    try story.subscriber().episodes(at: at(now), policy: .standard)
  }

  // MARK: App Store

  /// A transaction at the App Store, with the renewal info and the status beside it.
  private func transaction(
    _ kind: EventKind, _ id: String = "1", from: String, until: String, stated: String? = nil,
    in story: inout Story, _ change: (inout StoreFacts) -> Void = { _ in }
  ) {
    story.tell(kind, stated ?? from) {
      ($0.transactionID, $0.purchasedAt, $0.expiresAt) = (id, at(from), at(until))
      ($0.status, $0.autoRenew, $0.renewsAt) = (.active, true, at(until))
      ($0.price, $0.period) = (Money(milliunits: 6000, currency: "USD"), nil)
      change(&$0)
    }
  }

  /// An App Store purchase of a month.
  private func appStore(_ change: (inout StoreFacts) -> Void = { _ in }) -> Story {
    var story = Story(.appStore)
    story.usual.period = nil
    transaction(.purchased, from: "2026-01-01", until: "2026-02-01", in: &story, change)
    return story
  }

  /// The word of a refund of the first payment, beside which the subscription goes on to a date.
  private func refundOfFirst(until renewal: String, in story: inout Story) {
    story.tell(.refunded, "2026-03-10") {
      ($0.transactionID, $0.revokedAt, $0.endReason) = ("1", at("2026-03-10"), .refund)
      ($0.status, $0.autoRenew, $0.renewsAt) = (.active, true, at(renewal))
    }
  }

  @Test func `a receipt with an early renewal of a trial takes its dates at once`() throws {
    var story = appStore { $0.offer = Offer(kind: .freeTrial, isIntroductory: true) }
    transaction(
      .snapshot, "2", from: "2026-02-01", until: "2026-03-01", stated: "2026-01-31T20:00:00Z",
      in: &story)
    let status = try story.status("2026-01-31T21:00:00Z")
    #expect(status.paidThrough == at("2026-03-01"))
    #expect(!status.flags.contains(.trial))
  }

  @Test func `a renewal date before the one known is that of a change that was lost`() throws {
    var story = appStore { $0.expiresAt = at("2026-07-01") }
    refundOfFirst(until: "2026-04-01", in: &story)
    #expect(try story.status("2026-03-11").paidThrough == at("2026-04-01"))
  }

  @Test func `what an offer cost is not taken over to a payment of which only the end is told`()
    throws
  {
    for kind in [Offer.Kind.freeTrial, .payAsYouGo, .payUpFront] {
      var story = appStore {
        $0.offer = Offer(kind: kind, isIntroductory: true, period: .monthly)
      }
      #expect(try worth(story, "2026-01-02") == (kind == .freeTrial ? "0.00 USD" : "6.00 USD"))
      refundOfFirst(until: "2026-04-01", in: &story)
      #expect(try worth(story, "2026-03-11") == nil)
      #expect(try story.status("2026-03-11").flags.isDisjoint(with: [.trial, .introductory]))
      transaction(.renewed, "4", from: "2026-04-01", until: "2026-05-01", in: &story)
      #expect(try worth(story, "2026-04-02") == "6.00 USD")
    }
  }

  @Test func `an offer whose mode is left out keeps the one that was told`() throws {
    let told = Offer(kind: .payUpFront, isIntroductory: true, period: BillingPeriod(3, .month))
    var story = appStore { ($0.expiresAt, $0.offer) = (at("2026-04-01"), told) }
    transaction(
      .snapshot, from: "2026-01-01", until: "2026-04-01", stated: "2026-02-01", in: &story
    ) { $0.offer = Offer(kind: .discounted, isIntroductory: true) }
    #expect(try story.subscriber().facts.offer == told)
    transaction(.renewed, "2", from: "2026-04-01", until: "2026-05-01", in: &story) {
      $0.offer = Offer(kind: .discounted, isIntroductory: false)
    }
    #expect(try story.subscriber().facts.offer?.kind == .discounted)
  }

  @Test func `status 5 counts where the purchase that was refunded was lost`() throws {
    var story = appStore()
    story.tell(.expired, "2026-02-01") {
      ($0.transactionID, $0.purchasedAt, $0.expiresAt) = ("1", at("2026-01-01"), at("2026-02-01"))
      ($0.status, $0.endReason, $0.autoRenew) = (.expired, .voluntary, false)
    }
    transaction(
      .autoRenewDisabled, "2", from: "2026-04-01", until: "2026-05-01", stated: "2026-04-10",
      in: &story
    ) {
      ($0.status, $0.autoRenew, $0.revokedAt) = (.revoked, false, at("2026-04-10"))
    }
    #expect(try story.status("2026-04-11").state == .refunded)
  }

  @Test func `a transaction that ends without a refund was given back no longer`() throws {
    var story = appStore()
    transaction(
      .refunded, from: "2026-01-01", until: "2026-02-01", stated: "2026-01-10", in: &story
    ) {
      ($0.status, $0.revokedAt, $0.endReason) = (.revoked, at("2026-01-10"), .refund)
    }
    #expect(try story.status("2026-01-11").state == .refunded)
    transaction(.expired, from: "2026-01-01", until: "2026-02-01", stated: "2026-02-02", in: &story)
    {
      ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .productUnavailable)
    }
    let status = try story.status("2026-02-03")
    #expect(status.end == SubscriptionEnd(reason: .productUnavailable, at: at("2026-02-01")))
  }

  @Test func `an offer paid late in grace is spread over the period whose date was kept`() throws {
    let offer = Offer(kind: .payAsYouGo, isIntroductory: true, period: BillingPeriod(3, .month))
    var story = Story(.appStore)
    story.usual.period = nil
    transaction(.purchased, from: "2026-01-31", until: "2026-04-30", in: &story) {
      $0.offer = offer
    }
    transaction(
      .billingFailed, from: "2026-01-31", until: "2026-04-30", stated: "2026-04-30", in: &story
    ) {
      ($0.status, $0.inBillingRetry, $0.offer) = (.grace, true, offer)
      $0.graceEndsAt = at("2026-05-28T17:00:00Z")
    }
    // By its own dates two months, which the App Store sells as well.
    for kind in [EventKind.recovered, .snapshot] {
      transaction(kind, "2", from: "2026-05-28", until: "2026-07-30", in: &story) {
        $0.offer = offer
      }
      #expect(try worth(story, "2026-05-29") == "2.00 USD")
    }
  }
}
