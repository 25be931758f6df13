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

extension [String] {
  /// The texts as a list in a sentence, for example `3 failed, 2 renewed and 1 ended`.
  var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
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
    let (number, scale) = (minorUnits.magnitude, 1_000_000 / microsPerMinorUnit)
    let whole = (minorUnits < 0 ? "-" : "") + CountText.grouped(number / scale.magnitude)
    let digits = Money.minorDigits(of: currency)
    return digits == 0 ? whole : whole + "." + padded(Int(number % scale.magnitude), digits)
  }
}
