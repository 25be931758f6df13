// MARK: Facts of the product catalogue

extension Subscriber {
  /// The key of the current or last product in a ``ProductCatalogue``.
  public var productKey: ProductKey { facts.productKey(of: store) }

  /// Returns the properties on which the lengths of grace and hold depend, with the catalogue's
  /// settings.
  ///
  /// Google applies a changed setting to subscriptions that are failing; Apple applies the one at
  /// the beginning of the failure (<doc:EdgeCases#Case-32>). A failure that has ended retains the
  /// setting of its time.
  public func recoveryTerms(_ policy: ChurnPolicy) -> RecoveryTerms {
    var terms = RecoveryTerms(
      store: store, environment: environment, period: provenPlan(policy)?.period,
      product: machine.facts.product)
    guard !policy.products.isEmpty else { return terms }
    let failure = machine.failures.last
    switch store {
    case .googlePlay:
      let instant = failure?.ending == nil ? nil : failure?.failedAt
      terms.settings = policy.products.recovery(of: productKey, at: instant)
    case .appStore:
      terms.appStoreGrace = policy.products.appStoreGrace(of: app, at: failure?.failedAt)?.value
    }
    return terms
  }

  /// Returns the catalogue's billing period of the current product, as of the payment; the best
  /// evidence of a plan.
  public func cataloguePeriod(_ policy: ChurnPolicy) -> BillingPeriod? {
    guard !policy.products.isEmpty else { return nil }
    return policy.products.period(of: productKey, at: paidAt)?.value
  }

  /// Returns the catalogue's price of one period in the base phase in the customer's country, as of
  /// the payment, for payments without a stated price.
  public func cataloguePrice(_ policy: ChurnPolicy) -> Money? {
    guard !policy.products.isEmpty else { return nil }
    return policy.products.price(of: productKey, country: country, at: paidAt)?.value
  }

  /// Returns the catalogue's entry of the offer that the current period was bought with; `nil`
  /// without an offer or an entry.
  public func catalogueOffer(_ policy: ChurnPolicy) -> CatalogueOffer? {
    guard !policy.products.isEmpty, let offer = facts.offer else { return nil }
    return policy.products.offer(offer.identifier, of: productKey, at: paidAt)?.value
  }

  /// The products besides the present one that were paid for or failed to be, in order.
  var otherProducts: [ProductID] {
    var products: Set<ProductID> = []
    for case let other? in collected.entries.lazy.map(\.product) where other != product {
      products.insert(other)
    }
    for case let other? in machine.failedRenewals.lazy.map(\.product) where other != product {
      products.insert(other)
    }
    return products.isEmpty ? [] : products.sorted { $0.rawValue < $1.rawValue }
  }

  /// The instant for which terms are looked up: that of the payment, or of the last event.
  var paidAt: Timestamp { facts.purchasedAt ?? lastEventAt }
}

extension StoreFacts {
  /// Returns the key of the product in a ``ProductCatalogue``.
  func productKey(of store: Store) -> ProductKey {
    ProductKey(store: store, app: app, product: product ?? "", basePlan: basePlanName)
  }
}
