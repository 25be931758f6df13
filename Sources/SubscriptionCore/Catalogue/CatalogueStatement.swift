/// One fact that a source states of a product or of an app: the parsed form of files and of the
/// stores' responses, and the printed form of lists.
public struct CatalogueStatement: Hashable, Sendable {
  /// The facts that a source can state.
  public enum Fact: Hashable, Sendable {
    /// The name that customers see.
    case name(String)
    /// The subscription group.
    case group(String)
    /// The level within the group.
    case level(Int)
    /// The billing period.
    case period(BillingPeriod)
    /// Google's grace in whole days.
    case graceDays(Int)
    /// Google's hold in whole days.
    case holdDays(Int)
    /// The price of one period in a country; the empty country means all others.
    case price(country: String, Money)
    /// An offer by identifier; the empty identifier is the App Store's introductory offer.
    case offer(String, CatalogueOffer)
    /// The App Store's grace; of the key only the app is used.
    case appStoreGrace(AppStoreGraceSetting)
  }

  /// The product.
  public var key: ProductKey
  /// The fact.
  public var fact: Fact
  /// The instant from which it is valid; `nil` if the source does not state it.
  public var since: Timestamp?
  /// The source.
  public var source: CatalogueSource

  /// Creates a statement.
  public init(
    _ fact: Fact, of key: ProductKey, since: Timestamp? = nil, source: CatalogueSource
  ) {
    (self.fact, self.key, self.since, self.source) = (fact, key, since, source)
  }
}

// MARK: Applying statements

extension ProductCatalogue {
  /// Applies the statements of sources.
  ///
  /// A dated statement is inserted at its date. An undated one that differs from the source's
  /// previous value is valid from `now`; if the same statements also include dated values of the
  /// fact, as an export does, it is the oldest value.
  public mutating func take(_ statements: [CatalogueStatement], at now: Timestamp) {
    let dated = Set(statements.filter { $0.since != nil }.map(Subject.init))
    let ordered = statements.enumerated().sorted { left, right in
      let (first, second) = (left.element.since, right.element.since)
      if first == second { return left.offset < right.offset }
      return (first ?? .distantPast) < (second ?? .distantPast)
    }
    for (_, statement) in ordered {
      take(statement, at: now, isDated: dated.contains(Subject(statement)))
    }
  }

  /// Returns this catalogue with another's facts added, each beside those of other sources.
  public func overlaid(by other: ProductCatalogue) -> ProductCatalogue {
    guard !other.isEmpty else { return self }
    var result = self
    result.take(other.statements, at: .epoch)
    return result
  }

  /// Removes every fact that a source stated.
  public mutating func forget(_ source: CatalogueSource) {
    let others = statements.filter { $0.source != source }
    self = ProductCatalogue()
    take(others, at: .epoch)
  }

  private mutating func take(_ statement: CatalogueStatement, at now: Timestamp, isDated: Bool) {
    func add<Value>(_ value: Value, to facts: inout CatalogueFacts<Value>) {
      if statement.since != nil || isDated || statement.source == .policyFile {
        facts.insert(
          CatalogueFact(value: value, since: statement.since, source: statement.source))
      } else {
        facts.state(value, by: statement.source, at: now)
      }
    }
    if case .appStoreGrace(let setting) = statement.fact {
      return updateGrace(of: statement.key.app) { add(setting, to: &$0) }
    }
    update(statement.key) { entry in
      switch statement.fact {
      case .name(let name): add(name, to: &entry.name)
      case .group(let group): add(group, to: &entry.group)
      case .level(let level): add(level, to: &entry.level)
      case .period(let period): add(period, to: &entry.period)
      case .graceDays(let days): add(days, to: &entry.graceDays)
      case .holdDays(let days): add(days, to: &entry.holdDays)
      case .price(let country, let price):
        let country = ProductCatalogue.countryKey(country)
        add(price, to: &entry.prices[country, default: CatalogueFacts()])
      case .offer(let identifier, let offer):
        add(offer, to: &entry.offers[identifier, default: CatalogueFacts()])
      case .appStoreGrace: break
      }
    }
  }

  /// The identity of one history.
  private struct Subject: Hashable {
    let key: ProductKey
    let source: CatalogueSource
    let fact: String

    init(_ statement: CatalogueStatement) {
      (key, source) = (statement.key, statement.source)
      fact = statement.fact.field + " " + statement.fact.detail
    }
  }
}

extension CatalogueStatement.Fact {
  /// The name of the fact's column in a file.
  public var field: String {
    switch self {
    case .name: "name"
    case .group: "group"
    case .level: "level"
    case .period: "period"
    case .graceDays: "graceDays"
    case .holdDays: "holdDays"
    case .price: "price"
    case .offer: "offer"
    case .appStoreGrace: "appStoreGrace"
    }
  }

  /// A distinction among facts of the same field: the country of a price, an offer's identifier.
  public var detail: String {
    switch self {
    case .price(let country, _): country
    case .offer(let identifier, _): identifier
    case .name, .group, .level, .period, .graceDays, .holdDays, .appStoreGrace: ""
    }
  }

  /// The value as text: `P1M`, `7`, `480.00 JPY`, `freeTrial P1W, payAsYouGo 3 x P1M`.
  public var value: String {
    switch self {
    case .name(let text), .group(let text): text
    case .level(let number), .graceDays(let number), .holdDays(let number): String(number)
    case .period(let period): period.description
    case .price(_, let money): money.decimal + " " + money.currency
    case .offer(_, let offer):
      offer.phases.map { phase in
        "\(phase.mode.rawValue) \(phase.count == 1 ? "" : "\(phase.count) x ")\(phase.period)"
      }.joined(separator: ", ")
    case .appStoreGrace(let setting):
      setting.length.rawValue + (setting.inSandbox ? ", sandbox" : "")
        + (setting.paidOnly ? ", paid only" : "")
    }
  }
}

// MARK: Listing statements

extension ProductCatalogue {
  /// Everything that is known, ordered by product, fact, source and date.
  ///
  /// Applying it to an empty catalogue results in an equal one.
  public var statements: [CatalogueStatement] {
    var result: [CatalogueStatement] = []
    for app in appStoreGrace.keys.sorted() {
      let key = ProductKey(store: .appStore, app: AppID(app), product: "")
      add(appStoreGrace[app], of: key, to: &result) { .appStoreGrace($0) }
    }
    for product in products {
      let key = product.key
      add(product.name, of: key, to: &result) { .name($0) }
      add(product.group, of: key, to: &result) { .group($0) }
      add(product.level, of: key, to: &result) { .level($0) }
      add(product.period, of: key, to: &result) { .period($0) }
      add(product.graceDays, of: key, to: &result) { .graceDays($0) }
      add(product.holdDays, of: key, to: &result) { .holdDays($0) }
      for country in product.prices.keys.sorted() {
        add(product.prices[country], of: key, to: &result) { .price(country: country, $0) }
      }
      for offer in product.offers.keys.sorted() {
        add(product.offers[offer], of: key, to: &result) { .offer(offer, $0) }
      }
    }
    return result
  }

  private func add<Value>(
    _ facts: CatalogueFacts<Value>?, of key: ProductKey, to result: inout [CatalogueStatement],
    _ fact: (Value) -> CatalogueStatement.Fact
  ) {
    for known in facts?.all ?? [] {
      result.append(
        CatalogueStatement(fact(known.value), of: key, since: known.since, source: known.source))
    }
  }
}
