import SubscriptionCore

/// 2026-11-20T12:00:00Z, the present of the filter's tests.
let noon = Timestamp(seconds: 1_795_176_000)

extension SubscriberSummary {
  /// Ada: in grace on Google Play, due, tagged; back after two ends, with two refunds.
  static var ada: SubscriberSummary {
    var status = SubscriptionStatus(
      state: .grace, stateSince: noon - .days(4),
      access: Access(granted: true, until: noon + .days(2)),
      autoRenew: true, pendingProduct: "basic.monthly", paidThrough: noon - .days(4),
      graceEnds: noon + .days(2), retryEnds: noon + .days(56), flags: [.introductory],
      prompt: PromptDecision(
        verdict: .due(since: noon - .hours(30)), step: .officialMessage, rule: "default",
        message: .transactional, shownInEpisode: 2))
    status.nextChangeAt = noon + .days(2)
    var row = SubscriberSummary(
      id: "gp_0123456789abcdef", store: .googlePlay, environment: .production,
      app: "com.example.reader", account: "acc-7",
      profile: AccountProfile(
        account: "acc-7", name: "Ada Okafor", email: "ada@example.com", tags: ["VIP", "annual"]),
      product: "pro.monthly", plan: .monthly, price: Money(micros: 20_000_000, currency: "EUR"),
      country: "DE", status: status, claimedBy: "mira", anomalyCount: 0,
      lastEventAt: noon - .hours(3),
      episodes: [
        BillingEpisode(
          failedAt: noon - .days(100), enteredGrace: true, graceEnds: noon - .days(94),
          outcome: .recoveredInGrace, endedAt: noon - .days(98), plan: .monthly),
        BillingEpisode(
          failedAt: noon - .days(4), enteredGrace: true, graceEnds: noon + .days(2),
          retryEnds: noon + .days(56), plan: .monthly,
          prompts: [2, 1].map { PromptCase.Shown(at: noon - .days($0), step: .officialMessage) }),
      ])
    row.pastEnds = [
      SubscriptionEnd(reason: .billing, at: noon - .days(300)),
      SubscriptionEnd(reason: .voluntary, at: noon - .days(200)),
    ]
    row.refunds = [Refund(at: noon - .days(150)), Refund(at: noon - .days(10))]
    return row
  }

  /// Mei: in hold at the App Store, scheduled, snoozed, without a profile's mail.
  static var mei: SubscriberSummary {
    let status = SubscriptionStatus(
      state: .hold, stateSince: noon - .days(20),
      access: Access(granted: false, until: noon - .days(20)),
      autoRenew: nil, paidThrough: noon - .days(36), retryEnds: noon + .days(24),
      prompt: PromptDecision(
        verdict: .scheduled(at: noon + .days(1)), step: .ownBanner, rule: "hold-7d",
        message: .banner, shownInEpisode: 5))
    return SubscriberSummary(
      id: "as_2000001", store: .appStore, environment: .production, account: "acc-9",
      profile: AccountProfile(account: "acc-9", name: "田中 めい"), product: "team.yearly",
      plan: .yearly, price: Money(micros: 48_000_000_000, currency: "JPY"), status: status,
      snoozedUntil: noon + .days(1), anomalyCount: 2,
      refreshRequestedAt: noon - .minutes(30), lastEventAt: noon - .days(20),
      episodes: [
        BillingEpisode(
          failedAt: noon - .days(36), enteredGrace: true, graceEnds: noon - .days(20),
          holdStartedAt: noon - .days(20), retryEnds: noon + .days(24), plan: .yearly,
          isFirstPayment: true,
          prompts: [9, 7, 5, 3, 1].map { PromptCase.Shown(at: noon - .days($0), step: .ownBanner) })
      ])
  }

  /// Lucía: expired at the App Store's sandbox, whose episodes and ends do not count; no account,
  /// price or profile.
  static var lucia: SubscriberSummary {
    let status = SubscriptionStatus(
      state: .expired, stateSince: Timestamp(seconds: 1_762_000_000),
      access: Access(granted: false, until: Timestamp(seconds: 1_762_000_000)), autoRenew: false,
      flags: [.sandbox, .trial],
      end: SubscriptionEnd(reason: .billing, at: Timestamp(seconds: 1_762_000_000)),
      prompt: PromptDecision(verdict: .withheld(.expired)))
    return SubscriberSummary(
      id: "as_2000002", store: .appStore, environment: .sandbox, product: "Pro.LUCÍA",
      status: status, lastEventAt: Timestamp(seconds: 1_762_000_000),
      episodes: [
        BillingEpisode(
          failedAt: Timestamp(seconds: 1_760_000_000), enteredGrace: false, outcome: .ranOut,
          endedAt: Timestamp(seconds: 1_762_000_000))
      ])
  }

  static var samples: [(name: Character, row: SubscriberSummary)] {
    [("a", ada), ("m", mei), ("l", lucia)]
  }
}
