import SubscriptionCore

/// Order identifiers of Google Play: `GPA.1-2-3-4`, then `GPA.1-2-3-4..0` for the first renewal.
enum PlayOrder {
  /// How many periods an order and those before it paid for; `nil` for another form.
  static func periods(_ order: String) -> Int? {
    var text = order
    return text.withUTF8 { bytes -> Int? in
      guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0,
        bytes[dot - 1] == UInt8(ascii: ".")
      else { return order.hasPrefix("GPA.") ? 1 : nil }
      let digits = UnsafeBufferPointer(rebasing: bytes[(dot + 1)...])
      guard let number = DecimalText.floor(digits), (0...5000).contains(number) else { return nil }
      return Int(number) + 2
    }
  }

  /// The period that fits between two dates as often as was paid.
  static func period(from start: Timestamp, to end: Timestamp, order: String) -> BillingPeriod? {
    guard let count = periods(order) else { return nil }
    let length = Duration.milliseconds((end - start).wholeMilliseconds / Int64(count))
    let period = BillingPeriod(closestTo: length)
    return period == BillingPeriod(4, .week) ? .monthly : period
  }
}
