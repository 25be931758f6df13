import EventLedger
import SubscriptionCore

extension DailyFigures {
  /// Counts a renewal collected on the day.
  fileprivate mutating func countRenewal(_ amount: Money?) {
    renewed += 1
    guard let amount else { return renewedUnpriced += 1 }
    OverviewFigures.Total.add(amount, to: &renewedMicros)
  }

  /// Counts a subscription at the end of the day.
  fileprivate mutating func countStanding(_ standing: SubscriptionDays.Standing) {
    states[standing.state, default: 0] += 1
    guard let mrr = standing.mrr else {
      if !standing.state.isOver { unpriced[standing.state, default: 0] += 1 }
      return
    }
    OverviewFigures.Total.add(mrr, to: &mrrMicros[standing.state, default: [:]])
  }

  /// Counts an episode whose failure lies on the day.
  fileprivate mutating func countFailure(_ episode: BillingEpisode) {
    failed[EpisodeClass(episode), default: 0] += 1
    guard let price = episode.price else { return failedUnpriced += 1 }
    OverviewFigures.Total.add(price, to: &failedMicros)
  }

  /// Counts an episode that ended on the day.
  fileprivate mutating func countEnding(_ episode: BillingEpisode) {
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
  fileprivate static func add(_ amount: Money, to sums: inout [String: Int64]) {
    sums[amount.currency] = sum(sums[amount.currency, default: 0], clamped(amount.micros))
  }
}

extension [DailyFigures] {
  /// Counts a row on the days of a range without a gap; of a group, without beginnings.
  mutating func count(_ row: SubscriberProjection, isOfGroup: Bool = false) {
    guard let first = self.first?.day.start, row.summary.environment == .production else { return }
    let start = SubscriptionDays.number(of: first)
    func slot(_ day: Int) -> Int? { indices.contains(day - start) ? day - start : nil }
    func slot(_ instant: Timestamp) -> Int? { slot(SubscriptionDays.number(of: instant)) }
    for episode in row.episodes {
      if let place = slot(episode.failedAt) { self[place].countFailure(episode) }
      if let place = episode.endedAt.flatMap(slot) { self[place].countEnding(episode) }
    }
    for end in row.days.ends {
      if let place = slot(end.day) { self[place].ended[end.cause, default: 0] += 1 }
    }
    for place in row.days.refunds.compactMap(slot) { self[place].refunded += 1 }
    for place in row.days.firstPayments.compactMap(slot) { self[place].firstPayments += 1 }
    for renewal in row.days.renewals {
      if let place = slot(renewal.day) { self[place].countRenewal(renewal.amount) }
    }
    if !isOfGroup, let place = row.days.started.flatMap(slot) { self[place].started += 1 }
    for (index, standing) in row.days.standings.enumerated() {
      let isLast = index == row.days.standings.count - 1
      let end = isLast ? start + count : row.days.standings[index + 1].day
      let from = Swift.max(standing.day, start)
      for day in from..<Swift.max(from, Swift.min(end, start + count)) {
        self[day - start].countStanding(standing)
        if standing.state.isLive, row.days.exemptSince.map({ $0 <= day }) ?? false {
          self[day - start].exempt += 1
        }
      }
    }
  }
}
