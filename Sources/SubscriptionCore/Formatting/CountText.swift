/// A formatter of counts for people.
public enum CountText {
  /// Returns a count with commas between the thousands, as `12,847`.
  public static func grouped(_ value: Int) -> String {
    (value < 0 ? "-" : "") + grouped(UInt64(value.magnitude))
  }

  /// Returns a number with what it counts, for example `1 entry` and `1,204 entries`.
  public static func of(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    grouped(number) + " " + (number == 1 ? one : many ?? one + "s")
  }

  /// Returns a count without a sign with commas between the thousands.
  static func grouped(_ value: UInt64) -> String {
    let digits = Array(String(value))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

extension Money {
  /// The amount with its currency for people, for example `1,204.50 EUR` and `480 JPY`.
  public var text: String { grouped + " " + currency }

  /// The amount without its currency for people, for example `1,204.50`.
  ///
  /// It is rounded half away from zero to the currency's minor unit, and its digits are in groups
  /// of three: on screens, in commands and in messages alike.
  public var grouped: String {
    let digits = Money.minorDigits(of: currency)
    let (unit, scale): (UInt64, UInt64) =
      digits == 0 ? (1_000_000, 1) : digits == 3 ? (1_000, 1_000) : (10_000, 100)
    let (sum, overflow) = micros.magnitude.addingReportingOverflow(unit / 2)
    let rounded = (overflow ? micros.magnitude : sum) / unit
    let whole = (micros < 0 && rounded > 0 ? "-" : "") + CountText.grouped(rounded / scale)
    return digits == 0 ? whole : whole + "." + padded(Int(rounded % scale), digits)
  }
}
