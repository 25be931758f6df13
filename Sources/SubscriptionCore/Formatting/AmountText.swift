/// A parser for amounts in filters: `5usd`, `790JPY`, or `0` of any currency.
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

extension Money {
  /// Parses an amount of a currency from decimal text such as `4.99`, with at most twelve digits
  /// before the point and six after it; `nil` for any other text, including one with a sign.
  public init?(decimal: String, currency: String) {
    guard let micros = DecimalText.millionths(decimal), !decimal.hasPrefix("-") else { return nil }
    self.init(micros: micros, currency: currency)
  }
}
