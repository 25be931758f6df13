import EventLedger
import SubscriptionCore
import TerminalUI

/// The formatting of lengths of time, counts and amounts on screens.
///
/// With digits and letters only, so that a column's width is the count of its letters. Instants are
/// written by ``DateFormatting``, because they need a zone and a present.
enum Formatting {
  /// A text with blanks behind it up to a number of columns.
  static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - SafeText.width(of: text)))
  }

  /// A text with blanks before it up to a number of columns, so that it ends below others.
  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - SafeText.width(of: text))) + text
  }

  /// A length of time by its two greatest units, as `3d 4h`, `6h 12m` or `12m`; the sign is lost.
  static func age(_ length: Duration) -> String { DurationText.short(length) }

  /// A length of time by its greatest unit, as `6d`, `14h` or `12m`; the sign is lost.
  static func short(_ length: Duration) -> String { DurationText.greatestUnit(length) }

  /// A length of time to wait or to be within, in words as `45 s`, `10 min`, `36 h` or `3 d`; what
  /// is left of a unit counts as a whole one.
  static func span(_ length: Duration) -> String { DurationText.roundedUp(length) }

  /// A count with commas between the thousands, as `12,847`.
  static func count(_ value: Int) -> String { CountText.grouped(value) }

  /// A count that may have been cut off, as `12,847`, `over 100,000` or `at least 3,210`.
  static func count(_ value: CappedCount) -> String {
    switch value {
    case .exact(let number): count(number)
    case .over(let number): "over " + count(number)
    case .atLeast(let number): "at least " + count(number)
    }
  }

  /// A change with its sign, as `+21`, `-4` or `0`.
  static func change(_ value: Int) -> String { value > 0 ? "+" + count(value) : count(value) }

  /// Amounts in several currencies: as many as fit a width, and how many others there are; the
  /// first one is shortened where even that does not fit.
  ///
  /// Currencies are added up only at the rates of the configuration, because no store states an
  /// exchange rate.
  static func worth(_ amounts: [Money], width: Int = 0) -> String? {
    guard let first = amounts.first else { return nil }
    guard amounts.count > 1 else { return amount(first, width: width) }
    for count in stride(from: amounts.count, through: 1, by: -1) {
      let shown = amounts.prefix(count).map(\.text).joined(separator: ", ")
      let rest = amounts.count - count
      let text = rest == 0 ? shown : "\(shown) and \(currencies(rest))"
      if text.count <= width { return text }
    }
    let others = " +\(amounts.count - 1)"
    let brief = amount(first, width: max(0, width - others.count)) + others
    return width > 0 && brief.count + 5 > width ? brief : brief + " cur."
  }

  /// An amount, in whole units of its currency where it is longer than a width, and in thousands,
  /// millions or billions where those are; 0 is no limit.
  ///
  /// Cut off, it would be read as a smaller one.
  private static func amount(_ money: Money, width: Int) -> String {
    let text = money.text
    guard width > 0, text.count > width else { return text }
    let whole = wholeUnits(of: money)
    let fits = whole.count + 1 + money.currency.count <= width
    return "\(fits ? whole : brief(money) ?? whole) \(money.currency)"
  }

  /// An amount without its currency by its first three digits, as `1.23M`; `nil` below a thousand.
  private static func brief(_ money: Money) -> String? {
    let units = Double(money.micros.magnitude) / 1_000_000
    let scales = [(1e9, "bn"), (1e6, "M"), (1e3, "k")]
    guard let (size, unit) = scales.first(where: { units >= $0.0 }) else { return nil }
    let value = units / size
    let (tenths, hundredths) = (Int((value * 10).rounded()), Int((value * 100).rounded()))
    let number =
      hundredths < 1000
      ? "\(hundredths / 100).\(twoDigits(hundredths % 100))"
      : tenths < 1000 ? "\(tenths / 10).\(tenths % 10)" : count(Int(value.rounded()))
    return (money.micros < 0 ? "-" : "") + number + unit
  }

  /// An amount without its currency and its fraction, rounded half away from zero.
  static func wholeUnits(of money: Money) -> String {
    let (units, rest) = money.micros.quotientAndRemainder(dividingBy: 1_000_000)
    return count(Int(units) + (rest >= 500_000 ? 1 : rest <= -500_000 ? -1 : 0))
  }

  private static func currencies(_ count: Int) -> String {
    count == 1 ? "1 currency" : "\(count) currencies"
  }

  /// The description of an error; an error without one is named by its type.
  static func reason(of error: any Error) -> String {
    guard let words = error as? any CustomStringConvertible else {
      return "an unexpected problem of the kind \(type(of: error))"
    }
    return words.description
  }

  /// A number with two digits at least.
  static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  /// The word after a count: nothing for one, `s` for any other.
  static func plural(_ count: Int, _ word: String) -> String {
    "\(Formatting.count(count)) \(word)\(count == 1 ? "" : "s")"
  }

  /// The same for a count that may have been cut off.
  static func plural(_ count: CappedCount, _ word: String) -> String {
    "\(Formatting.count(count)) \(word)\(count == 1 ? "" : "s")"
  }

  /// A share as `43.2 %`, rounded to the nearest, exactly; `nil` of nothing.
  static func percent(_ rate: Rate) -> String? {
    guard rate.denominator > 0 else { return nil }
    // Beyond that the sums below do not fit into an integer.
    let highest = Int.max / 4000
    guard rate.numerator <= highest, rate.denominator <= highest else {
      return rate.share.map(percent)
    }
    return tenths((2000 * rate.numerator + rate.denominator) / (2 * rate.denominator))
  }

  /// A share between 0 and 1 as `43.2 %`.
  static func percent(_ share: Double) -> String { tenths(Int((share * 1000).rounded())) }

  /// An interval of shares as `40.1-46.2`.
  static func percents(_ range: ClosedRange<Double>) -> String {
    [range.lowerBound, range.upperBound].map { String(percent($0).dropLast(2)) }
      .joined(separator: "-")
  }

  /// A share between 0 and 1 as `43 %`.
  static func wholePercent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  private static func tenths(_ value: Int) -> String {
    "\(count(value / 10)).\(value.magnitude % 10) %"
  }
}
