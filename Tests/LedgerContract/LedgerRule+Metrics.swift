import EventLedger
import SeededNumbers
import SubscriptionCore

extension LedgerRule {
  static let metricsRules = [
    LedgerRule(65, "Episodes and days equal a count of the folded events after any history") {
      make in
      for seed in UInt64(65)..<67 {
        let ledger = try make()
        let world = SampleWorld(seed: seed, subscriptions: 60)
        var now = SampleWorld.middle - .days(45)
        for start in stride(from: 0, to: world.entries.count, by: 61) {
          let batch = world.entries[start..<min(start + 61, world.entries.count)]
          try ledger.append(Array(batch), now: now)
          now = now + .minutes(7_777)
          try ledger.advance(to: now)
          if start == 61 { try ledger.putProfiles(world.profiles) }
        }
        now = max(now, SampleWorld.middle + .days(300))
        for _ in 0..<3 {
          now = now + .days(11)
          try ledger.advance(to: now)
          try requireMetrics(of: ledger, at: now)
        }
        try require(try ledger.rebuild(check: true), equals: [])
        let known = try Metrics(of: ledger)
        _ = try ledger.rebuild(check: false)
        try require(try Metrics(of: ledger), equals: known, "metrics after a rebuild")
      }
    },
    LedgerRule(66, "The same events in any order and any batches give the same days") { make in
      let world = SampleWorld(seed: 67, subscriptions: 50)
      let now = SampleWorld.middle + .days(3)
      var numbers = SeededNumbers(seed: 99)
      var expected: Metrics?
      for size in [1_000, 1, 17] {
        let ledger = try make()
        let entries = world.entries.shuffled(using: &numbers)
        for start in stride(from: 0, to: entries.count, by: size) {
          try ledger.append(
            Array(entries[start..<min(start + size, entries.count)]), now: now)
        }
        let found = try Metrics(of: ledger)
        if let expected { try require(found, equals: expected) } else { expected = found }
      }
      try require((expected?.episodes.count ?? 0) > 5, "episodes")
    },
    LedgerRule(67, "Late news and old payloads correct past days") { make in
      let (ledger, whole) = (try make(), try make())
      let world = SampleWorld(seed: 68, subscriptions: 40)
      let now = SampleWorld.middle + .days(90)
      let entries = world.entries.sorted { $0.receivedAt < $1.receivedAt }
      try ledger.append(entries.enumerated().filter { $0.offset % 3 > 0 }.map(\.element), now: now)
      let before = try Metrics(of: ledger)
      try ledger.append(entries.enumerated().filter { $0.offset % 3 == 0 }.map(\.element), now: now)
      try whole.append(entries, now: now)
      let (after, expected) = try (Metrics(of: ledger), Metrics(of: whole))
      try require(after, equals: expected, "metrics after late news")
      let changed = zip(before.days, after.days).filter { $0 != $1 }.map(\.0.day)
      try require(changed.contains { $0.start < now - .days(120) }, "no past day was corrected")
    },
    LedgerRule(68, "An erasure takes the account's episodes and days away") { make in
      let (ledger, without) = (try make(), try make())
      let world = SampleWorld(seed: 69, subscriptions: 40)
      let now = SampleWorld.middle + .days(9)
      try ledger.append(world.entries, now: now)
      var failing: AccountID?
      try ledger.readEpisodes(EpisodeQuery()) { record in
        failing = record.account
        return failing == nil
      }
      guard let failing else { throw BrokenRule(description: "no episode has an account") }
      let gone = Set(
        try allRows(of: ledger).filter { $0.account == failing }.map(\.id))
      _ = try ledger.erase(failing, actor: "Mei", now: now)
      try without.append(
        world.entries.filter { entry in !entry.events.contains { gone.contains($0.subscription) } },
        now: now)
      try require(try Metrics(of: ledger), equals: try Metrics(of: without), "after an erasure")
    },
    LedgerRule(69, "The groups of a dimension make up its whole") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 70, subscriptions: 60)
      try ledger.append(world.entries, now: SampleWorld.middle + .days(40))
      let rows = try allRows(of: ledger)
      let all = try Metrics(of: ledger).days
      for dimension in MetricsDimension.allCases {
        var (failed, closed, ended, firstPayments) = (0, 0, 0, 0)
        var standing = all.map { DailyFigures(day: $0.day) }
        for value in Set(rows.map { dimension.value(of: $0) }) {
          let days = try ledger.dailyFigures(
            from: Metrics.first, through: Metrics.last, of: (dimension, value))
          try require(days.map(\.day), equals: all.map(\.day))
          for (place, day) in days.enumerated() {
            standing[place].addStandings(of: day)
            firstPayments += day.firstPayments
            failed += day.failed.values.reduce(0, +)
            closed += day.closed.values.reduce(0, +)
            ended += day.ended.values.reduce(0, +)
          }
        }
        try require(failed, equals: all.reduce(0) { $0 + $1.failed.values.reduce(0, +) })
        try require(closed, equals: all.reduce(0) { $0 + $1.closed.values.reduce(0, +) })
        try require(ended, equals: all.reduce(0) { $0 + $1.ended.values.reduce(0, +) })
        try require(firstPayments, equals: all.reduce(0) { $0 + $1.firstPayments })
        for (sum, day) in zip(standing, all) {
          try require(sum.states, equals: day.states, "states by \(dimension) on \(day.day)")
          try require(sum.mrrMicros, equals: day.mrrMicros, "MRR by \(dimension) on \(day.day)")
          try require(sum.unpriced, equals: day.unpriced, "prices by \(dimension) on \(day.day)")
          try require(sum.exempt, equals: day.exempt, "exempt by \(dimension) on \(day.day)")
        }
        let none = try ledger.dailyFigures(
          from: Metrics.first, through: Metrics.last, of: (dimension, "none"))
        try require(none, equals: DailyFigures.days(from: Metrics.first, through: Metrics.last))
      }
    },
    LedgerRule(70, "Episodes are read from the oldest on, as far as somebody asks") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 71, subscriptions: 80)
      try ledger.append(world.entries, now: SampleWorld.middle + .days(40))
      try ledger.putProfiles(world.profiles)
      let all = try Metrics(of: ledger).episodes
      try require(all.contains { !$0.tags.isEmpty }, "tags")
      let middle = all[all.count / 2].episode.failedAt
      var query = EpisodeQuery(from: middle)
      try require(
        try episodes(of: ledger, query), equals: all.filter { $0.episode.failedAt >= middle })
      query = EpisodeQuery(to: middle)
      try require(
        try episodes(of: ledger, query), equals: all.filter { $0.episode.failedAt < middle })
      for text in ["store:play", "-state:expired", "User-1 store:play", "okafor | pro"] {
        let filter = try Filter.parse(text)
        let now = try ledger.advancedTo() ?? .epoch
        let ids = Set(
          try allRows(of: ledger).filter { filter.matches($0, at: now) }.map(\.id))
        query = EpisodeQuery(filter: filter)
        try require(
          try episodes(of: ledger, query), equals: all.filter { ids.contains($0.subscription) },
          text)
      }
      var (told, last) = (0, Timestamp.distantPast)
      try ledger.readEpisodes(EpisodeQuery()) { record in
        told += 1
        if record.episode.failedAt < last { told += 1_000 }
        last = record.episode.failedAt
        return told < 5
      }
      try require(told, equals: 5)
    },
  ]
}

