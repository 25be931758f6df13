import SeededNumbers
import Testing

@testable import SubscriptionCore

@Suite struct EpisodeDurationsTests {
  private typealias Cause = EpisodeDurations.Cause

  private static let kinds: [Cause?] = [.recovered, .canceled, .ranOut, .other, nil]

  /// The numbers of episodes by minute and kind, counted one by one.
  private func counted(_ times: [(minute: Int, cause: Cause?)]) -> [Int: [Cause?: Int]] {
    times.reduce(into: [:]) { $0[$1.minute, default: [:]][$1.cause, default: 0] += 1 }
  }

  private func durations(_ times: some Sequence<(minute: Int, cause: Cause?)>) -> EpisodeDurations {
    times.reduce(into: EpisodeDurations()) { $0.add(.minutes($1.minute), $1.cause) }
  }

  @Test(arguments: [100, 5_000, 90_000])
  func `more episodes than are kept unsorted are all counted`(range: Int) {
    var random = SeededNumbers(seed: range)
    let times = (0..<200_000).map { _ in
      (minute: Int.random(in: 0..<range, using: &random), cause: random.pick(Self.kinds))
    }
    let durations = durations(times)
    #expect(durations.count == times.count)
    var found: [Int: [Cause?: Int]] = [:]
    for (step, counts) in durations.sorted {
      for cause in Cause.allCases where counts.ended[cause.rawValue] > 0 {
        found[Int(step), default: [:]][cause] = counts.ended[cause.rawValue]
      }
      if counts.open > 0 { found[Int(step), default: [:]][Cause?.none] = counts.open }
    }
    #expect(found == counted(times))
    #expect(durations.sorted.map(\.step) == found.keys.sorted().map(Int64.init))
    #expect(durations == self.durations(times.reversed()))
    #expect(durations != self.durations(times.dropLast()))
    var parts = self.durations(times.prefix(70_000))
    parts += self.durations(times.dropFirst(70_000))
    #expect(parts == durations)
  }

  @Test func `the longest and a negative time have a place`() {
    var durations = EpisodeDurations()
    durations.add(.milliseconds(Int64.max), .recovered)
    durations.add(.milliseconds(-5), nil)
    #expect(durations.sorted.map(\.step) == [0, Int64.max / 60_000])
  }
}
