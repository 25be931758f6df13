import SeededNumbers
import SubscriptionCore
import Testing

struct GroupComparisonTests {
  /// statsmodels 0.15.0: `proportions_ztest` of each group against the sum of the others, for few
  /// cases (an expected count below 5) `fisher_exact` of scipy 1.17.1, then
  /// `multipletests(p, method="holm")`.
  private static let reference: [(groups: [[Int]], adjusted: [Double])] = [
    (
      [[412, 1000], [385, 1000], [301, 900], [2, 3], [0, 3]],
      [0.02817631887426702, 1, 0.005157272371799178, 1, 0.8820719906466887]
    ),
    (
      [[50, 100], [48, 100], [20, 100], [51, 100], [49, 100], [47, 100]],
      [
        0.7926466288953824, 0.8589844072931879, 5.85858210833885e-07, 0.6585380006386237,
        0.8589844072931879, 0.8589844072931879,
      ]
    ),
    (
      [[1, 3], [40, 95], [380, 1000], [9, 60]],
      [1, 0.5902734934960212, 0.37343738315571195, 0.001073766762237408]
    ),
    // Two groups are one comparison, which is not adjusted.
    ([[30, 100], [45, 100]], [0.02845973691631055, 0.02845973691631055]),
  ]

  private func rates(_ groups: [[Int]]) -> [Rate] { groups.map { Rate($0[0], of: $0[1]) } }

  private func whole(_ rates: [Rate]) -> Rate { rates.reduce(Rate(0, of: 0), +) }

  @Test(arguments: reference.indices)
  func `the adjusted probabilities are those of statsmodels`(_ place: Int) throws {
    let rates = rates(Self.reference[place].groups)
    let found = GroupComparison.compare(rates, with: whole(rates), of: rates.count)
    for (comparison, expected) in zip(found, Self.reference[place].adjusted) {
      let pValue = try #require(comparison).pValue
      #expect(abs(pValue - expected) <= 1e-9 * max(expected, 1e-3), "\(pValue)")
    }
  }

  @Test func `a group is marked by its direction, and a small one as few`() {
    let rates = rates([[412, 1000], [385, 1000], [301, 900], [2, 3], [0, 3]])
    let found = GroupComparison.compare(rates, with: whole(rates), of: rates.count)
    #expect(found.map(\.?.verdict) == [.higher, .noise, .lower, .few, .few])
    #expect(found[0]?.rest == Rate(688, of: 1906))
  }

  @Test func `groups that are not listed count as well`() {
    let rates = rates([[30, 100], [45, 100]])
    let all = whole(rates) + Rate(400, of: 1000)
    let listed = GroupComparison.compare(rates, with: all, of: 30)
    let alone = GroupComparison.compare(rates, with: all, of: 2)
    for (one, other) in zip(listed, alone) {
      #expect((one?.pValue ?? 0) > (other?.pValue ?? 1))
    }
  }

  @Test func `more ends than there were subscriptions are not compared`() {
    // The first weeks of an app: most of what ended began after the start of the window.
    let rates = [Rate(6, of: 1), Rate(1, of: 2), Rate(0, of: 3)]
    let found = GroupComparison.compare(rates, with: whole(rates), of: 3)
    #expect(found[0] == nil)
    // The rest of the others has the six ends.
    #expect(found[1] == nil && found[2] == nil)
    let change = RateDifference(of: Rate(6, of: 1), from: Rate(0, of: 2))
    #expect(change.interval == nil && change.pValue == nil && change.exactPValue == 1)
    #expect(change.difference == 6 && !change.isMoreThanNoise)
  }

