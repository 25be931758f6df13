import SubscriptionCore

extension Money {
  /// The amount with its currency for programs, rounded half up to hundredths, for example
  /// `480.00 JPY`.
  var dataText: String {
    let half: Int64 = micros < 0 ? -5_000 : 5_000
    let (sum, overflow) = micros.addingReportingOverflow(half)
    let rounded = (overflow ? micros : sum) / 10_000 * 10_000
    return Money(micros: rounded, currency: currency).decimal + " " + currency
  }
}
