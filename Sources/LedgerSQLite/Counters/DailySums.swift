import EventLedger
import GRDB
import SubscriptionCore

/// Reads the figures of days out of the counters.
struct DailySums {
  /// The figures.
  private(set) var days: [DailyFigures]
  private let database: Database
  /// The bucket of the first day.
  private let first: Int64
  /// The bucket after that of the last day.
  private let end: Int64
  private var classes: [String: (kind: EpisodeClass, currency: String)] = [:]

  /// Begins with days on which nothing happened.
  init(_ database: Database, from: CivilDate, through: CivilDate) throws {
    self.database = database
    days = DailyFigures.days(from: from, through: through)
    first = from.start.milliseconds
    end = first + Int64(days.count) * DailySums.length
  }

  private static let length = CounterKind.standing.bucketLength

  // MARK: What happened on a day

  /// Adds what is counted on the day on which it happened, of a group or of all.
  mutating func readDays(of group: String) throws {
    let kinds: [CounterKind] =
      [.episode, .closed, .end, .renewal, .refund] + (group.isEmpty ? [.started] : [])
    let statement = try RawStatement(
      database,
      """
      SELECT bucket, variant, count, mrr FROM counters
      WHERE kind = ? AND facet = ? AND bucket >= ? AND bucket < ?
      """)
    for kind in kinds {
      statement.bind(Int64(kind.rawValue), at: 1)
      statement.bind(group, at: 2)
      statement.bind(first, at: 3)
      statement.bind(end, at: 4)
      defer { statement.reset() }
      while try statement.step() {
        let value = CounterValue(count: statement.integer(2), mrr: statement.integer(3))
        guard value.count != 0 else { continue }
        let day = Int((statement.integer(0) - first) / DailySums.length)
        add(value, of: kind, statement.text(1), on: day)
      }
    }
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
    case .refund: days[day].refunded += count
    case .state, .outside, .due, .suppressed, .anomalies, .loss, .retry, .dueSince, .scheduled,
      .snoozed, .ended, .flowByHour, .standing:
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
  /// - Complexity: O(*d*) for *d* days from the first of them to the present.
  mutating func readStandings() throws {
    var present: [String: CounterValue] = try CounterReader(database).all(.state)
    let statement = try RawStatement(
      database,
      """
      SELECT bucket, variant, count, mrr FROM counters
      WHERE kind = ? AND facet = '' AND bucket > ? ORDER BY bucket DESC
      """)
    statement.bind(Int64(CounterKind.standing.rawValue), at: 1)
    statement.bind(first, at: 2)
    defer { statement.reset() }
    var day = days.count - 1
    while day >= 0, try statement.step() {
      let bucket = statement.integer(0)
      while day >= 0, first + Int64(day) * DailySums.length >= bucket {
        setStanding(present, on: day)
        day -= 1
      }
      let flow = CounterValue(count: statement.integer(2), mrr: statement.integer(3))
      present[statement.text(1), default: CounterValue()].add(flow, times: -1)
    }
    while day >= 0 {
      setStanding(present, on: day)
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
