import SubscriptionCore

extension DailyFigures {
  /// Returns the counts of days without any, oldest first.
  public static func days(from: CivilDate, through: CivilDate) -> [DailyFigures] {
    var days: [DailyFigures] = []
    var start = from.start
    while start <= through.start {
      days.append(DailyFigures(day: CivilDate(start)))
      start = start + .days(1)
    }
    return days
  }

  /// Counts an episode whose failure lies on the day.
  mutating func countFailure(_ episode: BillingEpisode) {
    failed[EpisodeClass(episode), default: 0] += 1
    guard let price = episode.price else { return failedUnpriced += 1 }
    OverviewFigures.Total.add(price, to: &failedMicros)
  }

  /// Counts an episode that ended on the day.
  mutating func countEnding(_ episode: BillingEpisode) {
    closed[EpisodeClass(episode), default: 0] += 1
    guard let price = episode.price else { return }
    switch episode.outcome {
    case .recoveredInGrace, .recoveredInHold:
      OverviewFigures.Total.add(price, to: &recoveredMicros)
    case .ranOut: OverviewFigures.Total.add(price, to: &lostMicros)
    case .open, .canceledByUser, .refunded, .superseded: break
    }
  }
}

extension OverviewFigures.Total {
  /// Adds an amount to the sum of its currency.
  static func add(_ amount: Money, to sums: inout [String: Int64]) {
    sums[amount.currency] = sum(sums[amount.currency, default: 0], clamped(amount.micros))
  }
}

extension [DailyFigures] {
  /// Counts a row on the days of a range without a gap.
  public mutating func count(_ row: SubscriberProjection) {
    guard let first = self.first?.day.start, row.summary.environment == .production else { return }
    func place(_ instant: Timestamp) -> Int? {
      let day = (instant - first).wholeMilliseconds.quotientFloored(by: 86_400_000)
      return indices.contains(Int(day)) ? Int(day) : nil
    }
    for episode in row.episodes {
      if let place = place(episode.failedAt) { self[place].countFailure(episode) }
      if let place = episode.endedAt.flatMap(place) { self[place].countEnding(episode) }
    }
    if let end = row.summary.status.end, let place = place(end.at) {
      self[place].ended[end.cause, default: 0] += 1
    }
  }
}
