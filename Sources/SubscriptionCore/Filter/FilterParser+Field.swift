import PlainText

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
    guard let field = SubscriberField(named: name) else {
      let names = SubscriberField.all(in: scope).flatMap { [$0.name] + $0.aliases }
      throw FilterError(
        offset: start,
        text: "there is no field \(FilterError.excerpt(name)); quote the text to search for it",
        suggestion: NearestName.find(name, in: names))
    }
    guard field.isKnown(in: scope) else {
      throw FilterError(
        offset: start,
        text: "\(field.name) says something of an event, and these are subscribers; "
          + "it works on Events and with 'churntop events'")
    }
    switch comparison {
    case .differs:
      throw FilterError(
        offset: start, text: "write - before the term to negate it", suggestion: "-\(field.name):")
    case .equals:
      if peek == "/", field.kind == .text { return .field(field, .matches(try pattern())) }
      return .field(field, .any(try list(of: field)))
    case .contains:
      guard field.kind == .text else {
        throw FilterError(
          offset: start, text: "\(field.name) has no text to look into; write \(field.example)")
      }
      return .field(field, .contains(try texts(of: field)))
    case .compare(let comparison):
      guard field.kind != .text, field.kind != .choice else {
        throw FilterError(
          offset: start, text: "\(field.name) is not compared; write \(field.example)")
      }
      let offset = position
      let (text, isQuoted) = try value(of: field)
      guard let value = isQuoted ? nil : field.measure(text) else {
        throw field.misfit(text, at: offset)
      }
      try checkPast(value, comparison, of: field, at: offset)
      note(value, of: field, at: offset)
      return .field(field, .compare(comparison, value))
    }
  }

  /// Throws an error if a length of time since something is negative: it is always at least that
  /// long ago, so the comparison would be true of all, or of none.
  private func checkPast(
    _ value: FilterValue, _ comparison: FilterComparison, of field: SubscriberField, at offset: Int
  ) throws(FilterError) {
    guard field.kind == .age || field.kind == .length, case .duration(let milliseconds) = value,
      milliseconds < 0
    else { return }
    let length = FilterValue.duration(milliseconds: milliseconds == .min ? .max : -milliseconds)
    // Elsewhere -3d is the instant three days ago.
    let comparison = field.kind == .age ? comparison.reversed : comparison
    let words = field.kind == .age ? "says how long ago" : "is a length of time"
    let meant = Filter.field(field, .compare(comparison, length)).description
    throw FilterError(
      offset: offset, text: "\(field.name) \(words), without a minus; write \(meant)")
  }

  private mutating func list(of field: SubscriberField) throws(FilterError) -> [FilterValue] {
    var values: [FilterValue] = []
    repeat {
      if !values.isEmpty { position += 1 }
      let offset = position
      let (text, isQuoted) = try value(of: field)
      guard let value = field.value(text, isQuoted: isQuoted) else {
        throw field.misfit(text, at: offset)
      }
      note(value, of: field, at: offset)
      values.append(value)
    } while peek == ","
    return values
  }

  private mutating func texts(of field: SubscriberField) throws(FilterError) -> [String] {
    var texts: [String] = []
    repeat {
      if !texts.isEmpty { position += 1 }
      texts.append(try value(of: field).text)
    } while peek == ","
    return texts
  }

  private mutating func value(of field: SubscriberField) throws(FilterError)
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