extension DailyFigures {
  /// Adds the states and amounts of another group at the end of the day.
  fileprivate mutating func addStandings(of group: DailyFigures) {
    states.merge(group.states, uniquingKeysWith: +)
    unpriced.merge(group.unpriced, uniquingKeysWith: +)
    mrrMicros.merge(group.mrrMicros) { $0.merging($1, uniquingKeysWith: +) }
    exempt += group.exempt
  }
}

/// Every episode and day of a ledger.
struct Metrics: Equatable {
  /// The first day that is compared.
  static let first = CivilDate(SampleWorld.middle - .days(330))
  /// The last day that is compared.
  static let last = CivilDate(SampleWorld.middle + .days(120))

  /// The episodes.
  var episodes: [EpisodeRecord]
  /// The days.
  var days: [DailyFigures]

  /// Reads a ledger.
  init(of ledger: any Ledger) throws {
    episodes = try LedgerContract.episodes(of: ledger, EpisodeQuery())
    days = try ledger.dailyFigures(from: Metrics.first, through: Metrics.last, of: nil)
  }
}

/// The episodes of a ledger, in the order of their failures and, at one instant, by subscription.
func episodes(of ledger: any Ledger, _ query: EpisodeQuery) throws -> [EpisodeRecord] {
  var records: [EpisodeRecord] = []
  try ledger.readEpisodes(query) { record in
    records.append(record)
    return true
  }
  let order = records.sorted {
    ($0.episode.failedAt, $0.subscription, $0.episode.endedAt ?? .distantFuture)
      < ($1.episode.failedAt, $1.subscription, $1.episode.endedAt ?? .distantFuture)
  }
  return order
}
