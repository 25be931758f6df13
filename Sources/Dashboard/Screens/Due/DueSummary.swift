import EventLedger
import SubscriptionCore

/// The figures of Due in words: by rule, by store and by age.
struct DueSummary: Hashable, Sendable {
  /// The figures.
  let figures: DueFigures

  /// Puts figures into words.
  init(_ figures: DueFigures) { self.figures = figures }

  /// The rules with the most prompts first.
  var rules: [String] {
    figures.byRule.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { name, count in
      "\(name.isEmpty ? "no rule" : name) \(Formatting.count(count))"
    }
  }

  /// The stores.
  var stores: [String] {
    Store.allCases.map { "\($0.title) \(Formatting.count(figures.byStore[$0] ?? 0))" }
  }

  /// The counts by age; the last group wants a look.
  var ages: [String] {
    zip(["< 1h", "1-6h", "6-24h", "> 24h"], figures.byAge).map { "\($0) \(Formatting.count($1))" }
  }

  /// A Boolean value that indicates whether some have been due for more than a day.
  var isOverdue: Bool { (figures.byAge.last ?? 0) > 0 }

  /// All of them, with a sign where not all were counted.
  var total: String { Formatting.count(figures.total) + (figures.isCut ? "+" : "") }

  /// The figures in a sentence.
  var sentence: String {
    guard figures.total > 0 else { return "No prompt is due." }
    return "\(total) due. By rule: \(list(rules)). By store: \(list(stores)). "
      + "Due for: \(list(ages))."
  }

  private func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}
