import SubscriptionCore

extension TableShape {
  /// A `[[products]]` table of the configuration.
  static let product = TableShape(
    ProductField.allCases.filter { $0 != .source }.map { field in
      Entry(field.rawValue, shape(of: field), field.summary, isRequired: field == .store)
    } + [
      Entry(
        ProductRow.pricesKey, .table(TableShape([], others: Others(name: .name, shape: .anyText))),
        "prices by country, such as { JP = \"480 JPY\" }; * is every other country")
    ])

  private static func shape(of field: ProductField) -> ValueShape {
    switch field {
    case .store: .choice(Store.allCases.map(\.rawValue))
    case .level, .phase, .count: .integer(1...1000)
    case .graceDays: .integer(0...30)
    case .holdDays: .integer(0...60)
    case .mode: .choice(Offer.Kind.allCases.map(\.rawValue))
    case .appStoreGrace: .choice(RecoveryPolicy.AppStoreGrace.allCases.map(\.rawValue))
    case .appStoreGraceSandbox, .appStoreGracePaidOnly: .boolean
    case .period: .text(.period)
    case .app, .product, .basePlan, .name, .group, .country, .price, .offer, .since, .source:
      .text(.name)
    }
  }
}

extension TextRule {
  /// A billing period.
  public static let period = TextRule(
    "a period, such as P1M", pattern: "^P[0-9]+[DWMY]$"
  ) { text in
    BillingPeriod(iso8601: text) == nil ? "is not a period. Write P1W, P1M or P1Y." : nil
  }
}
