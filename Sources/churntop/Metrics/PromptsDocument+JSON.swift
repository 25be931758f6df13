import SubscriptionCore

/// The effect of prompting as JSON and CSV.
extension PromptsDocument {
  /// The figures whole.
  var json: JSON {
    [
      "failures": MetricsDocument.window(figures.failures),
      "followUpDays": JSON(figures.effect.followUp.wholeDays),
      "episodes": JSON(figures.effect.episodes),
      "samplingStep": JSON(figures.effect.samplingStep),
      "caveat": .string(PromptEffect.caveat),
      "comparisons": .array(figures.effect.comparisons.map(comparison)),
      "holdout": figures.holdout.map(holdout) ?? .null,
    ]
  }

  /// One object for each comparison, and one for the holdout.
  var lines: [JSON] {
    let window: JSON = ["failures": MetricsDocument.window(figures.failures)]
    let holdout = figures.holdout.map { ["holdout": self.holdout($0)] as JSON }
    return figures.effect.comparisons.map { window.adding(comparison($0)) }
      + [holdout].compactMap(\.self)
  }

  private func comparison(_ comparison: PromptEffect.Comparison) -> JSON {
    [
      "prompt": .string(comparison.group.name), "title": .string(comparison.group.title),
      "recovered": MetricsDocument.rate(comparison.prompted),
      "expected": MetricsDocument.percent(comparison.expectedShare),
      "difference": Self.difference(comparison.difference, comparison.interval),
      "moreThanNoise": .bool(comparison.isMoreThanNoise),
      "unprompted": JSON(comparison.unprompted), "unmatched": JSON(comparison.unmatched),
    ]
  }

  private func holdout(_ comparison: HoldoutComparison) -> JSON {
    let holdout = comparison.holdout
    let difference = comparison.difference
    return [
      "percent": JSON(holdout.percent), "salt": .string(holdout.salt),
      "since": JSON(holdout.since?.iso8601),
      "followUpDays": JSON(comparison.followUp.wholeDays),
      "prompted": arm(comparison.prompted), "heldOut": arm(comparison.heldOut),
      "difference": difference.difference.map { Self.difference($0, difference.interval) }
        ?? .null,
      "moreThanNoise": .bool(difference.isMoreThanNoise),
      "effect": MetricsDocument.percent(comparison.effect),
      "power": comparison.power.map(MetricsDocument.percent) ?? .null,
      "needed": JSON(comparison.needed), "stillNeeded": JSON(comparison.stillNeeded),
      "warnings": .array(
        comparison.warnings.map { ["warning": .string($0.name), "text": .string($0.sentence)] }),
    ]
  }

  private func arm(_ arm: HoldoutComparison.Arm) -> JSON {
    [
      "accounts": JSON(arm.accounts), "shown": JSON(arm.shown),
      "recovered": MetricsDocument.rate(arm.recovery),
    ]
  }

  /// A difference in percentage points.
  private static func difference(_ share: Double, _ interval: ClosedRange<Double>?) -> JSON {
    [
      "points": MetricsDocument.percent(share),
      "low": interval.map { MetricsDocument.percent($0.lowerBound) } ?? .null,
      "high": interval.map { MetricsDocument.percent($0.upperBound) } ?? .null,
    ]
  }

  // MARK: CSV

  /// The figures as records under the names of ``MetricsDocument/csvNames``.
  var csv: String {
    let records =
      figures.effect.comparisons.flatMap(self.records)
      + (figures.holdout.map(self.records) ?? [])
    return records.map { CSV.record($0) }.joined()
  }

  private func records(_ comparison: PromptEffect.Comparison) -> [[String]] {
    let name = comparison.group.name
    return [
      record("promptedRecovery.\(name)", rate: comparison.prompted),
      record("expectedRecovery.\(name)", comparison.expectedShare),
      record("promptEffect.\(name)", comparison.difference, comparison.interval),
    ]
  }

  private func records(_ comparison: HoldoutComparison) -> [[String]] {
    // All failures since the first day are compared, however short the window is.
    let since = comparison.holdout.since
    var records = [
      record("holdoutRecovery.prompted", rate: comparison.prompted.recovery, since: since),
      record("holdoutRecovery.heldOut", rate: comparison.heldOut.recovery, since: since),
    ]
    if let difference = comparison.difference.difference {
      records.append(
        record("holdoutEffect", difference, comparison.difference.interval, since: since))
    }
    if let power = comparison.power {
      records.append(record("holdoutPower", power, since: since))
    }
    return records
  }

  private func record(_ name: String, rate: Rate, since: CivilDate? = nil) -> [String] {
    record(
      name, rate.share, rate.interval, numerator: String(rate.numerator),
      denominator: String(rate.denominator), since: since)
  }

  private func record(
    _ name: String, _ share: Double?, _ interval: ClosedRange<Double>? = nil,
    numerator: String = "", denominator: String = "", since: CivilDate? = nil
  ) -> [String] {
    func percent(_ share: Double) -> String { MetricsDocument.percent(share).compact }
    return [
      "", name, (since ?? figures.failures.lowerBound).iso8601,
      figures.failures.upperBound.adding(days: -1).iso8601, "", share.map(percent) ?? "",
      interval.map { percent($0.lowerBound) } ?? "", interval.map { percent($0.upperBound) } ?? "",
      numerator, denominator, "", "", "", "", "", "", "", "", "", "",
    ]
  }
}
