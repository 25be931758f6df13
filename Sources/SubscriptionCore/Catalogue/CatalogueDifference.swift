/// What two catalogues know otherwise.
public struct CatalogueDifference: Hashable, Sendable {
  /// The products that are known otherwise.
  public private(set) var products: Set<ProductKey> = []
  /// The apps whose App Store grace is known otherwise; an empty name is every other app.
  public private(set) var apps: Set<String> = []
  /// The products of which more than the name is known otherwise.
  private var derived: Set<Name> = []

  private struct Name: Hashable, Sendable {
    let store: Store
    let product: ProductID
  }

  /// How many products and apps are known otherwise.
  public var count: Int { products.count + apps.count }

  /// A Boolean value that indicates whether the rows of a product's subscribers may follow: a name
  /// alone changes none.
  public func concerns(store: Store, product: ProductID) -> Bool {
    if !apps.isEmpty, store == .appStore { return true }
    return derived.contains(Name(store: store, product: product))
  }

  fileprivate init(_ new: ProductCatalogue, _ old: ProductCatalogue) {
    let (now, before) = (new.byKey, old.byKey)
    for key in Set(now.keys).union(before.keys) where now[key] != before[key] {
      products.insert(key)
      if now[key]?.nameless != before[key]?.nameless {
        derived.insert(Name(store: key.store, product: key.product))
      }
    }
    let grace = (new.appStoreGrace, old.appStoreGrace)
    for app in Set(grace.0.keys).union(grace.1.keys) where grace.0[app] != grace.1[app] {
      apps.insert(app)
    }
  }
}

extension ProductCatalogue {
  /// What this catalogue knows otherwise than an older one.
  ///
  /// - Complexity: O(*n*) for *n* products of both.
  public func difference(from old: ProductCatalogue) -> CatalogueDifference {
    CatalogueDifference(self, old)
  }

  fileprivate var byKey: [ProductKey: CatalogueProduct] {
    Dictionary(products.map { ($0.key, $0) }) { first, _ in first }
  }
}

extension CatalogueProduct {
  /// The product without its name; `nil` where nothing else is known.
  fileprivate var nameless: CatalogueProduct? {
    var copy = self
    copy.name = CatalogueFacts()
    return copy.isEmpty ? nil : copy
  }
}
