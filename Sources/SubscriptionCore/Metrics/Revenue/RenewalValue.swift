/// The lifetime value of renewals: the money that a subscription brings after its purchase, from
/// its first renewal to its end (<doc:Metrics#Lifetime-value>).
///
/// The lifetime is counted in payments and not in days: each period that was paid for is followed
/// by another payment or by the end. Time in grace or in hold is neither, until the store collects
/// the payment or the subscription ends, so retries add nothing to the lifetime or to the money.
public struct RenewalValue: Hashable, Sendable {
  /// The renewals that were paid, recoveries included.
  public var renewals: Int
  /// The subscriptions that ended, for whatever reason.
  public var ended: Int
  /// The money of ``renewals``.
  public var revenue: MoneySums

  /// Creates the value of some renewals and ends.
  public init(renewals: Int = 0, ended: Int = 0, revenue: MoneySums = MoneySums()) {
    (self.renewals, self.ended, self.revenue) = (renewals, ended, revenue)
  }

  /// The share of the periods after which another payment followed, of those that were followed by
  /// a payment or the end.
  public var renewalRate: Rate { Rate(renewals, of: renewals + ended) }

  /// The number of renewals that a subscription pays until it ends; `nil` while none has ended.
  ///
  /// With the share *p* of ``renewalRate`` it is *p* / (1 − *p*), the mean of the geometric
  /// distribution.
  public var renewalsPerSubscription: Double? { ended > 0 ? Double(renewals) / Double(ended) : nil }

  /// The 95 % interval of ``renewalsPerSubscription``: that of ``renewalRate``, brought to the same
  /// scale; `nil` while none has ended.
  public var renewalsInterval: ClosedRange<Double>? {
    guard ended > 0, let interval = renewalRate.interval else { return nil }
    let ends = [interval.lowerBound, interval.upperBound].map { $0 / (1 - $0) }
    return ends[0]...ends[1]
  }

  /// The revenue for each subscription that ended, in millionths, by currency.
  ///
  /// The amounts of all currencies are parts of one value, since ends have no currency.
  public var perSubscription: [String: Int64] {
    ended > 0 ? revenue.micros.mapValues { $0.dividedRounding(by: Int64(ended)) } : [:]
  }

  /// Returns the 95 % interval of an amount of ``perSubscription``, in millionths: that of the
  /// number of renewals, at their average price; `nil` without a renewal or an end.
  public func interval(of currency: String) -> ClosedRange<Int64>? {
    guard renewals > 0, let renewalsInterval, let sum = revenue.micros[currency] else { return nil }
    let average = Double(sum) / Double(renewals)
    func micros(_ count: Double) -> Int64 { Int64(exactly: (count * average).rounded()) ?? .max }
    let (low, high) = (micros(renewalsInterval.lowerBound), micros(renewalsInterval.upperBound))
    return min(low, high)...max(low, high)
  }
}

extension Int64 {
  /// Returns the quotient, rounded half away from zero, by a positive number.
  fileprivate func dividedRounding(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    guard rest.magnitude >= divisor.magnitude - rest.magnitude else { return quotient }
    return quotient + (self < 0 ? -1 : 1)
  }
}
