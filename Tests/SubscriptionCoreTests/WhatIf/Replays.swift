import SeededNumbers
import SubscriptionCore

/// 2026-03-02T09:00:00Z, a Monday, when the renewals of these tests fail.
let decline = Timestamp(seconds: 1_772_442_000)

extension EpisodeRecord {
  /// An episode that began at ``decline`` with a number of days of grace.
  static func failed(
    _ store: Store, grace: Int = 0, tries: Int = 60, plan: BillingPeriod = .monthly,
    _ outcome: BillingEpisode.Outcome = .open, day: Double? = nil, id: String = "a",
    price: Money? = Money(micros: 9_990_000, currency: "USD")
  ) -> EpisodeRecord {
    let ends = grace > 0 ? decline + .days(grace) : nil
    let endedAt = day.map { decline + .milliseconds(Int64($0 * 86_400_000)) }
    let lostAt = ends ?? decline
    let isLost = endedAt.map { lostAt < $0 } ?? false
    let episode = BillingEpisode(
      failedAt: decline, enteredGrace: grace > 0, graceEnds: ends,
      holdStartedAt: isLost ? lostAt : nil, retryEnds: decline + .days(tries), outcome: outcome,
      endedAt: endedAt, plan: plan, price: price)
    return EpisodeRecord(
      subscription: SubscriptionID(id), store: store, product: "pro.monthly",
      country: "JP", episode: episode)
  }
}

/// The candidate of a change in a few words.
func candidate(
  appStore: RecoveryPolicy.AppStoreGrace? = nil, play: Int? = nil, hold: Int? = nil,
  prompts: PromptPolicy? = nil
) -> (ChurnPolicy, Set<RecoveryChange.Setting>) {
  var policy = ChurnPolicy.standard
  var stated: Set<RecoveryChange.Setting> = []
  if let appStore { (policy.recovery.appStoreGrace, _) = (appStore, stated.insert(.appStoreGrace)) }
  if let play { (policy.recovery.googlePlay.graceDays, _) = (play, stated.insert(.playGrace)) }
  if let hold { (policy.recovery.googlePlay.holdDays, _) = (hold, stated.insert(.playHold)) }
  if let prompts { policy.prompts = prompts }
  return (policy, stated)
}

/// A replay beside the standard policy, 200 days after ``decline``.
func whatIf(
  _ candidate: (ChurnPolicy, Set<RecoveryChange.Setting>), current: ChurnPolicy = .standard,
  now: Timestamp = decline + .days(200), seed: UInt64 = 41
) -> WhatIf {
  WhatIf(
    current: current, candidate: candidate.0, stated: candidate.1, now: now,
    settings: WhatIf.Settings(seed: seed))
}

extension EpisodeReplay {
  /// One character a day from the failure: `G` access, `H` none while the store retries, then the
  /// outcome: `P` paid, `c` canceled, `.` ran out, `>` open.
  func drawing(from failedAt: Timestamp) -> String {
    var text = ""
    var day = failedAt
    while day < endsAt {
      text += day < accessEndsAt ? "G" : "H"
      day = day + .days(1)
    }
    switch outcome {
    case .recoveredInGrace, .recoveredInHold: text += "P"
    case .canceledByUser, .refunded, .superseded: text += "c"
    case .ranOut: text += "."
    case .open: text += ">"
    }
    return text
  }
}

extension SeededNumbers {
  /// An episode whose instants are whole hours.
  mutating func episodeRecord(_ number: Int, at now: Timestamp) -> EpisodeRecord {
    let store = pick(Store.allCases)
    let plan = pick([BillingPeriod.weekly, .monthly, .yearly])
    let grace = store == .appStore ? pick([0, 3, 16, 28]) : pick([0, 3, 7, 14, 30])
    let days = plan == .weekly ? min(grace, store == .appStore ? 6 : 7) : grace
    let failedAt = now - .hours(Int.random(in: 1...(120 * 24), using: &self))
    let ends = days > 0 ? failedAt + .days(days) : nil
    let retryEnds = failedAt + .days(60)
    var episode = BillingEpisode(
      failedAt: failedAt, enteredGrace: days > 0, graceEnds: ends, retryEnds: retryEnds, plan: plan,
      price: happens(80) ? Money(micros: 4_990_000, currency: pick(["USD", "JPY"])) : nil)
    let endedAt = failedAt + .hours(Int.random(in: 1...(61 * 24), using: &self))
    let lostAt = ends ?? failedAt
    if endedAt >= retryEnds, retryEnds <= now {
      (episode.outcome, episode.endedAt) = (.ranOut, retryEnds)
    } else if endedAt < retryEnds, endedAt <= now {
      let isPaid = happens(60)
      episode.outcome =
        isPaid ? (endedAt <= lostAt ? .recoveredInGrace : .recoveredInHold) : .canceledByUser
      episode.endedAt = endedAt
    }
    if lostAt < episode.endedAt ?? now { episode.holdStartedAt = lostAt }
    return EpisodeRecord(
      subscription: SubscriptionID("s\(number / 2)"), store: store, app: "com.example",
      product: happens(50) ? "pro" : "lite", country: happens(70) ? "JP" : nil, episode: episode)
  }

  /// A policy whose lengths are whole hours.
  mutating func whatIfPolicy() -> ChurnPolicy {
    var policy = ChurnPolicy.standard
    policy.recovery.appStoreGrace = pick(RecoveryPolicy.AppStoreGrace.allCases)
    policy.recovery.googlePlay.graceDays = pick([0, 3, 7, 14, 30, nil])
    policy.recovery.googlePlay.holdDays = pick([30, 53, 60, nil, nil])
    policy.prompts.appStore = whatIfPlan()
    policy.prompts.googlePlay = whatIfPlan()
    for filter in Self.filters where happens(20) {
      guard let when = try? Filter.parse(filter),
        let rule = try? PromptRule(name: filter, when: when, plan: whatIfPlan())
      else { continue }
      policy.prompts.rules.append(rule)
    }
    if happens(30) {
      let since = happens(50) ? CivilDate(decline - .days(40)) : nil
      policy.prompts.holdout = PromptHoldout(percent: 40, salt: pick(["a", "b"]), since: since)
    }
    return policy
  }

  private static let filters = [
    "state:hold", "state:grace loses<=3d", "store:google-play", "product:pro", "plan:P1W",
  ]

  private mutating func whatIfPlan() -> PromptPlan {
    PromptPlan(
      step: pick(PromptStep.allCases), cadence: .hours(pick([12, 24, 48, 72, 168])),
      cap: pick([nil, nil, 0, 1, 5]),
      quietHours: happens(30) ? QuietHours(from: 22 * 60, to: 8 * 60, utcOffset: .hours(9)) : nil,
      escalation: happens(30) ? PromptPlan.Escalation(to: .ownBanner, within: .days(3)) : nil)
  }
}
