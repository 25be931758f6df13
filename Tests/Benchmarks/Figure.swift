import Foundation

/// One measured figure beside its goal.
struct Figure {
  /// What was measured.
  let name: String
  /// The value.
  let value: Double
  /// The unit of the value.
  let unit: String
  /// The goal; `nil` for a figure that only stands for comparison.
  var goal: Goal?

  /// A value to reach.
  enum Goal {
    /// No less than.
    case atLeast(Double)
    /// No more than.
    case atMost(Double)
  }

  /// Prints the figure as one line: name, value, unit, and whether the goal is reached.
  func report() {
    let number = value.formatted(.number.grouping(.automatic).precision(.significantDigits(3)))
    let padded = name.padding(toLength: 58, withPad: " ", startingAt: 0)
    print("\(padded) \(number) \(unit)\(verdict)")
  }

  private var verdict: String {
    switch goal {
    case .atLeast(let least): "   goal ≥ \(least.formatted())\(value >= least ? "" : "   MISSED")"
    case .atMost(let most): "   goal ≤ \(most.formatted())\(value <= most ? "" : "   MISSED")"
    case nil: ""
    }
  }
}
