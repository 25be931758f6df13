import SubscriptionCore

/// The definition of a figure, as `churntop metrics --explain` prints it.
struct MetricDefinition {
  /// The name in data.
  let name: String
  /// The name shown to people.
  let title: String
  /// The formula in words.
  let formula: String
  /// The meaning and where it misleads.
  let meaning: String
  /// The page that the formula is from; `nil` for churntop's own.
  var source: String?

  /// The definitions: those of the metrics, of the money, and of the effect of prompts.
  static let all =
    Metric.allCases.map { metric in
      MetricDefinition(
        name: metric.rawValue, title: metric.title, formula: metric.formula,
        meaning: metric.explanation, source: metric.source)
    }
    + RevenueLine.Measure.allCases.map { measure in
      MetricDefinition(
        name: measure.rawValue, title: measure.title, formula: measure.formula,
        meaning: measure.explanation)
    } + [
      MetricDefinition(
        name: "promptEffect", title: "Effect of prompts",
        formula:
          "share of prompted episodes recovered within 7 days of the prompt - the same share "
          + "of episodes open and not prompted at the same age", meaning: PromptEffect.caveat),
      MetricDefinition(
        name: "holdoutEffect", title: "Effect of the holdout",
        formula: "share of the accounts not held out recovered within 60 days of their first "
          + "failure - the same share of the accounts held out",
        meaning:
          "The accounts that are held out are chosen at random, so the difference is the effect "
          + "of prompting, if the number of accounts that it needs is there."),
    ]

  /// The name on the command line, for example `hold-recovery-rate`.
  var dashed: String {
    name.reduce(into: "") { result, character in
      if character.isUppercase { result += "-" }
      result += character.lowercased()
    }
  }

  /// Returns the definition of a name on the command line, or of a name in data.
  static func find(_ name: String) -> MetricDefinition? {
    let wanted = name.lowercased()
    return all.first { $0.dashed == wanted || $0.name.lowercased() == wanted }
  }
}
