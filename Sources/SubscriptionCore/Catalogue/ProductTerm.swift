/// One of the terms of a subscriber's product, with its source.
public struct ProductTerm: Hashable, Sendable {
  /// The subject of a term; the JSON contract fixes the raw values.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    /// The name that customers see.
    case name
    /// The billing period.
    case period
    /// The price of one period in the customer's country.
    case price
    /// The length of time for which the user has access while the store retries.
    case grace
    /// The length of time for which the store retries without access; at the App Store, of all
    /// retries.
    case hold
  }

  /// The subject.
  public var subject: Subject
  /// The value as text: `P1M`, `480 JPY`, `7 days`, `none`.
  ///
  /// A name is text from outside.
  public var value: String
  /// The instant from which it is valid; `nil` if no earlier value is known.
  public var since: Timestamp?
  /// The source; `nil` for the store's default.
  public var source: CatalogueSource?

  /// The source in running text.
  public var origin: String { source?.title ?? "the store's default" }
}

extension Subscriber {
  /// Returns the terms of the current product: name, period and price according to the catalogue,
  /// as of the payment, and the lengths of grace and hold that a failure would have now.
  public func productTerms(_ policy: ChurnPolicy) -> [ProductTerm] {
    let (products, key) = (policy.products, productKey)
    func term<Value>(
      _ subject: ProductTerm.Subject, _ fact: CatalogueFact<Value>?, _ text: (Value) -> String
    ) -> [ProductTerm] {
      guard let fact else { return [] }
      return [
        ProductTerm(
          subject: subject, value: text(fact.value), since: fact.since, source: fact.source)
      ]
    }
    return term(.name, products.fact(of: key, at: nil) { $0.name }) { $0 }
      + term(.period, products.period(of: key, at: paidAt)) { $0.description }
      + term(.price, products.price(of: key, country: country, at: paidAt)) { price in
        "\(price.decimal) \(price.currency)"
      } + recoveryLengths(policy)
  }

  private func recoveryLengths(_ policy: ChurnPolicy) -> [ProductTerm] {
    var terms = RecoveryTerms(
      store: store, environment: environment, period: provenPlan(policy)?.period,
      product: facts.product)
    // Any day on which the stores' present rules apply: only lengths are computed.
    let now = lastEventAt + .days(3_650)
    switch store {
    case .appStore:
      let setting = policy.products.appStoreGrace(of: app, at: nil)
      terms.appStoreGrace = setting?.value
      let configured: CatalogueSource? = policy.recovery.appStoreGrace == .off ? nil : .policyFile
      return [
        ProductTerm(
          subject: .grace, value: Self.length(policy.recovery.grace(terms)),
          since: setting?.since, source: setting?.source ?? configured),
        ProductTerm(
          subject: .hold,
          value: Self.length(
            policy.recovery.retryEnd(failure: now, graceEnds: nil, terms: terms) - now)
            + ", grace included"),
      ]
    case .googlePlay:
      terms.settings = policy.products.recovery(of: productKey)
      let grace = policy.recovery.grace(terms)
      let graceEnds = now + (grace ?? .zero)
      let hold = policy.recovery.retryEnd(
        failure: now, graceEnds: grace.map { now + $0 }, terms: terms)
      let own = facts.product.flatMap { policy.recovery.googlePlayProducts[$0.rawValue] }
      func term(
        _ subject: ProductTerm.Subject, _ value: String,
        _ setting: (RecoveryPolicy.PlayRecovery) -> Int?,
        _ known: (CatalogueProduct) -> CatalogueFacts<Int>
      ) -> ProductTerm {
        let fact = policy.products.fact(of: productKey, at: nil, known)
        var term = ProductTerm(subject: subject, value: value)
        if own.flatMap(setting) != nil {
          term.source = .policyFile
        } else if let fact {
          (term.since, term.source) = (fact.since, fact.source)
        } else if own == nil, setting(policy.recovery.googlePlay) != nil {
          term.source = .policyFile
        }
        return term
      }
      return [
        term(.grace, Self.length(grace), \.graceDays, \.graceDays),
        term(.hold, Self.length(hold - graceEnds), \.holdDays, \.holdDays),
      ]
    }
  }

  private static func length(_ duration: Duration?) -> String {
    guard let duration, duration > .zero else { return "none" }
    let days = duration.wholeDays
    if days > 0 { return CountText.of(days, "day") }
    return CountText.of(Int(duration.wholeMilliseconds / 60_000), "minute")
  }
}
