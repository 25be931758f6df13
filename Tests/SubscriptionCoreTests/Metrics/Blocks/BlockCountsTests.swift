import SeededNumbers
import SubscriptionCore
import Testing

@Suite struct `Episodes in blocks` {
  /// Episodes in the order of their failures, with prompts, and some with instants that no store
  /// would state.
  private static func records(_ count: Int, seed: Int) -> [EpisodeRecord] {
    var numbers = SeededNumbers(seed: seed)
    return EpisodeWorld.records(count, seed: seed).map { record in
      var record = record
      record.app = numbers.pick(["com.example.App", nil])
      let failedAt = record.episode.failedAt
      for _ in 0..<numbers.pick([0, 0, 1, 3]) {
        let at = failedAt + .hours(Int.random(in: 1...600, using: &numbers))
        let step = numbers.pick([PromptStep.officialMessage, .ownBanner])
        if at <= record.episode.endedAt ?? EpisodeWorld.now {
          record.episode.prompts.append(.init(at: at, step: step))
        }
      }
      record.episode.prompts.sort { $0.at < $1.at }
      if numbers.happens(3) { makeOdd(&record.episode, &numbers) }
      return record
    }.sorted { $0.episode.failedAt < $1.episode.failedAt }
  }

  private static func makeOdd(_ episode: inout BillingEpisode, _ numbers: inout SeededNumbers) {
    switch Int.random(in: 0..<5, using: &numbers) {
    case 0: episode.endedAt = episode.failedAt - .hours(5)
    case 1: episode.endedAt = episode.failedAt + .days(900)
    case 2: (episode.outcome, episode.endedAt) = (.recoveredInHold, nil)
    case 3: episode.holdStartedAt = episode.failedAt - .days(70)
    default: episode.failedAt = episode.failedAt - .milliseconds(1)
    }
  }

