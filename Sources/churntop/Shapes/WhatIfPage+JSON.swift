import SubscriptionCore

/// The report of a what-if as JSON.
extension WhatIfPage {
  /// Every figure and every assumption; an amount of days has up to three decimals.
  var json: JSON {
    [
      "asOf": JSON(report.now), "from": JSON(from), "filter": JSON(filter),
      "episodes": JSON(report.episodes),
      "seed": .string(String(report.settings.seed)),
      "resamplings": JSON(report.expected.resamplings),
      "currency": rates.map(MetricsDocument.currency) ?? .null,
      "policy": .array(
        policies.map { row in
          [
            "setting": .string(row.setting), "current": .string(row.current),
            "candidate": .string(row.candidate),
          ]
        }),
      "fixed": [
        "current": figures(report.current), "candidate": figures(report.candidate),
        "differences": Self.differences(report.differences),
        "costOfOneRecoveryInGraceDays": AccessDays.json(report.costOfOneRecoveryInGrace),
      ],
      "expected": expected(report.expected),
      "items": .array(report.largest.map(WhatIfTable.json)),
      "assumptions": .array(report.assumptions.map(JSON.string)),
    ]
  }

  private func figures(_ figures: WhatIfFigures) -> JSON {
    [
      "prompts": JSON(figures.prompts),
      "promptsByStep": ["2": JSON(figures.officialMessages), "3": JSON(figures.ownBanners)],
      "promptsMedian": JSON(figures.medianPrompts), "promptsP95": JSON(figures.p95Prompts),
      "capReached": JSON(figures.capped), "accessDays": AccessDays.json(figures.access),
      "unpaidAccessDays": AccessDays.json(figures.unpaidAccess),
      "outcomes": .object(
        BillingEpisode.Outcome.allCases.map {
          JSON.Member(name: $0.rawValue, value: JSON(figures.outcomes[$0] ?? 0))
        }),
      "lostAccessBeforePrompt": JSON(figures.lostBeforePrompt),
      "revenue": .sums(figures.revenue.micros),
      "revenueReport": .sums(figures.revenue.micros, at: rates),
      "revenueUnknown": JSON(figures.revenue.unknown),
    ]
  }

  private static func differences(_ differences: WhatIfDifferences) -> JSON {
    [
      "episodes": JSON(differences.episodes), "longerAccess": JSON(differences.longerAccess),
      "accessGainedDays": AccessDays.json(differences.accessGained),
      "shorterAccess": JSON(differences.shorterAccess),
      "accessLostDays": AccessDays.json(differences.accessLost),
      "nowInGrace": JSON(differences.nowInGrace),
      "noLongerInGrace": JSON(differences.noLongerInGrace),
      "noLongerRecovered": JSON(differences.noLongerRecovered),
      "noLongerCapped": JSON(differences.noLongerCapped),
    ]
  }

  private func expected(_ expected: ExpectedFigures) -> JSON {
    [
      "current": side(expected.current), "candidate": side(expected.candidate),
      "moreRecoveredInGrace": Self.count(expected.moreInGrace),
      "moreRecoveredInHold": Self.count(expected.moreInHold),
      "moreRecovered": Self.count(expected.moreRecovered),
      "followedForDays": AccessDays.json(expected.followedFor),
    ]
  }

  private func side(_ side: ExpectedFigures.Side) -> JSON {
    [
      "recoveredInGrace": Self.count(side.recoveredInGrace),
      "recoveredInHold": Self.count(side.recoveredInHold), "recovered": Self.count(side.recovered),
      "endedOtherwise": .rounded(side.endedOtherwise), "ranOut": .rounded(side.ranOut),
      "revenue": .sums(side.revenue.micros), "revenueReport": .sums(side.revenue.micros, at: rates),
      "beyondObserved": JSON(side.beyondObserved),
    ]
  }

  private static func count(_ count: ExpectedFigures.Count) -> JSON {
    ["value": .rounded(count.value), "low": .rounded(count.low), "high": .rounded(count.high)]
  }
}
