import SeededNumbers
import SubscriptionCore
import Testing

@Suite struct WhatIfPropertyTests {
  static let seeds = Array(UInt64(1)...40)
  private let now = decline

  private func world(_ random: inout SeededNumbers, _ count: Int = 60) -> [EpisodeRecord] {
    (0..<count).map { random.episodeRecord($0, at: now) }
  }

  @Test(arguments: seeds)
  func `the same policy makes no difference`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let policy = random.whatIfPolicy()
    var replay = whatIf((policy, []), current: policy, now: now)
    for record in world(&random) {
      let comparison = replay.add(record)
      #expect(comparison.current == comparison.candidate)
      #expect(comparison.current.outcome == record.episode.outcome)
    }
    let report = replay.report()
    #expect(report.current == report.candidate)
    #expect(report.expected.current == report.expected.candidate)
    #expect(report.differences.episodes == 0)
  }

  @Test(arguments: 0..<10)
  func `the outcomes under either policy add up to the episodes`(_ seed: Int) {
    var replay = whatIf(candidate(appStore: .threeDays, play: 14), now: EpisodeWorld.now)
    for record in EpisodeWorld.records(300, seed: seed) { replay.add(record) }
    let report = replay.report()
    let outcomes: [WhatIfReport.Line.Subject] = [
      .recoveredInGrace, .recoveredInHold, .canceled, .ranOut, .otherwise, .open,
    ]
    func sum(_ side: KeyPath<WhatIfReport.Line, WhatIfReport.Line.Value>) -> Int64 {
      report.fixedLines.filter { outcomes.contains($0.subject) }.reduce(0) { sum, line in
        guard case .count(let count) = line[keyPath: side] else { return sum }
        return sum + count
      }
    }
    #expect(sum(\.current) == 300 && sum(\.candidate) == 300)
    #expect(report.fixedLines.contains { $0.subject == .otherwise })
    var paid = whatIf(candidate())
    paid.add(.failed(.googlePlay, grace: 7, .recoveredInGrace, day: 2))
    #expect(!paid.report().fixedLines.contains { $0.subject == .otherwise })
  }

  @Test(arguments: seeds)
  func `the order of episodes does not matter, and the seed moves bands alone`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let (current, policy) = (random.whatIfPolicy(), random.whatIfPolicy())
    let records = world(&random)
    func report(_ records: [EpisodeRecord], seed: UInt64 = 41) -> WhatIfReport {
      var replay = whatIf((policy, [.appStoreGrace]), current: current, now: now, seed: seed)
      for record in records { replay.add(record) }
      return replay.report()
    }
    let first = report(records)
    #expect(first == report(records))
    #expect(first == report(records.shuffled(using: &random)))
    var other = report(records, seed: 7)
    #expect(other.expected.candidate.recovered.value == first.expected.candidate.recovered.value)
    (other.expected, other.settings) = (first.expected, first.settings)
    #expect(other == first)
  }

  @Test(arguments: seeds)
  func `two lengths compare as each does with what was observed`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let records = world(&random)
    let (short, long) = (
      candidate(appStore: .threeDays, play: 3), candidate(appStore: .sixteenDays, play: 14)
    )
    func report(_ replay: WhatIf) -> WhatIfReport {
      var replay = replay
      for record in records { replay.add(record) }
      return replay.report()
    }
    let both = report(
      WhatIf(
        current: .standard, candidate: long.0, stated: long.1,
        baseline: RecoveryChange(
          from: ChurnPolicy.standard.recovery, to: short.0.recovery, stated: short.1),
        now: now))
    let (shortAlone, longAlone) = (report(whatIf(short, now: now)), report(whatIf(long, now: now)))
    #expect(both.current == shortAlone.candidate && both.candidate == longAlone.candidate)
    #expect(both.expected.current == shortAlone.expected.candidate)
    #expect(both.comparesLengths && !longAlone.comparesLengths)
    #expect(both.assumptions.count == longAlone.assumptions.count + 1)
  }

  @Test(arguments: seeds)
  func `a longer grace never shortens access, and adds recoveries in grace`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let records = world(&random)
    let lengths: [(RecoveryPolicy.AppStoreGrace, Int)] = [
      (.off, 0), (.threeDays, 3), (.sixteenDays, 14), (.twentyEightDays, 30),
    ]
    var last: [EpisodeReplay] = []
    for (appStore, play) in lengths {
      var replay = whatIf(candidate(appStore: appStore, play: play), now: now)
      let replays = records.map { replay.add($0).candidate }
      for (before, after) in zip(last, replays) {
        #expect(after.accessEndsAt >= before.accessEndsAt)
        #expect(before.outcome != .recoveredInGrace || after.outcome == .recoveredInGrace)
      }
      let report = replay.report()
      #expect(
        report.candidate.recoveredInGrace == replays.count { $0.outcome == .recoveredInGrace })
      last = replays
    }
  }

  @Test(arguments: seeds)
  func `a replay hour by hour agrees`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let (current, policy) = (random.whatIfPolicy(), random.whatIfPolicy())
    var replay = whatIf(
      (policy, [.appStoreGrace, .playGrace, .playHold]), current: current, now: now)
    for record in world(&random, 30) {
      let replayed = replay.add(record)
      let hours = HourlyReplay(record, policy, at: now)
      #expect(replayed.candidate.prompts == hours.prompts, "\(record)")
      #expect(replayed.candidate.outcome == hours.outcome, "\(record)")
      #expect(
        replayed.candidate.access(since: record.episode.failedAt) == .hours(hours.access),
        "\(record)")
    }
  }
}

