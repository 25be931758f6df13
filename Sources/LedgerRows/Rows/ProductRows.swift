import EventLedger
import Foundation
import SubscriptionCore

/// The product catalogue as rows of a table: one for each product or base plan, and one without a
/// product for each app's grace.
public struct ProductRows {
  /// The catalogue of the rows read so far.
  public private(set) var catalogue = ProductCatalogue()
  private let decoder = JSONDecoder()

  /// Begins without rows.
  public init() {}

  /// Reads a row.
  public mutating func add(app: String, product: String, body: [UInt8]) throws {
    if product.isEmpty {
      let facts = try decoder.decode(CatalogueFacts<AppStoreGraceSetting>.self, from: Data(body))
      catalogue.updateGrace(of: app.isEmpty ? nil : AppID(app)) { $0 = facts }
    } else {
      let product = try decoder.decode(CatalogueProduct.self, from: Data(body))
      catalogue.update(product.key) { $0 = product }
    }
  }

  /// A row to be stored.
  public struct Change {
    /// The store, the app, the product and the base plan; what is missing is empty.
    public var key: [String]
    /// The row's contents; `nil` where there is to be no row.
    public var body: [UInt8]?
  }

  /// Returns the rows of a catalogue that differ from those that are there.
  public static func changes(
    _ catalogue: ProductCatalogue, _ difference: CatalogueDifference
  ) throws -> [Change] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    func change(_ key: ProductKey, _ body: Data?) -> Change {
      let names = [
        key.store.rawValue, key.app?.rawValue ?? "", key.product.rawValue, key.basePlan ?? "",
      ]
      return Change(key: names, body: body.map { [UInt8]($0) })
    }
    return try difference.products.sorted().map { key in
      change(key, try catalogue[key].map(encoder.encode))
    }
      + difference.apps.sorted().map { app in
        let key = ProductKey(store: .appStore, app: AppID(app), product: "")
        return change(key, try catalogue.appStoreGrace[app].map(encoder.encode))
      }
  }
}
