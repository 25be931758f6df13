import EventLedger
import SubscriptionCore

extension OverviewFigures {
  /// Counts every figure that follows from rows, by looking at each.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  public init(counting rows: some Sequence<SubscriberProjection>, at now: Timestamp) {
    self.init()
    let today = CivilDate(now).start
    let cut24h = OverviewFigures.comparisonInstant(for: now)
    promptsScheduled7d = Array(repeating: 0, count: OverviewFigures.scheduledDays)
    losesAccess = Array(repeating: Total(), count: OverviewFigures.lossBounds.count + 2)
    retryEnds = Array(repeating: Total(), count: OverviewFigures.retryBounds.count + 3)
    recovery = OverviewFigures.recoveryWindows.map(Recovery.init(windowDays:))
    for row in rows {
      guard row.summary.environment == .production else {
        nonProduction += 1
        continue
      }
      let status = row.summary.status
      states[status.state, default: Total()].add(row.summary)
      countHistory(row, today: today, cut24h: cut24h)
      countPrompt(row.summary, at: now, today: today)
      countDeadlines(row.summary, at: now)
      for index in recovery.indices { recovery[index].add(row.episodes, at: now) }
      countFailures(row.episodes, at: now, today: today)
      if let end = status.end { countEnd(end, at: now) }
      if row.summary.anomalyCount > 0 { withAnomalies += 1 }
    }
    change24h = change24h.filter { $0.value != 0 }
  }

  private mutating func countFailures(
    _ episodes: [BillingEpisode], at now: Timestamp, today: Timestamp
  ) {
    let week = Duration.days(7)
    for failed in episodes.map(\.failedAt) {
      if failed >= today, failed <= now { failedToday += 1 }
      if failed >= today - week, failed <= now - week { failedWeekAgo += 1 }
    }
  }

  private mutating func countHistory(
    _ row: SubscriberProjection, today: Timestamp, cut24h: Timestamp
  ) {
    let state = row.summary.status.state
    change24h[state, default: 0] += 1
    if let before = row.state(at: cut24h - .milliseconds(1)) { change24h[before, default: 0] -= 1 }
    for day in 0..<OverviewFigures.trendDays {
      let end = today - .days(OverviewFigures.trendDays - 2 - day) - .milliseconds(1)
      let then = day == OverviewFigures.trendDays - 1 ? state : row.state(at: end)
      guard let then else { continue }
      trend30d[then, default: Array(repeating: 0, count: OverviewFigures.trendDays)][day] += 1
    }
  }

  private mutating func countPrompt(
    _ summary: SubscriberSummary, at now: Timestamp, today: Timestamp
  ) {
    switch summary.status.prompt.verdict {
    case .due(let since):
      promptsDue[summary.status.state, default: 0] += 1
      if since <= now - .hours(24) { promptsOverdue24h += 1 }
      oldestDueSince = min(since, oldestDueSince ?? since)
    case .scheduled(let at):
      if at > now, at < now + .hours(24) { promptsNext24h += 1 }
      let day = (at - today).wholeMilliseconds / 86_400_000
      if at >= today, day < Int64(OverviewFigures.scheduledDays) {
        promptsScheduled7d[Int(day)] += 1
      }
    case .withheld(.suppressed): suppressed += 1
    case .withheld: break
    }
    if let until = summary.snoozedUntil, until > now { snoozed += 1 }
  }

  private mutating func countDeadlines(_ summary: SubscriberSummary, at now: Timestamp) {
    func part(_ instant: Timestamp?, _ bounds: [Duration]) -> Int {
      guard let instant else { return bounds.count + 1 }
      return bounds.firstIndex { instant < now + $0 } ?? bounds.count
    }
    let status = summary.status
    if status.state == .grace {
      let until = status.access.granted ? status.access.until : nil
      losesAccess[part(until, OverviewFigures.lossBounds)].add(summary)
    } else if status.state == .hold {
      retryEnds[part(status.retryEnds, [.zero] + OverviewFigures.retryBounds)].add(summary)
    }
  }

  private mutating func countEnd(_ end: SubscriptionEnd, at now: Timestamp) {
    guard end.at > now - .days(30), end.at <= now else { return }
    switch end.cause {
    case .voluntary: endedVoluntary30d += 1
    case .involuntary: endedInvoluntary30d += 1
    case nil: endedUnknown30d += 1
    }
  }
}

extension SubscriberProjection {
  /// Returns the state at an instant within ``historyLength``; `nil` before the subscription began.
  fileprivate func state(at instant: Timestamp) -> SubscriptionState? {
    guard let next = history.first(where: { $0.at > instant }) else {
      return summary.status.state
    }
    return next.from
  }
}

extension OverviewFigures.Total {
  /// Counts a row and its monthly worth.
  public mutating func add(_ summary: SubscriberSummary) {
    count += 1
    guard let mrr = summary.mrr else { return }
    let sum = Self.sum(mrrMicros[mrr.currency, default: 0], Self.clamped(mrr.micros))
    mrrMicros[mrr.currency] = sum
    pricedIn[mrr.currency, default: 0] += 1
  }
}

extension OverviewFigures.Recovery {
  /// Counts the episodes whose failure lies in the window.
  public mutating func add(_ episodes: [BillingEpisode], at now: Timestamp) {
    for episode in episodes
    where episode.failedAt > now - .days(windowDays) && episode.failedAt <= now {
      add(EpisodeClass(episode), count: 1)
    }
  }
}
