// MARK: Billing period, price and monthly amount

extension Subscriber {
  /// Returns the billing period of the current product with its evidence; `nil` if there is none.
  public func provenPlan(_ policy: ChurnPolicy) -> ProvenPlan? {
    cataloguePeriod(policy).map { ProvenPlan($0, from: .catalogue) } ?? machine.plan
  }

  /// Returns the price of the current period: the amount paid for it, zero in a free trial and for
  /// a member of the family, for whom the purchaser pays.
  ///
  /// A payment without a stated price costs what the product cost before, or the catalogue's price.
  /// A price is never taken from another product, from an offer that has ended, or for a payment of
  /// which only the end is known.
  public func price(_ policy: ChurnPolicy) -> Money? {
    guard !machine.isPaymentUnheard else { return nil }
    var price = statedPrice(policy)
    if isFamilyShared { price?.micros = 0 }
    return price
  }

  /// Returns the price that the store states for the current period, whoever pays it.
  private func statedPrice(_ policy: ChurnPolicy) -> Money? {
    let facts = machine.facts
    guard facts.isTrial else {
      return facts.price
        ?? (facts.offer == nil ? machine.terms?.price ?? cataloguePrice(policy) : nil)
    }
    let currency =
      facts.price?.currency ?? facts.renewalPrice?.currency ?? machine.terms?.price?.currency
      ?? cataloguePrice(policy)?.currency
    return currency.map { Money(micros: 0, currency: $0) }
  }

  /// Returns the price of the renewal that ends a free trial; `nil` if nothing states it.
  func priceAfterTrial(_ policy: ChurnPolicy) -> Money? {
    machine.facts.renewalPrice ?? machine.terms?.price ?? cataloguePrice(policy)
  }

  /// Returns the price per month, and the payment it is computed from; `nil` if the amount or the
  /// period it pays for is unknown, and for a subscription that has ended.
  ///
  /// Price and period always belong to the same payment: a single payment for an offer is spread
  /// over the offer's period. A free trial costs nothing. While a renewal fails, the amount at risk
  /// is the price of that renewal, as in its episode. A family member pays nothing: the purchaser
  /// does, whose subscription counts.
  public func monthly(
    at status: SubscriptionStatus, policy: ChurnPolicy
  ) -> (amount: Money, basis: MRRBasis)? {
    guard !status.state.isOver else { return nil }
    // A test purchase involves no money (<doc:EdgeCases#Case-35>).
    if isFamilyShared || environment != .production {
      return price(policy).map { (Money(micros: 0, currency: $0.currency), .paid) }
    }
    if status.state.isFailing, let failure = machine.failures.last,
      let renewal = machine.failedRenewals.last
    {
      let terms = terms(of: renewal, at: failure.failedAt, policy)
      return Self.monthly(terms.price, over: terms.plan).map { ($0, .renewal) }
    }
    let (plan, price) = (provenPlan(policy)?.period, price(policy))
    guard let offer = machine.facts.offer else {
      return Self.monthly(price, over: plan).map { ($0, .paid) }
    }
    switch offer.kind {
    case .freeTrial: return price.map { ($0, .paid) }
    case .payUpFront:
      let period = offer.period ?? catalogueOffer(policy)?.phases.first?.period
      return Self.monthly(price, over: period ?? machine.paidPeriod).map { ($0, .paid) }
    case .payAsYouGo, .discounted:
      let period = machine.paidPeriod ?? offer.period ?? (store.reportsTransactions ? nil : plan)
      return Self.monthly(price, over: period).map { ($0, .paid) }
    }
  }

  private static func monthly(_ price: Money?, over period: BillingPeriod?) -> Money? {
    price.flatMap { period?.monthly($0) }
  }
}
