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
    losesAccess = Array(repeating: Total(), count: OverviewFigures.lossBounds.count + 1)
    retryEnds = Array(repeating: Total(), count: OverviewFigures.retryBounds.count + 1)
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
      if let end = status.end { countEnd(end, at: now) }
      if row.summary.anomalyCount > 0 { withAnomalies += 1 }
    }
    change24h = change24h.filter { $0.value != 0 }
  }

  /// The number of UTC days of ``trend30d``.
  public static let trendDays = 30
  /// The number of UTC days of ``promptsScheduled7d``.
  public static let scheduledDays = 7
  /// The bounds between the parts of ``losesAccess``.
  public static let lossBounds: [Duration] = [.hours(24), .days(3), .days(7)]
  /// The bounds between the parts of ``retryEnds``.
  public static let retryBounds: [Duration] = [.hours(24), .days(7)]
  /// The lengths of the windows of ``recovery``, in days.
  public static let recoveryWindows = [7, 30, 60, 90, 120]

  /// The instant that ``change24h`` compares with: the beginning of the hour that lay 24 hours
  /// ago.
  public static func comparisonInstant(for now: Timestamp) -> Timestamp {
    let hour: Int64 = 3_600_000
    let past = now.milliseconds - 24 * hour
    let into = past % hour
    return Timestamp(milliseconds: past - (into < 0 ? into + hour : into))
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
      if at > now, at <= now + .hours(24) { promptsNext24h += 1 }
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
      guard let instant else { return bounds.count }
      return bounds.firstIndex { instant < now + $0 } ?? bounds.count
    }
    let status = summary.status
    if status.state == .grace {
      let until = status.access.granted ? status.access.until : nil
      losesAccess[part(until, OverviewFigures.lossBounds)].add(summary)
    } else if status.state == .hold {
      retryEnds[part(status.retryEnds, OverviewFigures.retryBounds)].add(summary)
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

extension OverviewFigures.Total {
  /// Counts a row and its monthly worth.
  public mutating func add(_ summary: SubscriberSummary) {
    count += 1
    guard let mrr = summary.mrr else { return }
    add(mrr.micros, of: mrr.currency)
    pricedIn[mrr.currency, default: 0] += 1
  }

  /// Counts an amount of a currency, brought into the range of ``clamped(_:)``.
  public mutating func add(_ micros: Int64, of currency: String) {
    let sum = Self.sum(mrrMicros[currency, default: 0], Self.clamped(micros))
    mrrMicros[currency] = sum
  }

  /// The monthly worth that counts for one subscription: at most ten million of a currency's
  /// units, so that a nonsensical price cannot break the sums.
  public static func clamped(_ micros: Int64) -> Int64 {
    min(max(micros, -10_000_000_000_000), 10_000_000_000_000)
  }

  /// A sum that stays at the ends of the range.
  public static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? (left < 0 ? .min : .max) : sum
  }
}

extension OverviewFigures {
  /// Recovery over the episodes whose failure lies between two windows of ``recovery``.
  ///
  /// Both stores try for at most 60 days, so that of failures longer ago every outcome is known
  /// and shares are final, while those of a window that ends now only grow.
  ///
  /// - Parameters:
  ///   - newer: The shorter window, in days.
  ///   - older: The longer window, in days.
  /// - Returns: The counts; `nil` where one of the windows is not counted.
  public func recovery(from newer: Int, to older: Int) -> Recovery? {
    guard let inner = recovery.first(where: { $0.windowDays == newer }),
      let outer = recovery.first(where: { $0.windowDays == older })
    else { return nil }
    var between = Recovery(windowDays: older)
    between.failed = outer.failed - inner.failed
    between.enteredGrace = outer.enteredGrace - inner.enteredGrace
    between.recoveredInGrace = outer.recoveredInGrace - inner.recoveredInGrace
    between.enteredHold = outer.enteredHold - inner.enteredHold
    between.recoveredInHold = outer.recoveredInHold - inner.recoveredInHold
    between.ranOut = outer.ranOut - inner.ranOut
    between.canceledByUser = outer.canceledByUser - inner.canceledByUser
    between.open = outer.open - inner.open
    return between
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

  /// Counts a number of episodes of one class.
  public mutating func add(_ kind: EpisodeClass, count: Int) {
    failed += count
    if kind.enteredGrace { enteredGrace += count }
    if kind.enteredHold { enteredHold += count }
    switch kind.outcome {
    case .open: open += count
    case .recoveredInGrace: recoveredInGrace += count
    case .recoveredInHold: recoveredInHold += count
    case .canceledByUser: canceledByUser += count
    case .ranOut: ranOut += count
    case .refunded, .superseded: break
    }
  }
}

/// What the recovery figures need to know of a billing episode.
public struct EpisodeClass: Hashable, Sendable {
  /// How it ended.
  public var outcome: BillingEpisode.Outcome
  /// Whether the store granted grace.
  public var enteredGrace: Bool
  /// Whether access was lost while the store tried.
  public var enteredHold: Bool

  /// Creates a class from its parts.
  public init(outcome: BillingEpisode.Outcome, enteredGrace: Bool, enteredHold: Bool) {
    (self.outcome, self.enteredGrace, self.enteredHold) = (outcome, enteredGrace, enteredHold)
  }

  /// The class of an episode.
  public init(_ episode: BillingEpisode) {
    self.init(
      outcome: episode.outcome, enteredGrace: episode.enteredGrace,
      enteredHold: episode.holdStartedAt != nil)
  }
}
