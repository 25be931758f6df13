import PlainText

extension SubscriberField {
  /// A term with the field, for help and for messages.
  public var example: String {
    switch kind {
    case .text:
      self == .eventName
        ? "type:fail,refund or type:~RENEW" : "\(name):value or \(name):~part"
    case .choice: "\(name):\(choices.first?.name ?? "value")"
    case .number: isMoney ? "\(name)>=20usd" : "\(name)>=20"
    case .deadline: self == .dueAt ? "due:now or due<24h" : "\(name)<3d or \(name)>=2025-11-01"
    case .age: "\(name)>3d or \(name)>=2025-11-01"
    case .length: "\(name)>=3d"
    }
  }

  /// Parses a value after `:`; `nil` for one that the field cannot have.
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
    case .text: return self == .eventName && !TypeAlias.canBeName(text) ? nil : .text(text)
    case .choice: return nil
    case .number where isMoney: return AmountText.value(text)
    case .number: return DecimalText.millionths(text).map(FilterValue.number)
    case .deadline, .age:
      guard let value = measure(text), case .duration = value else { return measure(text) }
      return nil
    case .length: return nil
    }
  }

  /// Parses a value after a comparison operator; `nil` for one that the field cannot have.
  func measure(_ text: String) -> FilterValue? {
    switch kind {
    case .text, .choice: return nil
    case .number where isMoney: return AmountText.value(text)
    case .number: return DecimalText.millionths(text).map(FilterValue.number)
    case .deadline, .age:
      if let milliseconds = DurationText.milliseconds(text) {
        return .duration(milliseconds: milliseconds)
      }
      if let word = DayWord(rawValue: Filter.foldCase(text)) { return .dayFromNow(word.days) }
      guard let instant = InstantText.stated(text) else { return nil }
      return text.utf8.count == 10 ? .day(CivilDate(instant)) : .instant(instant)
    case .length:
      return DurationText.milliseconds(text).map(FilterValue.duration(milliseconds:))
    }
  }

  /// Returns the error for a value that the field cannot have, with the likely meant one if any.
  func misfit(_ text: String, at offset: Int) -> FilterError {
    let shown = FilterError.excerpt(text)
    if self == .eventName {
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
        text: "\(name) is not \(shown); it is one of \(names.joined(separator: ", "))"
          + (kind == .choice ? "" : ", or write \(example)"),
        suggestion: NearestName.find(text, in: names + others))
    }
    return FilterError(offset: offset, text: "\(name) is not \(shown); write \(example)")
  }
}
