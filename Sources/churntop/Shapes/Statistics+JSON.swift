import EventLedger
import SubscriptionCore

/// The figures of the Overview as JSON.
extension Statistics {
  /// Every figure; a share is an object of numerator and denominator.
  var json: JSON {
    [
      "asOf": JSON(now),
      "total": JSON(figures.total),
      "nonProduction": JSON(figures.nonProduction),
      "currency": rates.map(MetricsDocument.currency) ?? .null,
      "states": .array(SubscriptionState.allCases.map(state)),
      "atRisk": atRisk,
      "failed": failed,
      "prompts": prompts,
      "losesAccess": buckets(
        Self.accessBuckets, figures.losesAccess, of: figures.states[.grace]?.count ?? 0),
      "retryEnds": buckets(
        Self.retryBuckets, figures.retryEnds, of: figures.states[.hold]?.count ?? 0),
      "recovery": .array(figures.recovery.map(recovery)),
      "recoveryFinal": figures.recoveryComparison?.json ?? .null,
      "ended30d": ended,
      "data": [
        "quarantined": JSON(figures.quarantined),
        "undelivered": JSON(figures.undelivered),
        "unknownKinds": JSON(figures.unknownKinds),
        "withAnomalies": ratio(figures.withAnomalies, figures.total),
        "moneyUnknown": ratio(figures.moneyUnknown, figures.live),
        "lastHeardAt": JSON(figures.lastHeardAt),
        "feeds": .array(figures.feeds.named.map(feed)),
      ],
    ]
  }

  /// The failures of today, beside those of a week ago where these are known.
  private var failed: JSON {
    let comparison = figures.failedComparison
    return [
      "today": JSON(figures.failedToday), "sameHoursWeekAgo": JSON(comparison?.earlier),
      "change": JSON(comparison?.change.name),
      "p": comparison.map { .rounded($0.pValue) } ?? .null,
    ]
  }

  /// Returns the freshness of a store's feed about an app.
  private func feed(_ feed: StoreFeed) -> JSON {
    let tolerance = silenceMax ?? feed.usualTolerance
    return [
      "store": .string(feed.store.rawValue), "app": JSON(feed.app),
      "lastEventAt": JSON(feed.lastEventAt),
      "staleAfterSeconds": .integer(tolerance.wholeMilliseconds / 1000),
      "stale": .bool(feed.isStale(at: now, tolerance: silenceMax)),
    ]
  }

  private func ratio(_ numerator: Int, _ denominator: Int) -> JSON {
    ["numerator": JSON(numerator), "denominator": JSON(denominator)]
  }

  /// Grace and hold together.
  private var atRisk: JSON {
    let counter = figures.atRisk
    return [
      "count": ratio(counter.count, figures.live), "mrr": .sums(counter.mrrMicros),
      "mrrReport": .sums(counter.mrrMicros, at: rates),
      "moneyUnknown": ratio(counter.moneyUnknown, counter.count),
    ]
  }

  private func state(_ state: SubscriptionState) -> JSON {
    let counter = figures.states[state] ?? .init()
    return [
      "state": .string(state.rawValue),
      "count": ratio(counter.count, figures.total),
      "change24h": JSON(figures.change24h[state] ?? 0),
      "mrr": .sums(counter.mrrMicros), "mrrReport": .sums(counter.mrrMicros, at: rates),
      "trend30d": .array((figures.trend30d[state] ?? []).map { JSON($0) }),
    ]
  }

  private var prompts: JSON {
    let due = figures.promptsDue.values.reduce(0, +)
    let byState = SubscriptionState.allCases.filter(\.isFailing).map { state in
      JSON.Member(name: state.rawValue, value: ratio(figures.promptsDue[state] ?? 0, due))
    }
    return [
      "due": ratio(due, failing),
      "dueByState": .object(byState),
      "overdue24h": ratio(figures.promptsOverdue24h, due),
      "oldestDueSince": JSON(figures.oldestDueSince),
      "scheduled24h": ratio(figures.promptsNext24h, failing),
      "scheduled7d": .array(figures.promptsScheduled7d.map { JSON($0) }),
      "snoozed": ratio(figures.snoozed, failing),
      "suppressed": ratio(figures.suppressed, failing),
    ]
  }

  private func buckets(
    _ names: [String], _ tallies: [OverviewFigures.Total], of whole: Int
  ) -> JSON {
    .array(
      zip(names, tallies).map { name, counter in
        [
          "when": .string(name), "count": ratio(counter.count, whole),
          "mrr": .sums(counter.mrrMicros), "mrrReport": .sums(counter.mrrMicros, at: rates),
        ]
      })
  }

  private func recovery(_ window: OverviewFigures.Recovery) -> JSON {
    [
      "windowDays": JSON(window.windowDays),
      "failed": JSON(window.failed),
      "recovered": ratio(window.recoveredInGrace + window.recoveredInHold, window.failed),
      "recoveredInGrace": ratio(window.recoveredInGrace, window.enteredGrace),
      "recoveredInHold": ratio(window.recoveredInHold, window.enteredHold),
      "ranOut": ratio(window.ranOut, window.failed),
      "canceledByUser": ratio(window.canceledByUser, window.failed),
      "endedOtherwise": ratio(window.endedOtherwise, window.failed),
      "open": ratio(window.open, window.failed),
    ]
  }

  private var ended: JSON {
    let sum = figures.endedInvoluntary30d + figures.endedVoluntary30d + figures.endedUnknown30d
    return [
      "involuntary": ratio(figures.endedInvoluntary30d, sum),
      "voluntary": ratio(figures.endedVoluntary30d, sum),
      "unknown": ratio(figures.endedUnknown30d, sum),
    ]
  }
}
