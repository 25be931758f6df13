extension Money {
  /// Returns the number of decimal digits of a currency's minor unit, by ISO 4217 list one: zero
  /// for `JPY`, three for `KWD`, two for most.
  public static func minorDigits(of currency: String) -> Int {
    if wholeUnits.contains(currency) { return 0 }
    return thousandths.contains(currency) ? 3 : 2
  }

  private static let wholeUnits: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
    "XAF", "XOF", "XPF",
  ]

  private static let thousandths: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
}
