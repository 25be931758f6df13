import EventLedger
import SubscriptionCore

extension SubscriberProjection {
  /// Calls a closure for each counter that the row adds to, with what it adds, except for the
  /// beginnings that it shares with another row.
  func eachCounter(after shared: SharedBeginnings, _ body: (CounterKey, CounterValue) -> Void) {
    guard summary.environment == .production else {
      return body(CounterKey(.outside), CounterValue(count: 1))
    }
    eachPresentCounter(body)
    eachDayCounter(after: shared, body)
    for change in history {
      body(CounterKey(.flowByHour, at: change.at, change.to.rawValue), CounterValue(count: 1))
      if let from = change.from {
        body(CounterKey(.flowByHour, at: change.at, from.rawValue), CounterValue(count: -1))
      }
    }
  }

  /// The counters of the present state.
  private func eachPresentCounter(_ body: (CounterKey, CounterValue) -> Void) {
    let one = CounterValue(count: 1)
    let status = summary.status
    let currency = summary.mrr?.currency ?? ""
    let worth = CounterValue(summary.mrr)
    body(CounterKey(.state, status.state.rawValue + "/" + currency), worth)
    if status.state == .grace {
      body(
        CounterKey(.loss, at: status.access.granted ? status.access.until : nil, currency), worth)
    } else if status.state == .hold {
      body(CounterKey(.retry, at: status.retryEnds, currency), worth)
    }
    switch status.prompt.verdict {
    case .due(let since):
      body(CounterKey(.due, status.state.rawValue), one)
      body(CounterKey(.dueSince, at: since), one)
    case .scheduled(let at): body(CounterKey(.scheduled, at: at), one)
    case .withheld(.suppressed): body(CounterKey(.suppressed), one)
    case .withheld: break
    }
    if let until = summary.snoozedUntil { body(CounterKey(.snoozed, at: until), one) }
    if summary.anomalyCount > 0 { body(CounterKey(.anomalies), one) }
    if let end = status.end { body(CounterKey(.ended, at: end.at, end.causeName), one) }
  }

  /// The names under which the row counts by day: that of all, and those of its groups.
  private var groups: [String] {
    [""] + MetricsDimension.allCases.map { $0.group($0.value(of: summary)) }
  }

  /// The counters of days, of all subscriptions and of the groups of this one.
  private func eachDayCounter(
    after shared: SharedBeginnings, _ body: (CounterKey, CounterValue) -> Void
  ) {
    if let day = days.started { body(CounterKey(.started, day: day), CounterValue(count: 1)) }
    for (day, change) in days.exemptions {
      for group in groups {
        body(CounterKey(.exempt, day: day, of: group), CounterValue(count: Int64(change)))
      }
    }
    guard
      episodes.count > shared.episodes || days.ends.count > shared.ends
        || days.renewals.count > shared.renewals || days.refunds.count > shared.refunds
        || days.standings.count > shared.standings
        || days.firstPayments.count > shared.firstPayments
    else { return }
    for group in groups {
      eachStandingCounter(after: shared, of: group, body)
      for day in days.firstPayments.dropFirst(shared.firstPayments) {
        body(CounterKey(.firstPayment, day: day, of: group), CounterValue(count: 1))
      }
      for renewal in days.renewals.dropFirst(shared.renewals) {
        body(
          CounterKey(.renewal, day: renewal.day, renewal.amount?.currency ?? "", of: group),
          CounterValue(renewal.amount))
      }
      for day in days.refunds.dropFirst(shared.refunds) {
        body(CounterKey(.refund, day: day, of: group), CounterValue(count: 1))
      }
      for end in days.ends.dropFirst(shared.ends) {
        body(
          CounterKey(.end, day: end.day, end.cause?.rawValue ?? "", of: group),
          CounterValue(count: 1))
      }
      for episode in episodes.dropFirst(shared.episodes) {
        let name = EpisodeClass(episode).name + "/" + (episode.price?.currency ?? "")
        let worth = CounterValue(episode.price)
        body(CounterKey(.episode, at: episode.failedAt, name, of: group), worth)
        guard let end = episode.endedAt else { continue }
        body(CounterKey(.closed, at: end, name, of: group), worth)
      }
    }
  }
}

extension SubscriberProjection {
  /// The counters of the states and amounts at the ends of days, of a group.
  private func eachStandingCounter(
    after shared: SharedBeginnings, of group: String, _ body: (CounterKey, CounterValue) -> Void
  ) {
    for index in days.standings.indices.dropFirst(shared.standings) {
      let standing = days.standings[index]
      body(
        CounterKey(.standing, day: standing.day, standing.name, of: group),
        CounterValue(standing.mrr))
      guard index > 0 else { continue }
      let last = days.standings[index - 1]
      var less = CounterValue()
      less.add(CounterValue(last.mrr), times: -1)
      body(CounterKey(.standing, day: standing.day, last.name, of: group), less)
    }
  }
}

extension CounterValue {
  /// Creates the value of one thing and its amount, if that is known.
  public init(_ amount: Money?) {
    self.init(count: 1, mrr: amount.map { OverviewFigures.Total.clamped($0.micros) } ?? 0)
  }
}

extension SubscriptionDays.Standing {
  /// The state and the currency as the variant of a counter.
  fileprivate var name: String { state.rawValue + "/" + (mrr?.currency ?? "") }
}

extension MetricsDimension {
  /// The name of the subscriptions with a value, in the keys of counters.
  public func group(_ value: String) -> String { rawValue + "=" + value }
}
