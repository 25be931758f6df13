extension Money {
  /// Returns the number of decimal digits of a currency's minor unit, by ISO 4217 list one: zero
  /// for `JPY`, three for `KWD`, two for most.
  public static func minorDigits(of currency: String) -> Int {
    if wholeUnits.contains(currency) { return 0 }
    return thousandths.contains(currency) ? 3 : 2
  }

  /// The amount rounded half away from zero to the currency's minor unit.
  ///
  /// What is printed as the sum of printed amounts is the sum of these.
  /// An amount at the end of what 64 bits hold stays as it is.
  public var rounded: Money {
    let (micros, overflow) = minorUnits.multipliedReportingOverflow(by: microsPerMinorUnit)
    return overflow ? self : Money(micros: micros, currency: currency)
  }

  /// The number of minor units, rounded half away from zero.
  var minorUnits: Int64 {
    let unit = microsPerMinorUnit.magnitude
    let units = Int64((micros.magnitude + unit / 2) / unit)
    return micros < 0 ? -units : units
  }

  /// The millionths of the unit in one minor unit.
  var microsPerMinorUnit: Int64 {
    switch Money.minorDigits(of: currency) {
    case 0: 1_000_000
    case 3: 1_000
    case _: 10_000
    }
  }

  private static let wholeUnits: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
    "XAF", "XOF", "XPF",
  ]

  private static let thousandths: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
}