  /// Counts episodes block by block.
  private static func count(_ records: [EpisodeRecord], _ counts: inout BlockCounts) throws {
    var shapes: [EpisodeShape: Int] = [:]
    var blocks: [(start: Timestamp, writer: EpisodeBlock.Writer)] = []
    for record in records {
      let shape = record.shape
      if shapes[shape] == nil {
        shapes[shape] = shapes.count
        counts.add(shape)
      }
      let start = EpisodeBlock.start(of: record.episode.failedAt)
      if blocks.last?.start != start { blocks.append((start, EpisodeBlock.Writer(from: start))) }
      blocks[blocks.count - 1].writer.add(
        record.episode, shape: try #require(shapes[shape]),
        level: PromptEffect.Observations.level(of: record.subscription.rawValue.utf8))
    }
    for block in blocks {
      try block.writer.bytes.withUnsafeBytes { bytes in
        counts.add(try #require(EpisodeBlock(bytes, from: block.start)))
      }
    }
  }

  private static let groupings: [MetricsGrouping?] =
    [nil, .store, .product, .plan, .country, .app]

  @Test(arguments: 0..<24)
  func `give the same report as one by one`(seed: Int) throws {
    let records = Self.records(500, seed: seed).sorted {
      $0.episode.failedAt < $1.episode.failedAt
    }
    let last = [nil, CivilDate(EpisodeWorld.now), CivilDate(EpisodeWorld.now - .days(100))]
    let windows = MetricsWindows(
      days: [1, 7, 30, 90, 365][seed % 5], ending: last[seed % 3], now: EpisodeWorld.now)
    let failed = try Self.check(
      records, windows, by: Self.groupings[seed % 6], prompts: seed % 2 == 0)
    #expect(windows.days < 7 || failed > 0)
  }

  /// Requires that blocks give the same report as the episodes one by one, and returns the number
  /// of failures in the window.
  private static func check(
    _ records: [EpisodeRecord], _ windows: MetricsWindows, by grouping: MetricsGrouping?,
    prompts: Bool
  ) throws -> Int {
    let policy = prompts ? PromptPolicy.standard : nil
    var (one, packed) = (
      MetricsReport.Builder(windows, by: grouping, prompts: policy),
      MetricsReport.Builder(windows, by: grouping, prompts: policy)
    )
    for record in records where one.failures.contains(record.episode.failedAt) { one.add(record) }
    var counts = try #require(BlockCounts(windows, by: grouping, withPrompts: prompts))
    try count(records, &counts)
    packed.add(counts)
    #expect(packed.groupNames == one.groupNames)
    let (expected, report) = (one.report(), packed.report())
    #expect(report.figures == expected.figures)
    #expect(report.curve == expected.curve)
    #expect(report.cohorts == expected.cohorts)
    #expect(report.revenue == expected.revenue)
    #expect(report.groups == expected.groups)
    #expect(report.prompts == expected.prompts)
    #expect(report == expected)
    return expected.failed
  }

  /// Full blocks whose failures, ends and losses of access lie within milliseconds of the instants
  /// at which a report changes its mind.
  @Test(arguments: 0..<24)
  func `give the same report at the edges of windows`(seed: Int) throws {
    var numbers = SeededNumbers(seed: seed + 1_000)
    let now = EpisodeWorld.now + .milliseconds(numbers.pick([0, 1, 1_234_567, 3_599_999]))
    let windows = MetricsWindows(
      days: [1, 7, 30, 90, 365][seed % 5], ending: numbers.pick([nil, CivilDate(now)]), now: now)
    let days = [windows.window, windows.previous, windows.closed, windows.followed]
    let edges =
      days.flatMap { [$0.lowerBound.start, $0.upperBound.start] } + [
        now, windows.previousNow, windows.firstCohort.start, windows.failures.lowerBound,
      ]
    func instant(around edge: Timestamp) -> Timestamp {
      let other = Int.random(in: -3_000_000...3_000_000, using: &numbers)
      return edge + .milliseconds(numbers.pick([-1, 0, 1, other]))
    }
    let records = EpisodeWorld.records(900, seed: seed).map { record in
      var record = record
      let failedAt = instant(around: numbers.pick(edges))
      let lengths = [
        Duration.zero, .minutes(1), .days(1), windows.trendAge, .days(60), .days(64),
      ]
      func later() -> Timestamp {
        numbers.happens(50)
          ? instant(around: failedAt + numbers.pick(lengths))
          : instant(around: numbers.pick(edges.filter { $0 >= failedAt } + [now]))
      }
      record.episode.failedAt = failedAt
      if record.episode.endedAt != nil { record.episode.endedAt = later() }
      if record.episode.holdStartedAt != nil { record.episode.holdStartedAt = later() }
      if numbers.happens(20) {
        record.episode.prompts = [.init(at: later(), step: .ownBanner)]
      }
      return record
    }.sorted { $0.episode.failedAt < $1.episode.failedAt }
    _ = try Self.check(records, windows, by: Self.groupings[seed % 6], prompts: true)
  }

  @Test func `of two halves add up`() throws {
    let records = Self.records(800, seed: 99)
    let windows = MetricsWindows(days: 30, now: EpisodeWorld.now)
    var whole = MetricsReport.Builder(windows, by: .product)
    for record in records where whole.failures.contains(record.episode.failedAt) {
      whole.add(record)
    }
    var builder = MetricsReport.Builder(windows, by: .product)
    for part in [records.prefix(311), records.dropFirst(311)] {
      var counts = try #require(BlockCounts(windows, by: .product))
      try Self.count(Array(part), &counts)
      builder.add(counts)
    }
    #expect(builder.report() == whole.report())
  }

  @Test func `know nothing of weeks and tags`() {
    let windows = MetricsWindows(days: 30, now: EpisodeWorld.now)
    #expect(BlockCounts(windows, by: .cohort) == nil)
    #expect(BlockCounts(windows, by: .tag) == nil)
  }

  @Test func `are not read out of other bytes`() throws {
    var writer = EpisodeBlock.Writer(from: .epoch)
    writer.add(
      BillingEpisode(
        failedAt: .epoch + .minutes(5), enteredGrace: true,
        prompts: [.init(at: .epoch + .hours(1), step: .ownBanner)]), shape: 0, level: 0)
    let bytes = writer.bytes
    #expect(bytes.withUnsafeBytes { EpisodeBlock($0, from: .epoch) != nil })
    for length in 0..<bytes.count {
      #expect(bytes.prefix(length).withUnsafeBytes { EpisodeBlock($0, from: .epoch) == nil })
    }
    var numbers = SeededNumbers(seed: 5)
    let windows = MetricsWindows(days: 30, now: .epoch + .days(3))
    for _ in 0..<2_000 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[Int.random(in: 0..<bytes.count - 5, using: &numbers)] = UInt8.random(
          in: 0...255, using: &numbers)
      }
      var counts = try #require(BlockCounts(windows, by: .store, withPrompts: true))
      counts.add(EpisodeShape(store: .googlePlay))
      damaged.withUnsafeBytes { bytes in
        if let block = EpisodeBlock(bytes, from: .epoch) { counts.add(block) }
      }
      #expect(counts.count <= 1)
    }
  }
}
