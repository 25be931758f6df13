import SubscriptionCore

extension ProductRow {
  /// Returns the rows of a catalogue: one for each product, origin and date, one for each phase of
  /// an offer, and one for each app's grace.
  ///
  /// Reading them gives the same statements.
  public static func rows(of catalogue: ProductCatalogue) -> [ProductRow] {
    var rows: [ProductRow] = []
    var places: [ProductReader.Head: Int] = [:]
    for statement in catalogue.statements {
      switch statement.fact {
      case .offer(let identifier, let offer):
        for (place, phase) in offer.phases.enumerated() {
          rows.append(row(statement, identifier, place + 1, phase))
        }
      case .name, .group, .level, .period, .graceDays, .holdDays, .price, .appStoreGrace:
        let head = ProductReader.Head(
          key: statement.key, since: statement.since, source: statement.source)
        let place = places[head] ?? rows.count
        if place == rows.count {
          places[head] = place
          rows.append(row(statement))
        }
        rows[place].add(statement.fact)
      }
    }
    return rows
  }

  /// The row split so that each price has a row of its own, as CSV requires.
  public var flat: [ProductRow] {
    guard !prices.isEmpty else { return [self] }
    var bare = self
    bare.prices = [:]
    var rows = prices.keys.sorted().map { country -> ProductRow in
      var row = bare
      for field in ProductField.productFacts + (bare.text(.mode) == nil ? [.period] : []) {
        row.cells[field] = nil
      }
      row.set(.country, country == "*" ? "" : country)
      row.set(.price, prices[country]?.text ?? "")
      return row
    }
    if bare.text(.mode) != nil { return rows }
    let hasFacts = !bare.cells.keys.allSatisfy(ProductField.naming.contains)
    if hasFacts { rows.insert(bare, at: 0) }
    return rows
  }

  private static func row(_ statement: CatalogueStatement) -> ProductRow {
    var row = ProductRow(line: 0)
    row.set(.store, statement.key.store.rawValue)
    row.set(.app, statement.key.app?.rawValue ?? "")
    row.set(.product, statement.key.product.rawValue)
    row.set(.basePlan, statement.key.basePlan ?? "")
    row.set(.since, statement.since?.rfc3339 ?? "")
    row.set(.source, statement.source.rawValue)
    return row
  }

  private static func row(
    _ statement: CatalogueStatement, _ identifier: String, _ number: Int,
    _ phase: CatalogueOffer.Phase
  ) -> ProductRow {
    var row = row(statement)
    row.set(.offer, identifier)
    row.set(.phase, String(number))
    row.set(.mode, phase.mode.rawValue)
    row.set(.period, phase.period.description)
    row.set(.count, String(phase.count))
    for (country, price) in phase.prices { row.add(.price(country: country, price)) }
    return row
  }

  private mutating func add(_ fact: CatalogueStatement.Fact) {
    switch fact {
    case .name: set(.name, fact.value)
    case .group: set(.group, fact.value)
    case .level: set(.level, fact.value)
    case .period: set(.period, fact.value)
    case .graceDays: set(.graceDays, fact.value)
    case .holdDays: set(.holdDays, fact.value)
    case .price(let country, _): prices[country.isEmpty ? "*" : country] = Cell(fact.value, line: 0)
    case .appStoreGrace(let setting):
      set(.appStoreGrace, setting.length.rawValue)
      set(.appStoreGraceSandbox, String(setting.inSandbox))
      set(.appStoreGracePaidOnly, String(setting.paidOnly))
    case .offer: break
    }
  }

  private mutating func set(_ field: ProductField, _ text: String) {
    cells[field] = text.isEmpty ? nil : Cell(text, line: 0)
  }
}
