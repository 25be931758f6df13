// MARK: What is paid, how often, and how that is known

extension Subscriber {
  /// The billing period of the product paid for now and what proves it; `nil` where nothing does.
  public func provenPlan(_ policy: ChurnPolicy) -> ProvenPlan? {
    cataloguePeriod(policy).map { ProvenPlan($0, from: .catalogue) } ?? machine.plan
  }

  /// The price of the current period: what was paid for it, nothing in a free trial.
  ///
  /// A payment whose price was not stated costs what the product cost before, or what the catalogue
  /// says. Prices are never taken over from another product, from an offer that is over or to a
  /// payment of which only the end was told.
  public func price(_ policy: ChurnPolicy) -> Money? {
    let facts = machine.facts
    guard !machine.isPaymentUnheard else { return nil }
    guard facts.offer?.kind == .freeTrial else {
      return facts.price
        ?? (facts.offer == nil ? machine.terms?.price ?? cataloguePrice(policy) : nil)
    }
    let currency =
      facts.price?.currency ?? facts.renewalPrice?.currency ?? machine.terms?.price?.currency
      ?? cataloguePrice(policy)?.currency
    return currency.map { Money(micros: 0, currency: $0) }
  }

  /// The payments brought to one month, and which payment that is; `nil` where the amount or the
  /// time it pays for is unknown, and for a subscription that is over.
  ///
  /// Price and period always belong to the same payment: that of an offer paid once is spread over
  /// the offer's period. A free trial pays nothing; once its first renewal fails, what that renewal
  /// would have paid is at stake.
  public func monthly(
    at status: SubscriptionStatus, policy: ChurnPolicy
  ) -> (amount: Money, basis: MRRBasis)? {
    guard !status.state.isOver else { return nil }
    let (plan, price) = (provenPlan(policy)?.period, price(policy))
    guard let offer = machine.facts.offer else {
      return Self.monthly(price, over: plan).map { ($0, .paid) }
    }
    switch offer.kind {
    case .freeTrial:
      guard status.state.isFailing else { return price.map { ($0, .paid) } }
      let renewal =
        machine.facts.renewalPrice ?? machine.terms?.price ?? cataloguePrice(policy)
      return Self.monthly(renewal, over: plan).map { ($0, .renewal) }
    case .payUpFront:
      let period = offer.period ?? catalogueOffer(policy)?.phases.first?.period
      return Self.monthly(price, over: period ?? machine.paidPeriod).map { ($0, .paid) }
    case .payAsYouGo, .discounted:
      let period = machine.paidPeriod ?? offer.period ?? (store == .googlePlay ? plan : nil)
      return Self.monthly(price, over: period).map { ($0, .paid) }
    }
  }

  private static func monthly(_ price: Money?, over period: BillingPeriod?) -> Money? {
    guard let price, let period else { return nil }
    return period.monthly(price)
  }
}
