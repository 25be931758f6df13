import EventLedger
import SubscriptionCore

/// Adds counters up to the figures of days.
struct DailySums {
  /// The counter of one variant in one bucket.
  struct Row {
    let bucket: Int64
    let variant: String
    let value: CounterValue

    /// Reads the columns of these names, of which a value has two.
    init(_ row: any SQLRow) {
      (bucket, variant) = (row.integer(0), row.text(1))
      value = CounterValue(row, count: 2, mrr: 3)
    }
  }

  /// The figures.
  private(set) var days: [DailyFigures]
  /// The buckets of the days.
  let buckets: Range<Int64>
  private var classes: [String: (kind: EpisodeClass, currency: String)] = [:]

  /// Begins with days on which nothing happened.
  init(from: CivilDate, through: CivilDate) {
    days = DailyFigures.days(from: from, through: through)
    let first = from.start.milliseconds
    buckets = first..<first + Int64(days.count) * DailySums.length
  }

  private static let length = CounterKind.standing.bucketLength

  // MARK: What happened on a day

  /// The kinds that count what happened on a day, of a group or of all.
  static func kinds(of group: String) -> [CounterKind] {
    [.episode, .closed, .end, .renewal, .firstPayment, .refund]
      + (group.isEmpty ? [.started] : [])
  }

  /// Adds what is counted on the day on which it happened.
  mutating func add(_ row: Row, of kind: CounterKind) {
    guard row.value.count != 0 else { return }
    let day = Int((row.bucket - buckets.lowerBound) / DailySums.length)
    add(row.value, of: kind, row.variant, on: day)
  }

  private mutating func add(
    _ value: CounterValue, of kind: CounterKind, _ variant: String, on day: Int
  ) {
    let count = Int(value.count)
    switch kind {
    case .episode: addEpisodes(value, variant, on: day)
    case .closed: addClosed(value, variant, on: day)
    case .end: days[day].ended[ChurnCause(rawValue: variant), default: 0] += count
    case .renewal:
      days[day].renewed += count
      if variant.isEmpty {
        days[day].renewedUnpriced += count
      } else {
        days[day].renewedMicros[variant, default: 0] += value.mrr
      }
    case .started: days[day].started += count
    case .firstPayment: days[day].firstPayments += count
    case .refund: days[day].refunded += count
    case .state, .outside, .due, .suppressed, .anomalies, .loss, .retry, .dueSince, .scheduled,
      .snoozed, .ended, .flowByHour, .standing, .exempt:
      break
    }
  }

  private mutating func addEpisodes(_ value: CounterValue, _ variant: String, on day: Int) {
    guard let (kind, currency) = parts(of: variant) else { return }
    days[day].failed[kind, default: 0] += Int(value.count)
    if currency.isEmpty {
      days[day].failedUnpriced += Int(value.count)
    } else {
      days[day].failedMicros[currency, default: 0] += value.mrr
    }
  }

  private mutating func addClosed(_ value: CounterValue, _ variant: String, on day: Int) {
    guard let (kind, currency) = parts(of: variant) else { return }
    days[day].closed[kind, default: 0] += Int(value.count)
    if currency.isEmpty { return }
    switch kind.outcome {
    case .recoveredInGrace, .recoveredInHold:
      days[day].recoveredMicros[currency, default: 0] += value.mrr
    case .ranOut: days[day].lostMicros[currency, default: 0] += value.mrr
    case .open, .canceledByUser, .refunded, .superseded: break
    }
  }

  /// The class and the currency of a variant, which are few.
  private mutating func parts(of variant: String) -> (kind: EpisodeClass, currency: String)? {
    if let known = classes[variant] { return known }
    let parts = variant.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let kind = EpisodeClass(name: variant) else { return nil }
    classes[variant] = (kind, String(parts[2]))
    return classes[variant]
  }

  // MARK: What was so at the end of a day

  /// Adds the states and amounts at the end of each day: those of now, less what came about later.
  ///
  /// - Parameters:
  ///   - present: The counters of states as they are now.
  ///   - flow: The rows of ``CounterKind/standing`` after the first day, the latest bucket first.
  /// - Complexity: O(*d*) for *d* days from the first of them to the present.
  mutating func addStandings(_ present: [String: CounterValue], after flow: [Row]) {
    eachDay(present, after: flow) { $0.setStanding($1, on: $2) }
  }

  /// Adds those that no churn rate counts at the end of each day, in the same way.
  mutating func addExempt(_ present: [String: CounterValue], after flow: [Row]) {
    eachDay(present, after: flow) { sums, present, day in
      sums.days[day].exempt = present.values.reduce(0) { $0 + Int($1.count) }
    }
  }

  /// Calls a closure with the counters at the end of each day, the latest day first.
  private mutating func eachDay(
    _ present: [String: CounterValue], after flow: [Row],
    _ body: (inout DailySums, [String: CounterValue], Int) -> Void
  ) {
    var present = present
    var day = days.count - 1
    for row in flow {
      while day >= 0, buckets.lowerBound + Int64(day) * DailySums.length >= row.bucket {
        body(&self, present, day)
        day -= 1
      }
      present[row.variant, default: CounterValue()].add(row.value, times: -1)
    }
    while day >= 0 {
      body(&self, present, day)
      day -= 1
    }
  }

  private mutating func setStanding(_ sums: [String: CounterValue], on day: Int) {
    for (variant, value) in sums where value.count != 0 {
      guard let slash = variant.firstIndex(of: "/"),
        let state = SubscriptionState(rawValue: String(variant[..<slash]))
      else { continue }
      let currency = String(variant[variant.index(after: slash)...])
      days[day].states[state, default: 0] += Int(value.count)
      if !currency.isEmpty {
        days[day].mrrMicros[state, default: [:]][currency, default: 0] += value.mrr
      } else if !state.isOver {
        days[day].unpriced[state, default: 0] += Int(value.count)
      }
    }
  }
}
