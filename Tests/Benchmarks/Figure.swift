import Foundation
import Synchronization

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
  /// What the value is a share of, measured in the same run; `nil` for a figure of its own.
  var peer: String?

  /// A value to reach.
  enum Goal {
    /// No less than.
    case atLeast(Double)
    /// No more than.
    case atMost(Double)
  }

  /// The form in which figures are printed.
  enum Form {
    /// A line of text: name, value, unit, and whether the goal is reached.
    case text
    /// A line of JSON, for programs that compare runs.
    case json
  }

  /// The form that this run prints.
  static let form = Mutex(Form.text)

  /// Prints the figure as one line.
  func report() {
    switch Self.form.withLock(\.self) {
    case .text: print(line)
    case .json: print(object)
    }
  }

  private var line: String {
    let number = value.formatted(.number.grouping(.automatic).precision(.significantDigits(3)))
    let padded = name.padding(toLength: 58, withPad: " ", startingAt: 0)
    return "\(padded) \(number) \(unit)\(verdict)"
  }

  private var object: String {
    struct Line: Encodable {
      let name: String
      let value: Double
      let unit: String
      var atLeast: Double?
      var atMost: Double?
      var isReached: Bool?
      var peer: String?
    }
    var line = Line(name: name, value: value, unit: unit, peer: peer)
    switch goal {
    case .atLeast(let least): (line.atLeast, line.isReached) = (least, value >= least)
    case .atMost(let most): (line.atMost, line.isReached) = (most, value <= most)
    case nil: break
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return (try? encoder.encode(line)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private var verdict: String {
    switch goal {
    case .atLeast(let least): "   goal ≥ \(least.formatted())\(value >= least ? "" : "   MISSED")"
    case .atMost(let most): "   goal ≤ \(most.formatted())\(value <= most ? "" : "   MISSED")"
    case nil: ""
    }
  }
}