  @Test func `nothing is compared without a case on both sides`() {
    let alone = [Rate(3, of: 7)]
    #expect(GroupComparison.compare(alone, with: alone[0], of: 1) == [nil])
    let empty = [Rate(0, of: 0), Rate(3, of: 7)]
    #expect(
      GroupComparison.compare(empty, with: Rate(5, of: 9), of: 2).map { $0 != nil } == [
        false, true,
      ])
    // Counts of days can be of other subscriptions than those of the group.
    #expect(GroupComparison.compare([Rate(9, of: 9)], with: Rate(5, of: 20), of: 1) == [nil])
  }

  @Test func `of equal groups one world in twenty has a mark at most, and a real one is found`() {
    var random = SeededNumbers(seed: 1979)
    var (marked, found) = (0, 0)
    let worlds = 600
    for _ in 0..<worlds {
      let sizes = (0..<15).map { _ in Int.random(in: 2...400, using: &random) }
      func draw(_ truth: Double, of count: Int) -> Rate {
        Rate((0..<count).count { _ in Double.random(in: 0..<1, using: &random) < truth }, of: count)
      }
      var rates = sizes.map { draw(0.4, of: $0) }
      func isMarked() -> [Bool] {
        GroupComparison.compare(rates, with: whole(rates), of: rates.count)
          .map { $0?.verdict == .higher || $0?.verdict == .lower }
      }
      if isMarked().contains(true) { marked += 1 }
      rates[0] = draw(0.25, of: 400)
      if isMarked()[0] { found += 1 }
    }
    #expect(Double(marked) / Double(worlds) <= 0.065, "\(marked) of \(worlds)")
    #expect(Double(found) / Double(worlds) >= 0.95, "\(found) of \(worlds)")
  }

  // MARK: In a report

  private func report(_ records: [EpisodeRecord], by grouping: MetricsGrouping) -> MetricsReport {
    var builder = MetricsReport.Builder(
      MetricsWindows(days: 30, now: EpisodeWorld.now), by: grouping)
    for record in records { builder.add(record) }
    return builder.report()
  }

  /// Episodes of a product, of which the first so many were recovered.
  private func episodes(_ product: ProductID, _ recovered: Int, of count: Int) -> [EpisodeRecord] {
    (0..<count).map { index in
      let failedAt = EpisodeWorld.now - .days(20)
      let isPaid = index < recovered
      return EpisodeRecord(
        subscription: SubscriptionID("\(product)-\(index)"), store: .appStore, product: product,
        episode: BillingEpisode(
          failedAt: failedAt, enteredGrace: true, outcome: isPaid ? .recoveredInGrace : .open,
          endedAt: isPaid ? failedAt + .days(2) : nil))
    }
  }

  @Test func `a group of three failures is neither the worst nor called so`() throws {
    let records =
      episodes("small", 0, of: 3) + episodes("large", 250, of: 1000)
      + episodes("usual", 420, of: 1000) + episodes("tiny", 0, of: 1) + episodes("nil", 11, of: 30)
    let report = report(records, by: .product)
    #expect(report.groups.map(\.name) == ["large", "usual", "nil", "small", "tiny"])
    #expect(
      report.groups.map { $0[.recoveryRate]?.standing } == [
        "worse", "better", "noise", "few", "few",
      ])
    #expect(report.groups.map { $0[.recoveryRate]?.isWorse } == [true, false, false, false, false])
    #expect(
      report.groupSentences(name: \.name) == [
        "Recovery rate: worse than the rest by more than noise: large; better than the rest by "
          + "more than noise: usual."
      ])
    #expect(report[.recoveryRate]?.comparison == nil)
  }

  @Test func `groups that are alike are said to be so, and what is neutral is higher or lower`() {
    let alike = report(episodes("a", 40, of: 100) + episodes("b", 42, of: 100), by: .product)
    #expect(
      alike.groupSentences(name: \.name) == [
        "Recovery rate: none differs from the rest by more than noise."
      ])
    var figure = MetricFigure(metric: .trialShareOfFailures, value: .rate(Rate(1, of: 2)))
    figure.comparison = GroupComparison(rest: Rate(1, of: 3), pValue: 0.01, verdict: .higher)
    #expect(figure.standing == "higher")
    figure.comparison?.verdict = .lower
    #expect(figure.standing == "lower")
  }

  @Test func `weeks of failure differ in age and are not compared`() {
    let report = report(EpisodeWorld.records(600, seed: 3), by: .cohort)
    #expect(report.groups.count > 3)
    #expect(report.groups.allSatisfy { $0[.recoveryRate]?.comparison == nil })
    #expect(report.groupSentences(name: \.name).isEmpty)
  }
}
