import GRDB
import LedgerRows
import SubscriptionCore

/// The table of the product catalogue (`ProductRows`).
enum ProductTable {
  /// Reads the catalogue.
  static func load(_ database: Database) throws -> ProductCatalogue {
    let select = try RawStatement(database, "SELECT app, product, body FROM products")
    defer { select.reset() }
    var rows = ProductRows()
    while try select.step() {
      try rows.add(app: select.text(0), product: select.text(1), body: select.bytes(2))
    }
    return rows.catalogue
  }

  /// Stores what differs from the catalogue that is there.
  static func store(
    _ catalogue: ProductCatalogue, _ difference: CatalogueDifference, in database: Database
  ) throws {
    for change in try ProductRows.changes(catalogue, difference) {
      let statement = try RawStatement(
        database,
        change.body == nil
          ? "DELETE FROM products WHERE store = ? AND app = ? AND product = ? AND basePlan = ?"
          : """
          INSERT OR REPLACE INTO products (store, app, product, basePlan, body)
          VALUES (?, ?, ?, ?, ?)
          """)
      for (place, name) in change.key.enumerated() { statement.bind(name, at: Int32(place) + 1) }
      if let body = change.body { statement.bind(body, at: 5) }
      try statement.run()
    }
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
