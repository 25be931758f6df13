#if Postgres
  import EventLedger
  import Foundation
  import SubscriptionCore

  /// The table of the product catalogue: a row for each product or base plan, and one without a
  /// product for each app's grace.
  enum ProductTable {
    /// Reads the catalogue.
    static func load(_ connection: PostgresConnection) throws -> ProductCatalogue {
      var catalogue = ProductCatalogue()
      let rows = try connection.query("SELECT app, product, body FROM products")
      let decoder = JSONDecoder()
      for place in 0..<rows.count {
        let (app, body) = (rows.text(place, 0), Data(rows.bytes(place, 2)))
        if rows.text(place, 1).isEmpty {
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
      _ catalogue: ProductCatalogue, _ difference: CatalogueDifference,
      in transaction: LedgerTransaction
    ) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      for key in difference.products.sorted() {
        put(key, try catalogue[key].map(encoder.encode), in: transaction)
      }
      for app in difference.apps.sorted() {
        let key = ProductKey(store: .appStore, app: AppID(app), product: "")
        put(key, try catalogue.appStoreGrace[app].map(encoder.encode), in: transaction)
      }
    }

    private static func put(_ key: ProductKey, _ body: Data?, in transaction: LedgerTransaction) {
      let names: [SQLValue] = [
        .text(key.store.rawValue), .text(key.app?.rawValue ?? ""), .text(key.product.rawValue),
        .text(key.basePlan ?? ""),
      ]
      guard let body else {
        return transaction.add(
          "DELETE FROM products WHERE store = $1 AND app = $2 AND product = $3 AND basePlan = $4",
          names)
      }
      transaction.add(
        """
        INSERT INTO products (store, app, product, basePlan, body) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (store, app, product, basePlan) DO UPDATE SET body = excluded.body
        """, names + [.bytes([UInt8](body))])
    }

    /// The numbers of the subscriptions whose rows may follow from a difference, in order.
    ///
    /// - Complexity: O(*n*) for *n* subscribers.
    static func concerned(
      by difference: CatalogueDifference, _ connection: PostgresConnection
    ) throws -> [Int64] {
      // One product identifier in both stores is rare, and deriving anew does no harm.
      let products = try connection.query("SELECT DISTINCT product FROM subscribers")
      let wanted = (0..<products.count).map { products.text($0, 0) }.filter { product in
        Store.allCases.contains { difference.concerns(store: $0, product: ProductID(product)) }
      }
      let rows = try connection.query(
        "SELECT key FROM subscribers WHERE product = ANY($1) ORDER BY key", [.texts(wanted)])
      return (0..<rows.count).map { rows.integer($0, 0) }
    }
  }
#endif
