#if Postgres
  import LedgerRows
  import SubscriptionCore

  /// The table of the product catalogue (`ProductRows`).
  enum ProductTable {
    /// Reads the catalogue.
    static func load(_ connection: PostgresConnection) throws -> ProductCatalogue {
      let found = try connection.query("SELECT app, product, body FROM products")
      var rows = ProductRows()
      for place in 0..<found.count {
        try rows.add(
          app: found.text(place, 0), product: found.text(place, 1), body: found.bytes(place, 2))
      }
      return rows.catalogue
    }

    /// Stores what differs from the catalogue that is there.
    static func store(
      _ catalogue: ProductCatalogue, _ difference: CatalogueDifference,
      in transaction: LedgerTransaction
    ) throws {
      for change in try ProductRows.changes(catalogue, difference) {
        let key = change.key.map { SQLValue.text($0) }
        guard let body = change.body else {
          transaction.add(
            "DELETE FROM products WHERE store = $1 AND app = $2 AND product = $3 AND basePlan = $4",
            key)
          continue
        }
        transaction.add(
          """
          INSERT INTO products (store, app, product, basePlan, body) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT (store, app, product, basePlan) DO UPDATE SET body = excluded.body
          """, key + [.bytes(body)])
      }
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
