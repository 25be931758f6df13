/// The observations of one stratum in the order of their lengths, for one estimate and many
/// resamplings.
struct IncidenceSteps: Sendable {
  /// The windows that end after the same observation, with the number of episodes that have them.
  fileprivate struct Point {
    /// The number of observations that are no longer than the windows.
    var rank: Int
    /// The number of episodes by window: grace in force, candidate's grace, retries in force,
    /// candidate's retries.
    var counts = SIMD4<Double>.zero
    /// The prices in millionths by currency, for the retries in force and the candidate's.
    var micros: [(currency: Int, current: Int64, candidate: Int64)] = []
  }

  private let ends: [Int64]
  private let endings: [StratumRecovery.Ending]
  private let units: [UInt64]
  private let points: [Point]
  private let currencies: [String]
  private let beyond: (current: Int, candidate: Int)

  /// The time by which a window may exceed the longest observation without counting as unobserved.
  private static let tolerance: Int64 = 43_200_000

  /// Sorts the observations of a stratum.
  init(_ stratum: StratumRecovery) {
    let sorted = stratum.episodes.sorted { ($0.end, $0.unit) < ($1.end, $1.unit) }
    let ends = sorted.map(\.end)
    let last = (ends.last ?? 0) + Self.tolerance
    var points: [Int: Point] = [:]
    var beyond = (current: 0, candidate: 0)
    func rank(_ window: Int64) -> Int { ends.partitioningIndex { $0 > window } }
    func add(_ window: Int64, _ count: SIMD4<Double>) {
      guard window >= 0 else { return }
      let rank = rank(window)
      points[rank, default: Point(rank: rank)].counts += count
    }
    for episode in sorted {
      add(episode.current.grace, SIMD4(1, 0, 0, 0))
      add(episode.candidate.grace, SIMD4(0, 1, 0, 0))
      add(episode.current.retry, SIMD4(0, 0, 1, 0))
      add(episode.candidate.retry, SIMD4(0, 0, 0, 1))
      if episode.current.retry - episode.allowance > last { beyond.current += 1 }
      if episode.candidate.retry - episode.allowance > last { beyond.candidate += 1 }
      guard episode.currency >= 0 else { continue }
      points[rank(episode.current.retry)]?.add(episode.micros, episode.currency, isCandidate: false)
      points[rank(episode.candidate.retry)]?.add(
        episode.micros, episode.currency, isCandidate: true)
    }
    (self.ends, endings, units) = (ends, sorted.map(\.ending), sorted.map(\.unit))
    self.points = points.values.sorted { $0.rank < $1.rank }
    (currencies, self.beyond) = (stratum.currencies, beyond)
  }

  /// Adds the expected figures of the stratum.
  func estimate(into figures: inout ExpectedFigures) {
    var (open, paid, other) = (1.0, 0.0, 0.0)
    var index = 0
    var sums = ExpectedSums()
    for point in points {
      while index < point.rank {
        let atRisk = Double(ends.count - index)
        let (recovered, ended, next) = group(from: index)
        if recovered + ended > 0 {
          paid += open * Double(recovered) / atRisk
          other += open * Double(ended) / atRisk
          open *= 1 - Double(recovered + ended) / atRisk
        }
        index = next
      }
      sums.add(point.counts * paid)
      figures.current.endedOtherwise += point.counts.z * other
      figures.candidate.endedOtherwise += point.counts.w * other
      figures.current.ranOut += point.counts.z * max(0, open)
      figures.candidate.ranOut += point.counts.w * max(0, open)
      let billionths = Int64((paid * 1e9).rounded())
      for sum in point.micros {
        let currency = currencies[sum.currency]
        figures.current.revenue.add(sum.current.scaled(billionths: billionths), currency)
        figures.candidate.revenue.add(sum.candidate.scaled(billionths: billionths), currency)
      }
    }
    figures.add(sums)
    figures.current.beyondObserved += beyond.current
    figures.candidate.beyondObserved += beyond.candidate
    let followed = Duration.milliseconds(ends.last ?? 0)
    figures.followedFor = max(figures.followedFor, followed)
    guard beyond.current + beyond.candidate > 0 else { return }
    figures.followedBeforeBeyond = min(figures.followedBeforeBeyond ?? followed, followed)
  }

