// MARK: What the product catalogue knows of a subscriber

extension Subscriber {
  /// What the product paid for now or last is found by in a ``ProductCatalogue``.
  public var productKey: ProductKey { facts.productKey(of: store) }

  /// What the lengths of grace and hold depend on, with what the catalogue knows.
  ///
  /// Google applies a changed setting to whoever is failing; Apple keeps the one of the beginning
  /// (domain case 32). A failure that is over keeps the setting of its time.
  public func recoveryTerms(_ policy: ChurnPolicy) -> RecoveryTerms {
    var terms = RecoveryTerms(
      store: store, environment: environment, period: provenPlan(policy)?.period,
      product: machine.facts.product)
    guard !policy.products.isEmpty else { return terms }
    let failure = machine.failures.last
    let isOpen = failure.map { $0.ending == nil } ?? true
    let instant = isOpen && store == .googlePlay ? nil : failure?.failedAt
    switch store {
    case .googlePlay: terms.settings = policy.products.recovery(of: productKey, at: instant)
    case .appStore:
      terms.appStoreGrace = policy.products.appStoreGrace(of: app, at: instant)?.value
    }
    return terms
  }

  /// The billing period that the catalogue knows for what is paid for now, as of the payment; the
  /// best evidence of a plan.
  public func cataloguePeriod(_ policy: ChurnPolicy) -> BillingPeriod? {
    guard !policy.products.isEmpty else { return nil }
    return policy.products.period(of: productKey, at: paidAt)?.value
  }

  /// The price of one period in the base phase that the catalogue knows for the customer's country,
  /// as of the payment: for where no transaction states one.
  public func cataloguePrice(_ policy: ChurnPolicy) -> Money? {
    guard !policy.products.isEmpty else { return nil }
    return policy.products.price(of: productKey, country: country, at: paidAt)?.value
  }

  /// The offer that the current period was bought with, as the catalogue knows it; `nil` without an
  /// offer, and for one that it does not know.
  public func catalogueOffer(_ policy: ChurnPolicy) -> CatalogueOffer? {
    guard !policy.products.isEmpty, let offer = facts.offer else { return nil }
    return policy.products.offer(offer.identifier, of: productKey, at: paidAt)?.value
  }

  /// The instant whose terms count: that of the payment, or the last that is known.
  var paidAt: Timestamp { facts.purchasedAt ?? lastEventAt }
}

extension StoreFacts {
  /// What the product is found by in a ``ProductCatalogue``.
  func productKey(of store: Store) -> ProductKey {
    // Google's offer stands after the base plan.
    let plan = basePlan.map { String($0.prefix { $0 != "/" }) }
    return ProductKey(store: store, app: app, product: product ?? "", basePlan: plan)
  }
}
