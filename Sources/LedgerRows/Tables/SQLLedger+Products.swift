import EventLedger
import Foundation
import SubscriptionCore

extension SQLLedger {
  /// The stored catalogue.
  public func products() throws(LedgerError) -> ProductCatalogue {
    try access(.reading) { connection in try connection.products() }
  }

  /// Returns the statements that store what differs from the catalogue that is there: a row for
  /// each product or base plan, and one without a product for each app's grace.
  ///
  /// Of the values the last is the row's contents; what is missing of its key is empty.
  public static func statements(
    storing catalogue: ProductCatalogue, _ difference: CatalogueDifference
  ) throws -> [(sql: String, values: [SQLArgument])] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    func statement(_ key: ProductKey, _ body: Data?) -> (sql: String, values: [SQLArgument]) {
      let names = [
        key.store.rawValue, key.app?.rawValue ?? "", key.product.rawValue, key.basePlan ?? "",
      ].map { SQLArgument.text($0) }
      guard let body else {
        return (
          "DELETE FROM products WHERE store = $1 AND app = $2 AND product = $3 AND basePlan = $4",
          names
        )
      }
      return (
        """
        INSERT INTO products (store, app, product, basePlan, body) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (store, app, product, basePlan) DO UPDATE SET body = excluded.body
        """, names + [.bytes([UInt8](body))]
      )
    }
    return try difference.products.sorted().map { key in
      statement(key, try catalogue[key].map(encoder.encode))
    }
      + difference.apps.sorted().map { app in
        let key = ProductKey(store: .appStore, app: AppID(app), product: "")
        return statement(key, try catalogue.appStoreGrace[app].map(encoder.encode))
      }
  }
}

extension SQLConnection {
  /// Reads the product catalogue.
  public func products() throws -> ProductCatalogue {
    let decoder = JSONDecoder()
    var catalogue = ProductCatalogue()
    let rows = try fetch("SELECT app, product, body FROM products") { row in
      (app: row.text(0), product: row.text(1), body: Data(row.buffer(2)))
    }
    do {
      for (app, product, body) in rows {
        if product.isEmpty {
          let facts = try decoder.decode(CatalogueFacts<AppStoreGraceSetting>.self, from: body)
          catalogue.updateGrace(of: app.isEmpty ? nil : AppID(app)) { $0 = facts }
        } else {
          let product = try decoder.decode(CatalogueProduct.self, from: body)
          catalogue.update(product.key) { $0 = product }
        }
      }
    } catch {
      throw UnreadableCatalogueError()
    }
    return catalogue
  }
}

/// The error of a ledger whose product catalogue is damaged.
public struct UnreadableCatalogueError: Error, CustomStringConvertible {
  /// The problem as part of a sentence.
  public var description: String { "a row of its product catalogue is damaged" }
}
