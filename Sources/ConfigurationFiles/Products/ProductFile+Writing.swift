import SubscriptionCore

extension ProductFile {
  /// Returns the fields that a file with the given rows needs, in the order of ``ProductField``.
  public static func fields(of rows: [ProductRow]) -> [ProductField] {
    let used = rows.reduce(into: Set<ProductField>()) { $0.formUnion($1.cells.keys) }
    return ProductField.allCases.filter { used.contains($0) || $0 == .store || $0 == .product }
  }

  /// Formats rows as TOML tables.
  public static func toml(_ rows: [ProductRow]) -> String {
    rows.map { row in
      var lines = ["[[\(listKey)]]"]
      for field in ProductField.allCases {
        guard let cell = row.cells[field] else { continue }
        lines.append("\(field.rawValue) = \(value(of: field, cell.text))")
      }
      if !row.prices.isEmpty {
        let prices = row.prices.sorted { $0.key < $1.key }.map { country, cell in
          "\(TOMLText.quoted(country)) = \(TOMLText.quoted(cell.text))"
        }
        lines.append("\(ProductRow.pricesKey) = { \(prices.joined(separator: ", ")) }")
      }
      return lines.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// Formats rows as a JSON document.
  public static func json(_ rows: [ProductRow]) -> JSON {
    let list = rows.map { row -> JSON in
      var members: [JSON.Member] = []
      for field in ProductField.allCases {
        guard let cell = row.cells[field] else { continue }
        let value: JSON =
          switch kind(of: field) {
          case .number: JSON(Int(cell.text))
          case .flag: .bool(cell.text == "true")
          case .text: .string(cell.text)
          }
        members.append(JSON.Member(name: field.rawValue, value: value))
      }
      if !row.prices.isEmpty {
        let prices = row.prices.sorted { $0.key < $1.key }.map { country, cell in
          JSON.Member(name: country, value: .string(cell.text))
        }
        members.append(JSON.Member(name: ProductRow.pricesKey, value: .object(prices)))
      }
      return .object(members)
    }
    return .object([JSON.Member(name: listKey, value: .array(list))])
  }

  private enum Kind { case text, number, flag }

  private static func kind(of field: ProductField) -> Kind {
    switch field {
    case .level, .graceDays, .holdDays, .phase, .count: .number
    case .appStoreGraceSandbox, .appStoreGracePaidOnly: .flag
    case .store, .app, .product, .basePlan, .name, .group, .period, .country, .price, .offer,
      .mode, .appStoreGrace, .since, .source:
      .text
    }
  }

  private static func value(of field: ProductField, _ text: String) -> String {
    kind(of: field) == .text ? TOMLText.quoted(text) : text
  }
}
