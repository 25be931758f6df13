/// A value in a filter.
public enum FilterValue: Hashable, Sendable {
  /// A text, as typed.
  case text(String)
  /// One of a field's choices, by its name.
  case choice(String)
  /// A number in millionths.
  case number(millionths: Int64)
  /// An amount of a currency, by the currency's ISO 4217 code in capitals.
  case money(millionths: Int64, currency: String)
  /// A length of time in milliseconds; negative for the past of a deadline.
  case duration(milliseconds: Int64)
  /// A whole UTC day: `<` is before it, `<=` up to its end, `>` after it, `>=` from its start.
  case day(CivilDate)
  /// An instant.
  case instant(Timestamp)
  /// `none`: the value is missing.
  case absent
  /// `any`: the value is not missing.
  case present
}

/// A parser and formatter for lengths of time as people type them: `3d`, `36h`, `1d12h`, `90m`,
/// `2w`.
public enum DurationText {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Parses a length of time in milliseconds; `nil` for any other text and beyond 10,000 years.
  ///
  /// The text is one or more whole numbers, each with a unit of `w`, `d`, `h`, `m`, `s` or `ms`; a
  /// `-` in front makes it negative.
  public static func milliseconds(_ text: some StringProtocol) -> Int64? {
    var rest = Substring(text)
    let isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    guard !rest.isEmpty else { return nil }
    var total: Int64 = 0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let unitName = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(unitName.count)
      guard let count = Int64(digits), digits.count <= 16,
        let unit = units.first(where: { $0.name == unitName })
      else { return nil }
      let (product, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
      guard !overflow, product <= longest, total + product <= longest else { return nil }
      total += product
    }
    return isNegative ? -total : total
  }

  /// Returns a length of time as text that parses to the same value, for example `1d12h`.
  public static func text(milliseconds: Int64) -> String {
    var rest = milliseconds.magnitude
    var text = ""
    for unit in units.dropFirst() where rest >= UInt64(unit.milliseconds) {
      text += String(rest / UInt64(unit.milliseconds)) + unit.name
      rest %= UInt64(unit.milliseconds)
    }
    return text.isEmpty ? "0s" : (milliseconds < 0 ? "-" : "") + text
  }

  /// Ten thousand years of 366 days.
  static let longest: Int64 = 3_660_000 * 86_400_000
}

/// A parser for amounts as people type them: `5usd`, `790JPY`, or `0` of any currency.
enum AmountText {
  /// Parses an amount; one without a currency is a number.
  static func value(_ text: String) -> FilterValue? {
    let currency = text.suffix(3)
    guard currency.count == 3, currency.utf8.allSatisfy({ (97...122).contains($0 | 0x20) }) else {
      return DecimalText.millionths(text).map(FilterValue.number)
    }
    return DecimalText.millionths(String(text.dropLast(3))).map {
      .money(millionths: $0, currency: currency.uppercased())
    }
  }
}

/// A parser and formatter for decimal numbers in millionths.
enum DecimalText {
  /// Parses a decimal number with at most six digits after the point; `nil` for any other text.
  static func millionths(_ text: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, isDigits(whole), whole.count <= 12 else { return nil }
    var fraction = ""
    if parts.count == 2 {
      guard isDigits(parts[1]), parts[1].count <= 6 else { return nil }
      fraction = String(parts[1])
    }
    fraction += String(repeating: "0", count: 6 - fraction.count)
    guard let value = Int64(whole + fraction) else { return nil }
    return isNegative ? -value : value
  }

  /// Returns millionths as the shortest decimal number.
  static func text(millionths: Int64) -> String {
    var fraction = padded(Int(millionths.magnitude % 1_000_000), 6)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let whole = (millionths < 0 ? "-" : "") + String(millionths.magnitude / 1_000_000)
    return fraction.isEmpty ? whole : whole + "." + fraction
  }

  private static func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }
}
