import PlainText

extension FilterField: CustomStringConvertible {
  /// The name that is written in filters.
  public var description: String { rawValue }

  /// A term with the field, for help and for messages.
  public var example: String {
    switch kind {
    case .text:
      self == .type
        ? "type:fail,refund or type:~RENEW" : "\(self):value or \(self):~part"
    case .choice: "\(self):\(choices.first?.name ?? "value")"
    case .number: isMoney ? "\(self)>=20usd" : "\(self)>=20"
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
    case .text where self == .country: return .text(CountryCode.alpha2(text))
    case .text: return self == .type && !TypeAlias.canBeName(text) ? nil : .text(text)
    case .choice: return nil
    case .number where isMoney: return AmountText.value(text)
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
    case .number where isMoney: return AmountText.value(text)
    case .number: return DecimalText.millionths(text).map(FilterValue.number)
    case .deadline, .age:
      if let milliseconds = DurationText.milliseconds(text) {
        return .duration(milliseconds: milliseconds)
      }
      guard let instant = InstantText.stated(text) else { return nil }
      return text.utf8.count == 10 ? .day(CivilDate(instant)) : .instant(instant)
    }
  }

  /// What to say about a value that does not fit.
  func misfit(_ text: String, at offset: Int) -> FilterError {
    let shown = String(text.prefix(40))
    if self == .type {
      return FilterError(
        offset: offset,
        text: "type is not \(shown); it is a word such as fail, grace, hold, renew or refund, "
          + "or the store's own name such as DID_RENEW",
        suggestion: NearestName.find(text, in: choices.map(\.name)))
    }
    if !choices.isEmpty {
      let names = choices.map(\.name)
      let others = choices.flatMap(\.aliases)
      return FilterError(
        offset: offset,
        text: "\(self) is not \(shown); it is one of \(names.joined(separator: ", "))"
          + (kind == .choice ? "" : ", or write \(example)"),
        suggestion: NearestName.find(text, in: names + others))
    }
    return FilterError(offset: offset, text: "\(self) is not \(shown); write \(example)")
  }
}
