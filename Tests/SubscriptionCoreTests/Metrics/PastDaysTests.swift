import Testing

@testable import SubscriptionCore

/// The days that a reader saw, beside what they count later.
struct PastDaysTests {
  private static let now = CivilDate(year: 2026, month: 11, day: 20).start + .hours(9)
  private static func day(_ day: Int, month: Int = 11) -> CivilDate {
    CivilDate(year: 2026, month: month, day: day)
  }

  /// Counts of the first days of November, and of 20 November, which is not over.
  private static func counts(
    at now: Timestamp = now, _ change: (inout [DayCounts]) -> Void = { _ in }
  ) -> PastDays {
    var days = [1, 3, 4, 9, 20].map { number in
      var failures = EpisodeCounts()
      failures.add(EpisodeStatus(.open, enteredGrace: true, lostAccess: false), count: 10 + number)
      return DayCounts(
        day: day(number), renewed: 400, refunded: 1, ended: [.involuntary: 2, nil: 1],
        failures: failures, recoveries: 5)
    }
    change(&days)
    return PastDays(days, at: now)
  }

  @Test func `only days that are over count`() {
    let days = Self.counts()
    #expect(days.days.keys.sorted() == [1, 3, 4, 9].map { Self.day($0) })
    let first = days.days[Self.day(1)]
    #expect(PastDays.Event.allCases.map { first?[$0] } == [11, 5, 400, 3, 1])
    #expect(first?.seenAt == Self.now)
  }

  @Test func `each number that differs makes a change, oldest day first`() {
    let later = Self.counts(at: Self.now + .hours(2)) { days in
      days[3].recoveries += 1
      days[1].ended[.voluntary] = 4
      days[1].refunded = 0
      days[4].renewed = 0
    }
    let changes = Self.counts().changes(to: later)
    #expect(changes.map(\.day) == [Self.day(3), Self.day(9)])
    #expect(changes.map(\.events) == [[.ended, .refunded], [.recovered]])
    #expect(changes[0].before[.ended] == 3 && changes[0].now[.ended] == 7)
    #expect(changes[1].before.seenAt == Self.now)
    #expect(Self.counts().changes(to: Self.counts(at: Self.now + .hours(2))).isEmpty)
  }

  @Test func `what was never seen has not changed`() {
    var seen = Self.counts { $0.removeAll { $0.day == Self.day(4) } }
    let later = Self.counts(at: Self.now + .hours(1)) { $0[2].renewed = 7 }
    #expect(seen.changes(to: later).isEmpty)
    seen.seeNewDays(of: later)
    #expect(seen.days[Self.day(4)]?[.renewed] == 7)
    #expect(seen.days[Self.day(1)]?.seenAt == Self.now)
    let latest = Self.counts(at: Self.now + .hours(2)) { $0[2].renewed = 8 }
    #expect(seen.changes(to: latest).map(\.before.seenAt) == [Self.now + .hours(1)])
    seen.see(latest)
    #expect(seen == latest && seen.changes(to: latest).isEmpty)
    let nothing = PastDays([Self.day(1): PastDays.Counts(seenAt: Self.now)])
    #expect(nothing.isEmpty && nothing.changes(to: latest).isEmpty)
  }

  @Test func `failures that are recovered later leave their day as it was`() {
    let later = Self.counts { days in
      var failures = EpisodeCounts()
      failures.add(
        EpisodeStatus(.recoveredInGrace, enteredGrace: true, lostAccess: false), count: 13)
      days[1].failures = failures
    }
    #expect(Self.counts().changes(to: later).isEmpty)
  }

  @Test func `what a filter selects has a list, of the day alone`() throws {
    let later = Self.counts { days in
      days[0].recoveries = 6
      days[0].ended = [:]
      days[0].renewed = 1
      days[0].refunded = 4
      days[0].failures?.add(
        EpisodeStatus(.open, enteredGrace: false, lostAccess: true), count: 2_000)
    }
    let change = try #require(Self.counts().changes(to: later).first)
    #expect(
      change.lists.map(\.title) == [
        "failed on 1 Nov: 2,011, were 11", "recovered on 1 Nov: 6, were 5",
        "ended on 1 Nov: 0, were 3", "refunded on 1 Nov: 4, were 1",
      ])
    #expect(change.lists[0].filter == "failed>=2026-11-01 failed<2026-11-02 env:production")
    for list in change.lists { _ = try Filter.parse(list.filter) }
    #expect(change.lists.map(\.unit) == [.episodes, .episodes, .ends, .refunds])
  }

  @Test func `a report has the days it read, and with a filter none`() throws {
    let windows = MetricsWindows(days: 7, now: Self.now)
    var builder = MetricsReport.Builder(windows)
    builder.add(DayCounts(day: Self.day(14), renewed: 9, failures: EpisodeCounts()))
    builder.add(DayCounts(day: Self.day(20), renewed: 9, failures: EpisodeCounts()))
    #expect(builder.report().pastDays.days.keys.map(\.self) == [Self.day(14)])
    #expect(MetricsReport.Builder(windows).report().pastDays == PastDays())
  }

  @Test(
    arguments: [
      ([], ""), ([(9, 11)], "9 Nov"), ([(3, 11), (4, 11), (9, 11)], "3, 4 and 9 Nov"),
      ([(30, 10), (31, 10), (1, 11)], "30, 31 Oct and 1 Nov"),
      ([(30, 10), (3, 11), (4, 11), (5, 11), (9, 11)], "30 Oct, 3-5 and 9 Nov"),
      ([(1, 10), (3, 10), (5, 10), (7, 10), (9, 10), (2, 11)], "between 1 Oct and 2 Nov"),
    ] as [([(Int, Int)], String)])
  func `days are listed with their months, runs in short`(_ days: [(Int, Int)], _ words: String) {
    #expect(CivilDate.list(days.map { Self.day($0.0, month: $0.1) }) == words)
  }
}
