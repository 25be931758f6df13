import ProgramConventions
import SubscriptionCore

extension Money {
  /// The amount with its currency for people, rounded half up to the currency's minor unit, for
  /// example `480 JPY` and `4.99 USD`.
  var text: String { number + " " + currency }

  /// The amount without its currency for tables, with its digits in groups of three, for example
  /// `1,204.50`.
  var grouped: String {
    let digits = number.drop { $0 == "-" }
    let whole = digits.prefix { $0 != "." }
    return (micros < 0 ? "-" : "") + ProgressMeter.grouped(Int(whole) ?? 0)
      + digits.dropFirst(whole.count)
  }

  private var number: String {
    let digits = Money.minorDigits(of: currency)
    let decimal = rounded(digits).decimal
    return digits == 0 ? String(decimal.dropLast(3)) : decimal
  }

  /// The amount with its currency for programs, rounded half up to hundredths, for example
  /// `480.00 JPY`.
  var dataText: String { rounded(2).decimal + " " + currency }

  private func rounded(_ digits: Int) -> Money {
    let unit = (digits..<6).reduce(Int64(1)) { unit, _ in unit * 10 }
    let (sum, overflow) = micros.addingReportingOverflow(micros < 0 ? -unit / 2 : unit / 2)
    return Money(micros: (overflow ? micros : sum) / unit * unit, currency: currency)
  }
}
