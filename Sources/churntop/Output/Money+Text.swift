import SubscriptionCore

extension Money {
  /// The amount with its currency for people, rounded half up to hundredths.
  var text: String {
    let (sum, overflow) = micros.addingReportingOverflow(micros < 0 ? -5_000 : 5_000)
    let hundredths = (overflow ? micros : sum) / 10_000
    return Money(micros: hundredths * 10_000, currency: currency).decimal + " " + currency
  }
}
