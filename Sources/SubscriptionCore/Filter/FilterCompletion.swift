/// One completion at a position of a filter's text.
public struct FilterCompletion: Hashable, Sendable {
  /// The text that replaces the unfinished word.
  public var text: String
  /// An explanation in one sentence; empty if the text is self-explanatory.
  public var help: String

  /// Creates a completion.
  public init(_ text: String, help: String = "") { (self.text, self.help) = (text, help) }
}

extension SubscriberField {
  /// The operator that most likely follows the field.
  var usualOperator: String {
    switch kind {
    case .text, .choice: ":"
    case .number: ">="
    case .deadline, .age: "<"
    case .length: ">="
    }
  }

  /// The words for days that the field can have.
  var usualDays: [String] {
    switch kind {
    case .deadline: [DayWord.today, .tomorrow].map(\.rawValue)
    case .age: [DayWord.today, .yesterday].map(\.rawValue)
    case .text, .choice, .number, .length: []
    }
  }

  /// Frequent values to compare the field with.
  var usualMeasures: [FilterCompletion] {
    switch kind {
    case .deadline:
      [("1h", "an hour"), ("24h", "a day"), ("3d", "three days"), ("7d", "a week")].map {
        FilterCompletion($0.0, help: "within \($0.1) from now")
      }
    case .age:
      [("1h", "hour"), ("24h", "day"), ("7d", "week"), ("30d", "thirty days")].map {
        FilterCompletion($0.0, help: "in the last \($0.1)")
      }
    case .number where isMoney:
      [("5usd", "US dollars"), ("5eur", "euros"), ("500jpy", "yen")].map {
        FilterCompletion($0.0, help: "in \($0.1); any ISO 4217 code will do")
      }
    case .length:
      [("1d", "a day"), ("3d", "three days"), ("16d", "sixteen days"), ("30d", "thirty days")].map {
        FilterCompletion($0.0, help: $0.1)
      }
    case .text, .choice, .number: []
    }
  }
}
