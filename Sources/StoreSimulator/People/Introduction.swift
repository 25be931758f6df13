import SubscriptionCore

/// The offer that a subscription begins with: some periods at half the price, or three months at
/// the price of one, paid ahead.
struct Introduction: Hashable, Sendable {
  /// How much longer than the plan's own the one period lasts; `nil` where every period is paid.
  var ahead: BillingPeriod?
  /// The periods that are paid with the offer, the current one included.
  var periodsLeft: Int

  /// The offers of a plan.
  static func all(for plan: Plan) -> [Introduction] {
    guard plan.commitment == nil else { return [] }
    let half = Introduction(ahead: nil, periodsLeft: 2)
    guard plan.period == .monthly else { return [half] }
    return [half, Introduction(ahead: BillingPeriod(3, .month), periodsLeft: 1)]
  }

  /// The offer as it is for the payment that follows; `nil` when it is used up.
  var next: Introduction? {
    guard periodsLeft > 1 else { return nil }
    var next = self
    next.periodsLeft -= 1
    return next
  }

  /// The name of the offer at Google Play.
  var offerID: String { ahead == nil ? "half-price" : "three-for-one" }

  /// What one payment costs, for a price without the offer.
  func price(of full: Int64) -> Int64 { ahead == nil ? full / 2 : full }
}

extension SimulatedSubscription {
  /// What the next payment will cost, in thousandths of the currency's unit.
  var renewalPrice: Int64 {
    if let nextPrice { return nextPrice }
    if let nextPlan { return nextPlan.milliunits(in: country) }
    return introduction?.next?.price(of: price) ?? price
  }
}
