/// The money of a window by currency: what failed and came back, how the monthly recurring revenue
/// moved, and the lifetime value of renewals.
///
/// Amounts of different currencies are never added (<doc:Metrics#Revenue-recovery-rate>).
public struct RevenueFigures: Hashable, Sendable {
  /// The money of the renewals that failed in some days, by currency.
  public struct Failed: Hashable, Sendable {
    /// The money by currency.
    public var byCurrency: [String: RevenueRecovery] = [:]
    /// The number of failed renewals whose price is unknown.
    public var unknown = 0

    /// Creates the money of no renewal.
    public init() {}

    /// Adds a number of failed renewals with one price.
    public mutating func add(_ price: Money?, isRecovered: Bool, count: Int = 1) {
      guard let price else { return unknown += count }
      byCurrency[price.currency, default: RevenueRecovery()]
        .add(price, isRecovered: isRecovered, count: count)
    }

    /// Adds the money of other renewals.
    public static func += (left: inout Failed, right: Failed) {
      for (currency, money) in right.byCurrency {
        left.byCurrency[currency, default: RevenueRecovery()] += money
      }
      left.unknown += right.unknown
    }
  }

  /// The monthly recurring revenue at the start and at the end of a window.
  public struct Movement: Hashable, Sendable {
    /// The sums at the end of the day before the window.
    public var start: MoneySums
    /// The sums at the end of the window.
    public var end: MoneySums

    /// Creates a movement.
    public init(from start: MoneySums, to end: MoneySums) { (self.start, self.end) = (start, end) }

    /// The end minus the start, in millionths, by currency.
    public var change: [String: Int64] {
      end.micros.merging(start.micros.mapValues { 0 &- $0 }) { $0.addingClamped($1) }
    }
  }

  /// The renewals that failed in the window, as known now.
  public var failed: Failed
  /// Those of the window before, as known at the same age.
  public var failedBefore: Failed
  /// Those of the latest closed window, which is final.
  public var failedFinal: Failed
  /// The monthly recurring revenue; `nil` where days are not counted, as with a filter.
  public var mrr: Movement?
  /// The part of ``mrr`` in grace.
  public var mrrInGrace: Movement?
  /// The monthly recurring revenue in hold, which is no part of ``mrr``.
  public var mrrInHold: Movement?
  /// The lifetime value of renewals; `nil` where days are not counted.
  public var renewals: RenewalValue?
  /// That of the window before.
  public var renewalsBefore: RenewalValue?

  /// Creates figures.
  public init(
    failed: Failed = Failed(), failedBefore: Failed = Failed(), failedFinal: Failed = Failed(),
    mrr: Movement? = nil, mrrInGrace: Movement? = nil, mrrInHold: Movement? = nil,
    renewals: RenewalValue? = nil, renewalsBefore: RenewalValue? = nil
  ) {
    (self.failed, self.failedBefore, self.failedFinal) = (failed, failedBefore, failedFinal)
    (self.mrr, self.mrrInGrace, self.mrrInHold) = (mrr, mrrInGrace, mrrInHold)
    (self.renewals, self.renewalsBefore) = (renewals, renewalsBefore)
  }

  /// The currencies with an amount, in the order of their codes.
  public var currencies: [String] {
    let failures = [failed, failedBefore, failedFinal].flatMap(\.byCurrency.keys)
    let movements = [mrr, mrrInGrace, mrrInHold].compactMap(\.self).flatMap(\.change.keys)
    let values = [renewals, renewalsBefore].compactMap(\.self).flatMap(\.revenue.micros.keys)
    return Set(failures + movements + values).sorted()
  }
}
