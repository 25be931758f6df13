import SubscriptionCore

/// The conversion of single rows into catalogue facts.
enum RowFacts {
  typealias Fact = CatalogueStatement.Fact

  /// Reads the facts about a product, or about an app's grace period, from a row.
  static func product(_ row: ProductRow, _ key: ProductKey) throws(ProductProblem) -> [Fact] {
    try row.refuse(
      [.offer, .phase, .count],
      "belongs to an offer. Add its 'mode': freeTrial, payAsYouGo, payUpFront.")
    if key.product.rawValue.isEmpty { return [try appStoreGrace(row, key)] }
    try row.refuse(
      [.appStoreGrace, .appStoreGraceSandbox, .appStoreGracePaidOnly],
      "is the setting of an app. Write it in a row without a product.")
    var facts: [Fact] = []
    if let name = row.text(.name) { facts.append(.name(name)) }
    if let group = row.text(.group) { facts.append(.group(group)) }
    if let level = try number(row, .level, 1...1000) { facts.append(.level(level)) }
    if let period = try period(row) { facts.append(.period(period)) }
    facts += try playDays(row)
    let prices = try prices(row)
    for country in prices.keys.sorted() {
      if let price = prices[country] { facts.append(.price(country: country, price)) }
    }
    guard !facts.isEmpty else {
      throw ProductProblem(
        line: row.line, text: "states nothing about \(key). Give it a period, a price or a name.")
    }
    return facts
  }

  /// Reads a phase of an offer with its number.
  static func phase(
    _ row: ProductRow
  ) throws(ProductProblem) -> (number: Int, phase: CatalogueOffer.Phase) {
    if row.text(.product) == nil {
      throw ProductProblem(line: row.line, field: "product", text: "is missing.")
    }
    try row.refuse(
      ProductField.productFacts,
      "is not of an offer. Write it in a row of the product without 'mode'.")
    let modes = Offer.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    let mode = try value(row, .mode, "one of \(modes)") { Offer.Kind(rawValue: $0) }
    guard let mode else {
      throw ProductProblem(
        line: row.line, field: "mode", text: "is missing. Write one of \(modes).")
    }
    guard let period = try period(row) else {
      throw ProductProblem(
        line: row.line, field: "period", text: "is missing. Write how long the phase lasts.")
    }
    return (
      try number(row, .phase, 1...10) ?? 1,
      CatalogueOffer.Phase(
        mode: mode, period: period, count: try number(row, .count, 1...1000) ?? 1,
        prices: try prices(row))
    )
  }

  private static func appStoreGrace(
    _ row: ProductRow, _ key: ProductKey
  ) throws(ProductProblem) -> Fact {
    let lengths = RecoveryPolicy.AppStoreGrace.allCases.map(\.rawValue).joined(separator: ", ")
    let length = try value(row, .appStoreGrace, "one of \(lengths)") {
      RecoveryPolicy.AppStoreGrace(rawValue: $0)
    }
    guard let length, key.store == .appStore else {
      throw ProductProblem(
        line: row.line, field: "product",
        text: "is missing. Only a row about the App Store's grace has none.")
    }
    return .appStoreGrace(
      AppStoreGraceSetting(
        length: length, inSandbox: try flag(row, .appStoreGraceSandbox),
        paidOnly: try flag(row, .appStoreGracePaidOnly)))
  }

  // MARK: Values

  /// Reads the value of a field; returns `nil` if the row leaves it out.
  static func value<Value>(
    _ row: ProductRow, _ field: ProductField, _ expected: String, _ read: (String) -> Value?
  ) throws(ProductProblem) -> Value? {
    guard let text = row.text(field) else { return nil }
    if let value = read(text) { return value }
    throw row.problem(field, "'\(text)' is not \(expected).")
  }

  private static func number(
    _ row: ProductRow, _ field: ProductField, _ range: ClosedRange<Int>
  ) throws(ProductProblem) -> Int? {
    try value(row, field, "a whole number from \(range.lowerBound) to \(range.upperBound)") {
      text in Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Reads Google Play's grace and hold, which have limits of their own together.
  private static func playDays(_ row: ProductRow) throws(ProductProblem) -> [Fact] {
    let grace = try number(row, .graceDays, 0...30)
    let hold = try number(row, .holdDays, 0...60)
    if let problem = RecoveryPolicy.PlayRecovery(graceDays: grace, holdDays: hold).problem {
      throw row.problem(.holdDays, problem)
    }
    return (grace.map { [.graceDays($0)] } ?? []) + (hold.map { [.holdDays($0)] } ?? [])
  }

  private static func flag(
    _ row: ProductRow, _ field: ProductField
  ) throws(ProductProblem) -> Bool {
    try value(row, field, "true or false") { Bool($0) } ?? false
  }

  private static func period(_ row: ProductRow) throws(ProductProblem) -> BillingPeriod? {
    try value(row, .period, "a period of one unit, such as P1W, P1M or P1Y") {
      BillingPeriod(iso8601: $0)
    }
  }

  private static func prices(_ row: ProductRow) throws(ProductProblem) -> [String: Money] {
    var prices: [String: Money] = [:]
    if let country = row.text(.country), row.text(.price) == nil {
      throw ProductProblem(
        line: row.line(of: .country), field: "price", text: "is missing for \(country).")
    }
    if let price = try value(row, .price, moneyWords, { Money(text: $0) }) {
      let country = try value(row, .country, countryWords) { countryCode($0) } ?? ""
      prices[country] = price
    }
    for (country, cell) in row.prices.sorted(by: { $0.key < $1.key }) {
      let field = "\(ProductRow.pricesKey).\(country)"
      guard let code = country == "*" ? "" : countryCode(country) else {
        throw ProductProblem(line: cell.line, field: field, text: "is not \(countryWords).")
      }
      guard let price = Money(text: cell.text) else {
        throw ProductProblem(
          line: cell.line, field: field, text: "'\(cell.text)' is not \(moneyWords).")
      }
      guard prices[code] == nil else {
        throw ProductProblem(line: cell.line, field: field, text: "is stated twice.")
      }
      prices[code] = price
    }
    return prices
  }

  private static let moneyWords = "an amount and its currency, such as 4.99 USD"
  private static let countryWords = "the code of a country, such as JP"

  private static func countryCode(_ text: String) -> String? {
    guard (2...3).contains(text.utf8.count),
      text.utf8.allSatisfy({ (65...90).contains($0) || (97...122).contains($0) })
    else { return nil }
    return ProductCatalogue.countryKey(text)
  }
}

extension Money {
  /// Reads an amount with its currency: `480 JPY`, `4.99 USD`; at most six digits after the point.
  public init?(text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[1].utf8.count == 3,
      parts[1].utf8.allSatisfy({ (65...90).contains($0) })
    else { return nil }
    self.init(decimal: String(parts[0]), currency: String(parts[1]))
  }
}