  /// Returns the number of payments and other ends at the time of an observation, and the index of
  /// the first later observation.
  private func group(from index: Int) -> (recovered: Int, ended: Int, next: Int) {
    var (recovered, ended, next) = (0, 0, index)
    while next < ends.count, ends[next] == ends[index] {
      switch endings[next] {
      case .recovered: recovered += 1
      case .other: ended += 1
      case .observed: break
      }
      next += 1
    }
    return (recovered, ended, next)
  }

  /// Adds the sums of the stratum in each resampling; four are computed at a time.
  func resample(into draws: inout [ExpectedSums]) {
    var weights = [SIMD4<Double>](repeating: .zero, count: ends.count)
    for first in stride(from: 0, to: draws.count, by: 4) {
      var atRisk = SIMD4<Double>.zero
      for (index, unit) in units.enumerated() {
        weights[index] = PoissonWeights.draw(unit, block: UInt64(first / 4))
        atRisk += weights[index]
      }
      let sums = sums(of: weights, atRisk: atRisk)
      for lane in 0..<4 {
        draws[first + lane].add(
          SIMD4(sums.0[lane], sums.1[lane], sums.2[lane], sums.3[lane]))
      }
    }
  }

  /// The sums by window, one resampling a lane.
  private typealias Lanes = (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  private func sums(of weights: [SIMD4<Double>], atRisk all: SIMD4<Double>) -> Lanes {
    var (atRisk, open, paid) = (all, SIMD4<Double>(repeating: 1), SIMD4<Double>.zero)
    var sums: Lanes = (.zero, .zero, .zero, .zero)
    var index = 0
    for point in points {
      while index < point.rank {
        let end = ends[index]
        var (recovered, ended, gone) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
        while index < ends.count, ends[index] == end {
          let weight = weights[index]
          gone += weight
          switch endings[index] {
          case .recovered: recovered += weight
          case .other: ended += weight
          case .observed: break
          }
          index += 1
        }
        // Without a subscription at risk there is no outcome either.
        let share = open / atRisk.replacing(with: 1, where: atRisk .== 0)
        paid += share * recovered
        open -= share * (recovered + ended)
        atRisk -= gone
      }
      sums.0 += paid * point.counts.x
      sums.1 += paid * point.counts.y
      sums.2 += paid * point.counts.z
      sums.3 += paid * point.counts.w
    }
    return sums
  }
}

extension IncidenceSteps.Point {
  /// Adds a price to those of the windows.
  fileprivate mutating func add(_ price: Int64, _ currency: Int, isCandidate: Bool) {
    let place = micros.firstIndex { $0.currency == currency } ?? micros.count
    if place == micros.count { micros.append((currency, 0, 0)) }
    if isCandidate {
      micros[place].candidate = micros[place].candidate.addingClamped(price)
    } else {
      micros[place].current = micros[place].current.addingClamped(price)
    }
  }
}

extension ExpectedSums {
  /// Adds the sums of a stratum.
  mutating func add(_ sums: SIMD4<Double>) {
    graceCurrent += sums.x
    graceCandidate += sums.y
    retryCurrent += sums.z
    retryCandidate += sums.w
  }
}

extension ExpectedFigures {
  /// Adds the expected numbers of a stratum.
  fileprivate mutating func add(_ sums: ExpectedSums) {
    current.recoveredInGrace.value += sums.graceCurrent
    current.recoveredInHold.value += sums.retryCurrent - sums.graceCurrent
    current.recovered.value += sums.retryCurrent
    candidate.recoveredInGrace.value += sums.graceCandidate
    candidate.recoveredInHold.value += sums.retryCandidate - sums.graceCandidate
    candidate.recovered.value += sums.retryCandidate
    moreInGrace.value += sums.graceCandidate - sums.graceCurrent
    moreInHold.value = candidate.recoveredInHold.value - current.recoveredInHold.value
    moreRecovered.value += sums.retryCandidate - sums.retryCurrent
  }
}

extension Int64 {
  /// Returns a share of the number, which is an amount in millionths, rounded to the nearest.
  fileprivate func scaled(billionths: Int64) -> Int64 {
    let product = magnitude.multipliedFullWidth(by: billionths.magnitude)
    let (half, carry) = product.low.addingReportingOverflow(500_000_000)
    let high = product.high &+ (carry ? 1 : 0)
    guard high < 1_000_000_000 else { return self < 0 ? .min : .max }
    let share = UInt64(1_000_000_000).dividingFullWidth((high, half)).quotient
    return self < 0 ? -Int64(clamping: share) : Int64(clamping: share)
  }
}
