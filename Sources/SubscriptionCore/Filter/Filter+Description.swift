extension Filter: CustomStringConvertible {
  /// The filter as text; parsing it results in an equal filter.
  ///
  /// That is true of every filter that `parse` can return: ``and(_:)`` and ``or(_:)`` with
  /// two parts or more, choices by their names, texts that fit their fields.
  public var description: String {
    guard self != .all else { return "" }
    return written(within: .top)
  }

  private enum Surrounding { case top, alternative, conjunction, negation }

  private func written(within place: Surrounding) -> String {
    switch self {
    case .all: return "()"
    case .and(let parts):
      let text = parts.map { $0.written(within: .conjunction) }.joined(separator: " ")
      return place == .conjunction || place == .negation ? "(\(text))" : text
    case .or(let parts):
      let text = parts.map { $0.written(within: .alternative) }.joined(separator: " | ")
      return place == .top ? text : "(\(text))"
    case .not(let inner): return "-" + inner.written(within: .negation)
    case .field(let field, let test): return field.name + test.description
    case .text(let text): return FilterQuoting.word(text)
    case .pattern(let pattern): return pattern.description
    }
  }
}

extension FilterTest: CustomStringConvertible {
  /// The operator and the value, as written after the field's name.
  public var description: String {
    switch self {
    case .any(let values): ":" + values.map(\.description).joined(separator: ",")
    case .contains(let texts): ":~" + texts.map(FilterQuoting.value).joined(separator: ",")
    case .matches(let pattern): ":" + pattern.description
    case .compare(let comparison, let value): comparison.rawValue + value.description
    }
  }
}

extension FilterValue: CustomStringConvertible {
  /// The value as written in a filter.
  public var description: String {
    switch self {
    case .text(let text): FilterQuoting.value(text)
    case .choice(let name): name
    case .number(let millionths): DecimalText.text(millionths)
    case .money(let millionths, let currency):
      DecimalText.text(millionths) + currency.lowercased()
    case .duration(let milliseconds): DurationText.text(milliseconds: milliseconds)
    case .day(let day): day.iso8601
    case .dayFromNow(let days): DayWord(days: days)?.rawValue ?? "\(days)"
    case .instant(let instant): instant.rfc3339
    case .absent: "none"
    case .present: "any"
    }
  }
}

/// The quotation of texts that would otherwise be parsed as something else.
enum FilterQuoting {
  /// Returns a bare word, or a quotation.
  static func word(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      !FilterParser.endsWord($0) && !marks.contains($0)
    }
    let starts = text.unicodeScalars.first.map { !["-", "/", ","].contains($0) } ?? false
    let isOperator = FilterParser.wordOperators[Filter.foldCase(text)] != nil
    return isPlain && starts && !isOperator ? text : quoted(text)
  }

  /// Returns a value of a field, or a quotation.
  static func value(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { !FilterParser.endsWord($0) && $0 != "," }
    let starts = text.unicodeScalars.first.map { $0 != "~" && $0 != "/" } ?? false
    let isKeyword = ["none", "any"].contains(Filter.foldCase(text))
    return isPlain && starts && !isKeyword ? text : quoted(text)
  }

  private static let marks: Set<Unicode.Scalar> = [":", "<", ">", "=", "!"]

  private static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView()
    quoted.append("\"")
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }
}
