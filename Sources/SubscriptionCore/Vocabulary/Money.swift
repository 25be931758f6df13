/// An amount of one currency, exact to the millionth.
///
/// Apple states thousandths (`price`, milliunits), Google millionths (`priceAmountMicros`) or units
/// and nanos; millionths represent the first two exactly. Never a floating-point number.
public struct Money: Hashable, Sendable, Codable {
  /// Millionths of the currency's unit: 4.99 USD is 4,990,000, 480 JPY is 480,000,000.
  public var micros: Int64
  /// The ISO 4217 code, for example `JPY`.
  public var currency: String

  /// Creates an amount from millionths of a unit.
  public init(micros: Int64, currency: String) {
    (self.micros, self.currency) = (micros, currency)
  }

  /// Creates an amount from thousandths of a unit, as Apple states prices.
  public init(milliunits: Int64, currency: String) {
    let (micros, overflow) = milliunits.multipliedReportingOverflow(by: 1000)
    self.init(micros: overflow ? (milliunits < 0 ? .min : .max) : micros, currency: currency)
  }

  /// The amount as a decimal number with the currency's usual digits, for example `480.00`.
  ///
  /// Two digits at least, more when the amount needs them, six at most.
  public var decimal: String { DecimalText.text(micros, atLeast: 2) }
}
