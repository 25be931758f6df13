import SubscriptionCore

/// An introductory offer: some periods at half the price, or three months at the price of one, paid
/// in advance.
struct Introduction: Hashable, Sendable {
  /// The period of a payment in advance; `nil` if every period is paid.
  var ahead: BillingPeriod?
  /// The number of periods with the offer, including the current one.
  var periodsLeft: Int

  /// Returns the offers of a plan.
  static func all(for plan: Plan) -> [Introduction] {
    guard plan.commitment == nil else { return [] }
    let half = Introduction(ahead: nil, periodsLeft: 2)
    guard plan.period == .monthly else { return [half] }
    return [half, Introduction(ahead: BillingPeriod(3, .month), periodsLeft: 1)]
  }

  /// The offer of the next payment; `nil` if it is used up.
  var next: Introduction? {
    guard periodsLeft > 1 else { return nil }
    var next = self
    next.periodsLeft -= 1
    return next
  }

  /// The name of the offer at Google Play.
  var offerID: String { ahead == nil ? "half-price" : "three-for-one" }

  /// Returns the cost of one payment, from the price without the offer.
  func price(of full: Int64) -> Int64 { ahead == nil ? full / 2 : full }
}

extension SimulatedSubscription {
  /// The price of the next payment, in thousandths of the currency's unit.
  var renewalPrice: Int64 {
    if let nextPrice { return nextPrice }
    if let nextPlan { return nextPlan.milliunits(in: country) }
    return introduction?.next?.price(of: price) ?? price
  }
}