/// A replay of one episode that looks at every hour.
private struct HourlyReplay {
  var prompts = PromptCount()
  var outcome: BillingEpisode.Outcome
  var access = 0

  init(_ record: EpisodeRecord, _ policy: ChurnPolicy, at now: Timestamp) {
    let episode = record.episode
    let terms = RecoveryTerms(
      store: record.store, environment: .production, period: episode.plan, product: record.product)
    let graceEnds = policy.recovery.grace(terms).map { episode.failedAt + $0 }
    let retryEnds = policy.recovery.retryEnd(
      failure: episode.failedAt, graceEnds: graceEnds, terms: terms)
    outcome = .open
    var shown: [PromptCase.Shown] = []
    var hour = episode.failedAt
    while true {
      let hasAccess = graceEnds.map { hour < $0 } ?? false
      if hour >= retryEnds {
        outcome = .ranOut
        break
      }
      if hour == episode.endedAt, episode.outcome != .ranOut {
        let isPaid =
          episode.outcome == .recoveredInGrace || episode.outcome == .recoveredInHold
        let isInGrace = graceEnds.map { hour <= $0 } ?? false
        outcome = isPaid ? (isInGrace ? .recoveredInGrace : .recoveredInHold) : episode.outcome
        break
      }
      if hour >= now { break }
      if hasAccess { access += 1 }
      var subject = PromptCase(
        store: record.store, state: hasAccess ? .grace : .hold, product: record.product)
      subject.stateSince = hasAccess ? episode.failedAt : graceEnds ?? episode.failedAt
      (subject.autoRenew, subject.failedAt) = (true, episode.failedAt)
      (subject.graceEnds, subject.retryEnds) = (graceEnds, retryEnds)
      (subject.accessUntil, subject.shown) = (hasAccess ? graceEnds : nil, shown)
      (subject.plan, subject.price, subject.mrr) = (episode.plan, episode.price, record.mrr)
      (subject.app, subject.country, subject.id) = (record.app, record.country, record.subscription)
      let decision = PromptSchedule.decide(subject, policy: policy.prompts, at: hour)
      if decision.isDue, let step = decision.step {
        shown.append(PromptCase.Shown(at: hour, step: step))
        (prompts.firstAt, prompts.lastAt) = (prompts.firstAt ?? hour, hour)
        if step == .ownBanner { prompts.ownBanners += 1 } else { prompts.officialMessages += 1 }
        subject.shown = shown
        let after = PromptSchedule.decide(subject, policy: policy.prompts, at: hour)
        if after.verdict == .withheld(.capReached) { prompts.isCapped = true }
      }
      hour = hour + .hours(1)
    }
  }
}
