import EventLedger
import StoreSync
import SubscriptionCore

extension LedgerFigures {
  /// The most currencies that have series of their own, those of most subscribers first.
  static let currenciesMax = 40
  /// The most feeds that have series of their own.
  static let feedsMax = 100

  /// Sets the gauges of a registry; a series that is no longer there goes.
  ///
  /// Receivers are those configured: the ledger also knows former ones, which are left out.
  func set(in metrics: MetricsRegistry, receivers names: Set<String>) {
    metrics.set(.figuresAt, to: at.milliseconds / 1_000)
    metrics.set(.ledgerPosition, to: position)
    metrics.set(.quarantine, to: Int64(overview.quarantined))
    setSubscribers(metrics)
    setMoney(metrics)
    setDays(metrics)
    setRecovery(metrics)
    setFeeds(metrics)
    setOutbox(metrics, names)
  }

  private func setSubscribers(_ metrics: MetricsRegistry) {
    for state in SubscriptionState.allCases {
      let count = overview.states[state]?.count ?? 0
      metrics.set(.subscribers, state.rawValue, to: Int64(count))
    }
    metrics.set(.promptsDue, to: Int64(overview.promptsDue.values.reduce(0, +)))
    metrics.set(.promptsOverdue, to: Int64(overview.promptsOverdue24h))
    var oldest: [[String]: Int64] = [:]
    if let since = overview.oldestDueSince { oldest[[]] = since.milliseconds / 1_000 }
    metrics.replace(.oldestPrompt, with: oldest)
  }

  private func setMoney(_ metrics: MetricsRegistry) {
    let currencies = currencies
    func set(_ metric: PrometheusMetric, _ sums: [(labels: [String], micros: [String: Int64])]) {
      var series: [[String]: Int64] = [:]
      for (labels, micros) in sums {
        for (currency, amount) in micros where currencies.contains(currency) {
          let own = metric.labels.first == "currency" ? [currency] + labels : labels + [currency]
          series[own] = OverviewFigures.Total.sum(series[own] ?? 0, amount)
        }
      }
      metrics.replace(metric, with: series)
    }
    let failing = [SubscriptionState.grace, .hold].map { ($0, total(of: $0)) }
    set(.mrrAtRisk, failing.map { state, total in ([state.rawValue], total.mrrMicros) })
    for (state, total) in failing {
      metrics.set(.mrrUnpriced, state.rawValue, to: Int64(total.moneyUnknown))
    }
    let paying = DayCounts.revenueStates.map(total)
    set(.mrr, paying.map { ([], $0.mrrMicros) })
    metrics.set(.mrrWithoutPrice, to: Int64(paying.reduce(0) { $0 + $1.moneyUnknown }))
    set(.recoveredRevenue, days.named.map { name, day in ([name], day.recoveredMicros) })
    set(.lostRevenue, days.named.map { name, day in ([name], day.lostMicros) })
  }

  private func total(of state: SubscriptionState) -> OverviewFigures.Total {
    overview.states[state] ?? OverviewFigures.Total()
  }

  /// The currencies that have series of their own: those of most subscribers, then those of the
  /// days alone.
  private var currencies: Set<String> {
    let known = overview.currencies
    let ofDays = days.named.flatMap { $0.day.recoveredMicros.keys + Array($0.day.lostMicros.keys) }
    let others = Set(ofDays).subtracting(known).sorted()
    return Set((known + others).prefix(Self.currenciesMax))
  }

  private func setDays(_ metrics: MetricsRegistry) {
    for (name, day) in days.named { metrics.set(.refunds, name, to: Int64(day.refunded)) }
    for (store, days) in storeDays {
      for (name, day) in days.named {
        metrics.set(.renewals, name, store.rawValue, to: Int64(day.renewed))
        let failed = day.failed.values.reduce(0, +)
        metrics.set(.failedRenewals, name, store.rawValue, to: Int64(failed))
        for (stage, outcome) in Self.recoveries {
          let recovered = day.closed.filter { $0.key.outcome == outcome }.values.reduce(0, +)
          metrics.set(.recoveredRenewals, name, store.rawValue, stage, to: Int64(recovered))
        }
        for cause in Self.causes {
          metrics.set(
            .ended, name, store.rawValue, cause?.rawValue ?? "unknown",
            to: Int64(day.ended[cause] ?? 0))
        }
      }
    }
  }

  private static let causes: [ChurnCause?] = [.voluntary, .involuntary, nil]

  private static let recoveries: [(stage: String, outcome: BillingEpisode.Outcome)] = [
    ("grace", .recoveredInGrace), ("hold", .recoveredInHold),
  ]

  private func setRecovery(_ metrics: MetricsRegistry) {
    for (store, closed) in closed {
      metrics.set(.closedEpisodes, store.rawValue, to: Int64(closed.failed))
      for (stage, entered, recovered) in [
        ("grace", closed.enteredGrace, closed.recoveredInGrace),
        ("hold", closed.enteredHold, closed.recoveredInHold),
      ] {
        metrics.set(.closedEntered, store.rawValue, stage, to: Int64(entered))
        metrics.set(.closedRecovered, store.rawValue, stage, to: Int64(recovered))
      }
    }
  }

  private func setFeeds(_ metrics: MetricsRegistry) {
    var (heard, stale): ([[String]: Int64], [[String]: Int64]) = ([:], [:])
    for feed in overview.feeds.named.prefix(Self.feedsMax) {
      let labels = [feed.store.rawValue, feed.app?.rawValue ?? ""]
      heard[labels] = feed.lastEventAt.milliseconds / 1_000
      stale[labels] = feed.isStale(at: at, tolerance: nil) ? 1 : 0
    }
    metrics.replace(.feedHeard, with: heard)
    metrics.replace(.feedStale, with: stale)
  }

  private func setOutbox(_ metrics: MetricsRegistry, _ names: Set<String>) {
    metrics.set(.outboxPosition, to: outbox.bounds.last)
    var (positions, disabled): ([[String]: Int64], [[String]: Int64]) = ([:], [:])
    var undelivered: [[String]: Int64] = [:]
    for receiver in outbox.receivers where names.contains(receiver.state.name) {
      let name = receiver.state.name
      positions[[name]] = receiver.state.cursor
      disabled[[name]] = receiver.state.disabled == nil ? 0 : 1
      let counts: [(ChangeDelivery.Status, Int)] = [
        (.waiting, receiver.waiting), (.held, receiver.held), (.dead, receiver.dead),
      ]
      for (status, count) in counts { undelivered[[name, status.rawValue]] = Int64(count) }
    }
    metrics.replace(.receiverPosition, with: positions)
    metrics.replace(.receiverDisabled, with: disabled)
    metrics.replace(.undelivered, with: undelivered)
  }
}
