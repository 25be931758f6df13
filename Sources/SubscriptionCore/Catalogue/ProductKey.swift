/// The key of a product in the catalogue: a product of a store, at Google Play with its base plan,
/// at the App Store with instalments if it is paid by them.
public struct ProductKey: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// The store that sells it.
  public var store: Store
  /// The bundle identifier or package name; `nil` for all apps.
  public var app: AppID?
  /// The product identifier.
  public var product: ProductID
  /// Google's base plan, or instalments at the App Store; `nil` for the product as a whole.
  public var basePlan: String?

  /// Creates a key; an empty app or base plan becomes `nil`.
  public init(store: Store, app: AppID? = nil, product: ProductID, basePlan: String? = nil) {
    self.store = store
    self.app = app?.rawValue.isEmpty == true ? nil : app
    self.product = product
    self.basePlan = basePlan?.isEmpty == true ? nil : basePlan
  }

  /// The product, and the base plan after a `/`.
  public var description: String { product.rawValue + (basePlan.map { "/" + $0 } ?? "") }

  /// A Boolean value that indicates whether it is a plan by instalments of a product that is also
  /// paid at once, which is all that a catalogue has the period and the price of.
  var isPaidByInstalments: Bool { store.sellsInstalmentsOfProducts && basePlan != nil }

  /// Orders keys by store, app, product and base plan; missing parts come first.
  public static func < (left: ProductKey, right: ProductKey) -> Bool { left.parts < right.parts }

  private var parts: (String, String, String, String) {
    (store.rawValue, app?.rawValue ?? "", product.rawValue, basePlan ?? "")
  }
}

/// The source of a fact of the product catalogue.
public enum CatalogueSource: String, Hashable, Sendable, CaseIterable, Codable {
  /// The `[products]` section of the configuration.
  case policyFile = "policy"
  /// Google Play's `monetization.subscriptions.list`.
  case googlePlay = "google-play"
  /// The App Store Connect API.
  case appStoreConnect = "app-store-connect"
  /// An imported file.
  case file

  /// A Boolean value that indicates whether the source is the store's own settings.
  public var isStore: Bool {
    switch self {
    case .googlePlay, .appStoreConnect: true
    case .policyFile, .file: false
    }
  }

  /// The source in running text.
  public var title: String {
    switch self {
    case .policyFile: "the policy file"
    case .googlePlay: "Google Play"
    case .appStoreConnect: "App Store Connect"
    case .file: "an imported file"
    }
  }

  /// The precedence among sources of one fact: the policy file precedes the store's own settings,
  /// which precede a file, as files become outdated.
  var rank: Int {
    switch self {
    case .policyFile: 0
    case .googlePlay, .appStoreConnect: 1
    case .file: 2
    }
  }
}
