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

/// A parser and formatter for decimal numbers, which are whole numbers of their last decimal.
enum DecimalText {
  /// Parses a decimal number in millionths, with at most twelve digits before the point and six
  /// after it; `nil` for any other text.
  static func millionths(_ text: String) -> Int64? { parse(text, whole: 12, decimals: 6) }

  /// Parses a decimal number with at most so many digits before the point and after it; `nil` for
  /// any other text.
  static func parse(_ text: String, whole most: Int, decimals: Int) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : "0"
    guard let whole = parts.first, isDigits(whole), whole.count <= most, isDigits(fraction),
      fraction.count <= decimals,
      let value = Int64(whole + fraction + String(repeating: "0", count: decimals - fraction.count))
    else { return nil }
    return isNegative ? -value : value
  }

  /// Returns the shortest decimal number that has some decimals at least.
  static func text(_ value: Int64, decimals: Int = 6, atLeast least: Int = 0) -> String {
    let number = String(value.magnitude)
    let digits = String(repeating: "0", count: max(0, decimals + 1 - number.count)) + number
    var fraction = digits.suffix(decimals)
    while fraction.count > least, fraction.hasSuffix("0") { fraction.removeLast() }
    let whole = "\(value < 0 ? "-" : "")\(digits.dropLast(decimals))"
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
