import EventLedger
import SubscriptionCore

extension OverviewFigures {
  /// Reads all that counters say: everything but the quarantine, undelivered changes, entries of
  /// unknown kinds, and the feeds.
  ///
  /// - Complexity: O(1) in the number of subscribers, but for the rows whose date lies in the hour
  ///   or the day in which a range begins or ends.
  public init(counters: CounterReader<some SQLConnection>, at now: Timestamp) throws {
    self.init()
    try readStates(counters, at: now)
    try readPrompts(counters, at: now)
    try readDeadlines(counters, at: now)
    try readRecovery(counters, at: now)
    withAnomalies = try counters.number(of: .anomalies)
  }

  private mutating func readStates(
    _ sums: CounterReader<some SQLConnection>, at now: Timestamp
  ) throws {
    for (variant, value) in try sums.all(.state) {
      guard let slash = variant.lastIndex(of: "/"),
        let state = SubscriptionState(rawValue: String(variant[..<slash]))
      else { continue }
      states[state, default: Total()].add(
        value, of: String(variant[variant.index(after: slash)...]))
    }
    nonProduction = try sums.number(of: .outside)
    let cut = OverviewFigures.comparisonInstant(for: now)
    for (name, value) in try sums.wholeBuckets(.flowByHour, from: cut) {
      if let state = SubscriptionState(rawValue: name), value.count != 0 {
        change24h[state] = Int(value.count)
      }
    }
    let today = CivilDate(now).start
    let flows = try sums.buckets(
      .standing, from: today - .days(OverviewFigures.trendDays - 2))
    for state in SubscriptionState.allCases {
      var count = states[state]?.count ?? 0
      var trend = [count]
      for day in 0..<(OverviewFigures.trendDays - 1) {
        let bucket = (today - .days(day)).milliseconds
        let flow = flows.count(in: state, on: bucket)
        // What is dated after today has come about today, as far as anybody can tell.
        let later = day == 0 ? flows.count(in: state, after: bucket) : 0
        count -= Int(flow + later)
        trend.append(count)
      }
      if trend.contains(where: { $0 != 0 }) { trend30d[state] = trend.reversed() }
    }
  }

  private mutating func readPrompts(
    _ sums: CounterReader<some SQLConnection>, at now: Timestamp
  ) throws {
    for (name, value) in try sums.all(.due) {
      if let state = SubscriptionState(rawValue: name), value.count > 0 {
        promptsDue[state] = Int(value.count)
      }
    }
    let yesterday = now - .hours(24)
    promptsOverdue24h = try sums.count(.dueSince, from: nil, to: yesterday + .milliseconds(1))
    oldestDueSince = try sums.earliest(.dueSince)
    let today = CivilDate(now).start
    promptsScheduled7d = try (0..<OverviewFigures.scheduledDays).map { day in
      try sums.count(.scheduled, from: today + .days(day), to: today + .days(day + 1))
    }
    promptsNext24h = try sums.count(
      .scheduled, from: now + .milliseconds(1), to: now + .hours(24))
    snoozed = try sums.count(.snoozed, from: now + .milliseconds(1), to: nil)
    suppressed = try sums.number(of: .suppressed)
  }

  private mutating func readDeadlines(
    _ sums: CounterReader<some SQLConnection>, at now: Timestamp
  ) throws {
    losesAccess = try parts(of: .loss, at: OverviewFigures.lossBounds.map { now + $0 }, sums)
    retryEnds = try parts(
      of: .retry, at: [now] + OverviewFigures.retryBounds.map { now + $0 }, sums)
  }

  /// The rows before the first bound, between bounds, from the last one on, and without a date.
  private func parts(
    of kind: CounterKind, at bounds: [Timestamp], _ sums: CounterReader<some SQLConnection>
  ) throws -> [Total] {
    var parts: [[String: CounterValue]] = []
    for index in 0...bounds.count {
      let from = index == 0 ? nil : bounds[index - 1]
      let to = index == bounds.count ? nil : bounds[index]
      parts.append(try sums.range(kind, from: from, to: to))
    }
    parts.append(try sums.undated(kind))
    return parts.map { values in
      values.reduce(into: Total()) { $0.add($1.value, of: $1.key) }
    }
  }

  private mutating func readRecovery(
    _ sums: CounterReader<some SQLConnection>, at now: Timestamp
  ) throws {
    let end = now + .milliseconds(1)
    recovery = try OverviewFigures.recoveryWindows.map { days in
      var window = Recovery(windowDays: days)
      for (name, value) in try sums.range(.episode, from: end - .days(days), to: end) {
        if let kind = EpisodeClass(name: name) { window.add(kind, count: Int(value.count)) }
      }
      return window
    }
    let today = CivilDate(now).start
    let week = Duration.days(7)
    failedToday = try sums.count(.episode, from: today, to: end)
    failedWeekAgo = try sums.count(.episode, from: today - week, to: end - week)
    for (name, value) in try sums.range(.ended, from: end - .days(30), to: end) {
      switch ChurnCause(rawValue: name) {
      case .voluntary: endedVoluntary30d += Int(value.count)
      case .involuntary: endedInvoluntary30d += Int(value.count)
      case nil: endedUnknown30d += Int(value.count)
      }
    }
  }
}

extension OverviewFigures.Total {
  fileprivate mutating func add(_ value: CounterValue, of currency: String) {
    count += Int(value.count)
    if !currency.isEmpty {
      mrrMicros[currency] = Self.sum(mrrMicros[currency, default: 0], value.mrr)
      pricedIn[currency, default: 0] += Int(value.count)
    }
  }
}

extension [Int64: [String: CounterValue]] {
  /// The sum of the counters of a state on a day, over all currencies.
  fileprivate func count(in state: SubscriptionState, on bucket: Int64) -> Int64 {
    self[bucket]?.count(in: state) ?? 0
  }

  /// The sum of the counters of a state in all buckets after one.
  fileprivate func count(in state: SubscriptionState, after bucket: Int64) -> Int64 {
    reduce(0) { $0 + ($1.key > bucket ? $1.value.count(in: state) : 0) }
  }
}

extension [String: CounterValue] {
  /// The sum of the counters of a state, over all currencies.
  fileprivate func count(in state: SubscriptionState) -> Int64 {
    let prefix = state.rawValue + "/"
    return reduce(0) { $0 + ($1.key.hasPrefix(prefix) ? $1.value.count : 0) }
  }
}
