/// What stands between a field and its value.
enum FieldOperator {
  case equals
  case contains
  case compare(FilterComparison)
  case differs
}

extension FilterParser {
  mutating func fieldOperator() -> FieldOperator? {
    guard let first = peek else { return nil }
    let second = position + 1 < scalars.count ? scalars[position + 1] : nil
    let (found, length): (FieldOperator, Int)
    switch (first, second) {
    case (":", "~"): (found, length) = (.contains, 2)
    case (":", _), ("=", _): (found, length) = (.equals, 1)
    case ("<", "="): (found, length) = (.compare(.atMost), 2)
    case ("<", _): (found, length) = (.compare(.less), 1)
    case (">", "="): (found, length) = (.compare(.atLeast), 2)
    case (">", _): (found, length) = (.compare(.greater), 1)
    case ("!", "="), ("!", ":"): (found, length) = (.differs, 2)
    default: return nil
    }
    position += length
    return found
  }

  mutating func field(named name: String, at start: Int, _ comparison: FieldOperator)
    throws(FilterError) -> Filter
  {
    guard !name.isEmpty else {
      throw FilterError(offset: start, text: "a field's name is missing here, as in state:grace")
    }
    guard let field = FilterField(named: name) else {
      let names = FilterField.allCases.flatMap { [$0.rawValue] + $0.aliases }
      throw FilterError(
        offset: start, text: "there is no field \(name); quote the text to search for it",
        suggestion: NearestName.of(name, among: names))
    }
    switch comparison {
    case .differs:
      throw FilterError(
        offset: start, text: "write - before the term to negate it", suggestion: "-\(field):")
    case .equals:
      if peek == "/", field.kind == .text { return .field(field, .matches(try pattern())) }
      return .field(field, .any(try list(of: field)))
    case .contains:
      guard field.kind == .text else {
        throw FilterError(
          offset: start, text: "\(field) has no text to look into; write \(field.example)")
      }
      return .field(field, .contains(try texts(of: field)))
    case .compare(let comparison):
      guard field.kind != .text, field.kind != .choice else {
        throw FilterError(
          offset: start, text: "\(field) is not compared; write \(field.example)")
      }
      let offset = position
      let (text, isQuoted) = try value(of: field)
      guard let value = isQuoted ? nil : field.measure(text) else {
        throw field.misfit(text, at: offset)
      }
      return .field(field, .compare(comparison, value))
    }
  }

  private mutating func list(of field: FilterField) throws(FilterError) -> [FilterValue] {
    var values: [FilterValue] = []
    repeat {
      if !values.isEmpty { position += 1 }
      let offset = position
      let (text, isQuoted) = try value(of: field)
      guard let value = field.value(text, isQuoted: isQuoted) else {
        throw field.misfit(text, at: offset)
      }
      values.append(value)
    } while peek == ","
    return values
  }

  private mutating func texts(of field: FilterField) throws(FilterError) -> [String] {
    var texts: [String] = []
    repeat {
      if !texts.isEmpty { position += 1 }
      texts.append(try value(of: field).text)
    } while peek == ","
    return texts
  }

  private mutating func value(of field: FilterField) throws(FilterError)
    -> (text: String, isQuoted: Bool)
  {
    if peek == "\"" { return (try quoted(), true) }
    let text = run { !FilterParser.endsWord($0) && $0 != "," }
    guard !text.isEmpty else {
      throw problem("a value is missing here; write for example \(field.example)")
    }
    return (text, false)
  }
}

extension FilterField: CustomStringConvertible {
  /// The name that is written in filters.
  public var description: String { rawValue }

  /// A term with the field, for help and for messages.
  public var example: String {
    switch kind {
    case .text: "\(self):value or \(self):~part"
    case .choice: "\(self):\(choices.first?.name ?? "value")"
    case .number: "\(self)>=20"
    case .deadline: self == .due ? "due:now or due<24h" : "\(self)<3d or \(self)>=2025-11-01"
    case .age: "\(self)>3d or \(self)>=2025-11-01"
    }
  }

  /// Reads a value that stands after `:`.
  func value(_ text: String, isQuoted: Bool) -> FilterValue? {
    if !isQuoted {
      switch Filter.foldCase(text) {
      case "none": return .absent
      case "any": return .present
      default: break
      }
    }
    if let choice = choices.first(where: { $0.isNamed(text) }) { return .choice(choice.name) }
    switch kind {
    case .text: return .text(text)
    case .choice: return nil
    case .number: return DecimalText.millionths(text).map(FilterValue.number)
    case .deadline, .age:
      guard let value = measure(text), case .duration = value else { return measure(text) }
      return nil
    }
  }

  /// Reads a value that stands after a comparison.
  func measure(_ text: String) -> FilterValue? {
    switch kind {
    case .text, .choice: return nil
    case .number: return DecimalText.millionths(text).map(FilterValue.number)
    case .deadline, .age:
      if let milliseconds = DurationText.milliseconds(text) {
        return .duration(milliseconds: milliseconds)
      }
      guard let instant = Timestamp(rfc3339: text) else { return nil }
      return text.utf8.count == 10 ? .day(CivilDate(instant)) : .instant(instant)
    }
  }

  /// What to say about a value that does not fit.
  func misfit(_ text: String, at offset: Int) -> FilterError {
    let shown = String(text.prefix(40))
    if !choices.isEmpty {
      let names = choices.map(\.name)
      let others = choices.flatMap(\.aliases)
      return FilterError(
        offset: offset,
        text: "\(self) is not \(shown); it is one of \(names.joined(separator: ", "))"
          + (kind == .choice ? "" : ", or write \(example)"),
        suggestion: NearestName.of(text, among: names + others))
    }
    return FilterError(offset: offset, text: "\(self) is not \(shown); write \(example)")
  }
}
