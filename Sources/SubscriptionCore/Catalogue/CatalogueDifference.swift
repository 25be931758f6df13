/// The products and apps for which two catalogues differ.
public struct CatalogueDifference: Hashable, Sendable {
  /// The products that differ.
  public private(set) var products: Set<ProductKey> = []
  /// The apps whose App Store grace differs; the empty name means all other apps.
  public private(set) var apps: Set<String> = []
  /// The products that differ in more than the name, in folded letters.
  private var derived: Set<String> = []

  /// The number of products and apps that differ.
  public var count: Int { products.count + apps.count }

  /// Returns whether rows with a product may differ: a changed name alone does not affect them.
  ///
  /// The store and the case of the letters are left out: one identifier in two stores is rare, and
  /// a row that is derived again to no purpose stays as it is.
  public func concerns(_ product: ProductID) -> Bool {
    !apps.isEmpty || derived.contains(Filter.foldCase(product.rawValue))
  }

  fileprivate init(_ new: ProductCatalogue, _ old: ProductCatalogue) {
    let (now, before) = (new.byKey, old.byKey)
    for key in Set(now.keys).union(before.keys) where now[key] != before[key] {
      products.insert(key)
      if now[key]?.nameless != before[key]?.nameless {
        derived.insert(Filter.foldCase(key.product.rawValue))
      }
    }
    let grace = (new.appStoreGrace, old.appStoreGrace)
    for app in Set(grace.0.keys).union(grace.1.keys) where grace.0[app] != grace.1[app] {
      apps.insert(app)
    }
  }
}

extension ProductCatalogue {
  /// Returns the difference of this catalogue from an older one.
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
  /// The product without its name; `nil` if nothing else is known.
  fileprivate var nameless: CatalogueProduct? {
    var copy = self
    copy.name = CatalogueFacts()
    return copy.isEmpty ? nil : copy
  }
}
