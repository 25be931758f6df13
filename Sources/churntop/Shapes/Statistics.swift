import EventLedger
import SubscriptionCore

/// The figures of the Overview, each with its denominator.
struct Statistics {
  let figures: OverviewFigures
  /// The instant of the figures.
  let now: Timestamp
  /// The time for which a feed may be silent; `nil` for the usual silence of each feed.
  var silenceMax: Duration?
  /// The exchange rates of text; `nil` if amounts stay in their own currencies.
  var rates: ExchangeRates?

  /// A figure as a row.
  struct Figure: Hashable {
    /// The section of the Overview.
    var section: String
    var name: String
    /// The count.
    var numerator: Int
    /// The denominator; `nil` for a plain number.
    var denominator: Int?
    /// The monthly recurring revenue by currency, if the figure has one.
    var mrr: [Money] = []
    /// The amounts for people where they are the sum of others; `nil` for ``mrr``.
    var printed: [Money]?
  }

  /// The figures in the order of the Overview.
  var all: [Figure] { states + risk + failures + prompts + access + recovery + ended + data }

  /// The number of subscriptions whose renewal is failing, which may be shown a prompt.
  var failing: Int {
    SubscriptionState.allCases.filter(\.isFailing).reduce(0) {
      $0 + (figures.states[$1]?.count ?? 0)
    }
  }

  private var states: [Figure] {
    SubscriptionState.allCases.map { state in
      figure("states", state.title, figures.states[state] ?? .init(), of: figures.total)
    } + [Figure(section: "states", name: "not production", numerator: figures.nonProduction)]
  }

  private var risk: [Figure] {
    let atRisk = figures.atRisk
    var both = figure("at risk", "at risk (grace + hold)", atRisk, of: figures.live)
    both.printed = figures.amountsAtRisk(at: rates)
    return [
      both,
      Figure(
        section: "at risk", name: "of these, money unknown", numerator: atRisk.moneyUnknown,
        denominator: atRisk.count),
    ]
  }

  private var failures: [Figure] {
    let today = Figure(
      section: "failed renewals", name: "failed today (UTC)", numerator: figures.failedToday)
    let before = figures.failedComparison.map { comparison in
      Figure(
        section: "failed renewals", name: "same hours a week ago", numerator: comparison.earlier)
    }
    return [today] + [before].compactMap(\.self)
  }

  private var prompts: [Figure] {
    let due = figures.promptsDue.values.reduce(0, +)
    let byState = SubscriptionState.allCases.compactMap { state in
      figures.promptsDue[state].map {
        Figure(section: "prompts", name: "due in \(state.title)", numerator: $0, denominator: due)
      }
    }
    let rest: [(String, Int, Int?)] = [
      ("due for more than 24 h", figures.promptsOverdue24h, due),
      ("scheduled within 24 h", figures.promptsNext24h, failing),
      ("snoozed", figures.snoozed, failing), ("suppressed", figures.suppressed, failing),
    ]
    return [Figure(section: "prompts", name: "due", numerator: due, denominator: failing)]
      + byState
      + rest.map { Figure(section: "prompts", name: $0.0, numerator: $0.1, denominator: $0.2) }
  }

  private var access: [Figure] {
    let loses = zip(Self.accessBuckets, figures.losesAccess).map { name, counter in
      figure("grace: access ends", name, counter, of: figures.states[.grace]?.count ?? 0)
    }
    let ends = zip(Self.retryBuckets, figures.retryEnds).map { name, counter in
      figure("hold: tries end", name, counter, of: figures.states[.hold]?.count ?? 0)
    }
    return loses + ends
  }

  private var recovery: [Figure] {
    let recent = figures.recovery.filter { $0.windowDays < 60 }.map { window in
      (window, "recovery, last \(window.windowDays) days (not final)", false)
    }
    let closed = [(60, 90), (90, 120)].compactMap { newer, older in
      figures.recovery(from: newer, to: older).map {
        let end = $0.open == 0 ? "final" : "not final"
        return ($0, "recovery, failed \(newer) to \(older) days ago (\(end))", true)
      }
    }
    return (recent + closed).flatMap { window, section, isClosed -> [Figure] in
      // Both stores retry for 60 days, but a product that is no longer for sale ends sooner.
      let ranOut =
        isClosed || window.ranOut > 0 ? [("ran out", window.ranOut, window.failed)] : []
      let rows: [(String, Int, Int)] =
        [
          ("recovered", window.recoveredInGrace + window.recoveredInHold, window.failed),
          ("recovered in grace", window.recoveredInGrace, window.enteredGrace),
          ("recovered in hold", window.recoveredInHold, window.enteredHold),
        ] + ranOut + [
          ("canceled by the user", window.canceledByUser, window.failed),
          ("ended otherwise", window.endedOtherwise, window.failed),
          ("still open", window.open, window.failed),
        ]
      return rows.map {
        Figure(section: section, name: $0.0, numerator: $0.1, denominator: $0.2)
      }
    }
  }

  private var ended: [Figure] {
    let rows = [
      ("involuntary", figures.endedInvoluntary30d), ("voluntary", figures.endedVoluntary30d),
      ("cause not stated", figures.endedUnknown30d),
    ]
    let sum = rows.reduce(0) { $0 + $1.1 }
    return rows.map {
      Figure(section: "ended, last 30 days", name: $0.0, numerator: $0.1, denominator: sum)
    }
  }

  private var data: [Figure] {
    [
      Figure(section: "data", name: "in quarantine", numerator: figures.quarantined),
      Figure(section: "data", name: "changes not delivered", numerator: figures.undelivered),
      Figure(section: "data", name: "of unknown kind", numerator: figures.unknownKinds),
      Figure(
        section: "data", name: "with anomalies", numerator: figures.withAnomalies,
        denominator: figures.total),
      Figure(
        section: "data", name: "money unknown", numerator: figures.moneyUnknown,
        denominator: figures.live),
    ]
  }

  private func figure(
    _ section: String, _ name: String, _ counter: OverviewFigures.Total, of whole: Int
  ) -> Figure {
    Figure(
      section: section, name: name, numerator: counter.count, denominator: whole,
      mrr: Self.money(counter.mrrMicros))
  }

  /// Returns sums by currency, in the order of the currency codes.
  static func money(_ micros: [String: Int64]) -> [Money] {
    micros.sorted { $0.key < $1.key }.map { Money(micros: $0.value, currency: $0.key) }
  }

  /// The buckets of `OverviewFigures.losesAccess`.
  static let accessBuckets = [
    "within 24 h", "in 1-3 days", "in 3-7 days", "in 7 days or more", "end not known",
  ]

  /// The buckets of `OverviewFigures.retryEnds`.
  static let retryBuckets = [
    "already over", "within 24 h", "in 1-7 days", "in 7 days or more", "end not known",
  ]
}
