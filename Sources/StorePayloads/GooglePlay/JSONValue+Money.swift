import PlainText
import SubscriptionCore

extension JSONValue {
  /// Returns a `Money`: whole units as text, and nanos
  /// (<https://developers.google.com/android-publisher/api-ref/rest/v3/Money>).
  func money(_ key: StaticString) throws(Fault) -> Money? {
    guard let value = try object(key), let currency = try value.currency("currencyCode") else {
      return nil
    }
    let units = try value.integer("units") ?? 0
    let nanos = try value.integer("nanos") ?? 0
    let (scaled, first) = units.multipliedReportingOverflow(by: 1_000_000)
    let (micros, second) = scaled.addingReportingOverflow(nanos / 1000)
    guard !first, !second else { throw value.fault(.unreadable(expected: "an amount of money")) }
    return Money(micros: micros, currency: currency)
  }
}
