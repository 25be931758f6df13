import EventLedger
import Foundation
import GRDB
import SubscriptionCore

/// The table of the product catalogue: a row for each product or base plan, and one without a
/// product for each app's grace.
enum ProductTable {
  /// Reads the catalogue.
  static func load(_ database: Database) throws -> ProductCatalogue {
    var catalogue = ProductCatalogue()
    let select = try RawStatement(database, "SELECT app, product, body FROM products")
    defer { select.reset() }
    let decoder = JSONDecoder()
    while try select.step() {
      let (app, body) = (select.text(0), Data(select.bytes(2)))
      if select.text(1).isEmpty {
        let facts = try decoder.decode(CatalogueFacts<AppStoreGraceSetting>.self, from: body)
        catalogue.updateGrace(of: app.isEmpty ? nil : AppID(app)) { $0 = facts }
      } else {
        let product = try decoder.decode(CatalogueProduct.self, from: body)
        catalogue.update(product.key) { $0 = product }
      }
    }
    return catalogue
  }

  /// Stores what differs from the catalogue that is there.
  static func store(
    _ catalogue: ProductCatalogue, _ difference: CatalogueDifference, in database: Database
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    for key in difference.products.sorted() {
      try put(key, try catalogue[key].map(encoder.encode), in: database)
    }
    for app in difference.apps.sorted() {
      let key = ProductKey(store: .appStore, app: AppID(app), product: "")
      try put(key, try catalogue.appStoreGrace[app].map(encoder.encode), in: database)
    }
  }

  private static func put(_ key: ProductKey, _ body: Data?, in database: Database) throws {
    let names = [
      key.store.rawValue, key.app?.rawValue ?? "", key.product.rawValue, key.basePlan ?? "",
    ]
    let statement = try RawStatement(
      database,
      body == nil
        ? "DELETE FROM products WHERE store = ? AND app = ? AND product = ? AND basePlan = ?"
        : """
        INSERT OR REPLACE INTO products (store, app, product, basePlan, body)
        VALUES (?, ?, ?, ?, ?)
        """)
    for (place, name) in names.enumerated() { statement.bind(name, at: Int32(place) + 1) }
    if let body { statement.bind([UInt8](body), at: 5) }
    try statement.run()
  }

  /// The numbers of the subscriptions whose rows may follow from a difference, in order.
  ///
  /// - Complexity: O(*n*) for *n* subscribers.
  static func concerned(
    by difference: CatalogueDifference, in database: Database
  ) throws -> [Int64] {
    let select = try RawStatement(database, "SELECT key, product FROM subscribers ORDER BY key")
    defer { select.reset() }
    var keys: [Int64] = []
    while try select.step() {
      let product = ProductID(select.text(1))
      // One product identifier in both stores is rare, and deriving anew does no harm.
      if Store.allCases.contains(where: { difference.concerns(store: $0, product: product) }) {
        keys.append(select.integer(0))
      }
    }
    return keys
  }
}
