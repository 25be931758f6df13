/// One line of the money of a window: a measure, in one currency where it has one.
public struct RevenueLine: Hashable, Sendable {
  /// A measure of money; the JSON contract fixes the raw values.
  public enum Measure: String, Hashable, Sendable, CaseIterable {
    /// The part of the money of failed renewals that was recovered.
    case revenueRecoveryRate
    /// The movement of the monthly recurring revenue over the window.
    case mrrChange
    /// The movement of its part in grace.
    case mrrInGraceChange
    /// The movement of the monthly recurring revenue in hold.
    case mrrInHoldChange
    /// The number of renewals that a subscription pays until it ends.
    case renewalsPerSubscription
    /// The money of those renewals.
    case renewalValue
  }

  /// A quantity of a line.
  public enum Quantity: Hashable, Sendable {
    /// A part of a whole.
    case share(Double)
    /// A number, which need not be whole.
    case number(Double)
    /// An amount in millionths of the line's currency.
    case amount(Int64)
  }

  /// The two quantities that a value is made of.
  public enum Parts: Hashable, Sendable {
    /// A numerator and a denominator.
    case ratio(Quantity, of: Quantity)
    /// The values at the start and at the end of the window.
    case change(from: Quantity, to: Quantity)
  }

  /// The measure.
  public var measure: Measure
  /// The currency, as an ISO 4217 code; `nil` for a measure without one.
  public var currency: String?
  /// The value.
  public var value: Quantity
  /// The 95 % interval; `nil` for a complete count.
  public var interval: Interval?
  /// The quantities behind the value.
  public var parts: Parts
  /// The value of the window before, as known at the same age; `nil` without one.
  public var previous: Quantity?
  /// The value of the latest window whose episodes all had their 60 days; `nil` without one.
  public var final: Quantity?
  /// The number of renewals or subscriptions that are in no sum because nothing proves their price.
  public var unknown: Int
  /// For a change, the number of unknown prices at the start of the window; `nil` for any other
  /// measure.
  public var unknownAtStart: Int?
  /// A Boolean value that indicates whether the value is the part of one currency in a whole of
  /// several, which are not added up.
  public var isPart = false

  /// The name shown to people, with the currency, which tells a part from a whole.
  public var title: String {
    guard let currency else { return measure.title }
    return isPart ? "\(measure.title), \(currency) part" : "\(measure.title) \(currency)"
  }

  /// The number of unknown prices, at the start and at the end where those differ; `nil` for none.
  public var unknownWords: String? {
    if let unknownAtStart, unknownAtStart != unknown { return "\(unknownAtStart) to \(unknown)" }
    return unknown > 0 ? String(unknown) : nil
  }

  /// A 95 % interval.
  public struct Interval: Hashable, Sendable {
    /// The lower end.
    public var low: Quantity
    /// The upper end.
    public var high: Quantity
  }
}

extension RevenueLine.Measure {
  /// The name shown to people.
  public var title: String {
    switch self {
    case .revenueRecoveryRate: "Revenue recovery rate"
    case .mrrChange: "MRR change"
    case .mrrInGraceChange: "Change of MRR in grace"
    case .mrrInHoldChange: "Change of MRR in hold"
    case .renewalsPerSubscription: "Renewals per subscription"
    case .renewalValue: "LTV of renewals"
    }
  }

  /// The formula in words.
  public var formula: String {
    switch self {
    case .revenueRecoveryRate:
      "sum of the failed renewals that were recovered / sum of the failed renewals"
    case .mrrChange: "MRR at the end of the window - MRR at its start"
    case .mrrInGraceChange: "MRR in grace at the end of the window - at its start"
    case .mrrInHoldChange: "MRR in hold at the end of the window - at its start"
    case .renewalsPerSubscription:
      "renewals paid in the window / subscriptions that ended in the window"
    case .renewalValue:
      "sum of the renewals paid in the window / subscriptions that ended in the window"
    }
  }

  /// A few sentences on the meaning and where it misleads.
  public var explanation: String {
    switch self {
    case .revenueRecoveryRate:
      "Of the renewals that failed in the window, each weighed by its price. Open episodes are in "
        + "the denominator, so a recent window is a lower bound. Revenue recovered is another sum: "
        + "it counts by the day of the payment."
    case .mrrChange:
      "The net of new, lost, recovered and changed subscriptions. Days are counted by state, so "
        + "the change is not divided into those."
    case .mrrInGraceChange: "Part of the MRR change. Less may mean recovered as well as lost."
    case .mrrInHoldChange:
      "Not part of MRR. Less may mean recovered as well as lost; the recovery rates tell which."
    case .renewalsPerSubscription:
      "The lifetime in paid periods, after the purchase: time in grace or in hold is none. It "
        + "assumes that people go on to renew and to end as in the window, so it is too high while "
        + "a product is young and few had time to end. Ends of trials that were never paid "
        + "count: with many of them it is too low."
    case .renewalValue:
      "What the renewals of a subscription bring before commission, tax and refunds; add the price "
        + "of the purchase, which is not a renewal unless a free trial came before it. Nothing is "
        + "added for time in grace or in hold. The amounts of all currencies together are the "
        + "value of one average subscription. It assumes what renewals per subscription assume."
    }
  }
}
