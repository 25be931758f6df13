/// A column of a product file, and a key of a `[[products]]` table.
///
/// Help, the CSV header, the shape of the configuration and the reader are derived from this list.
public enum ProductField: String, Hashable, Sendable, CaseIterable {
  /// The store.
  case store
  /// The bundle identifier or package name.
  case app
  /// The product identifier.
  case product
  /// The base plan of Google Play.
  case basePlan
  /// The display name.
  case name
  /// The subscription group.
  case group
  /// The level within the group.
  case level
  /// The billing period.
  case period
  /// The grace period of Google Play, in days.
  case graceDays
  /// The account hold of Google Play, in days.
  case holdDays
  /// The country of the price.
  case country
  /// The price.
  case price
  /// The offer that the row describes.
  case offer
  /// The phase of the offer.
  case phase
  /// The kind of discount of the phase.
  case mode
  /// The number of payments in the phase.
  case count
  /// The App Store's grace period of an app.
  case appStoreGrace
  /// A Boolean value that indicates whether the sandbox grants grace.
  case appStoreGraceSandbox
  /// A Boolean value that indicates whether only paid periods have grace.
  case appStoreGracePaidOnly
  /// The time from which the row applies.
  case since
  /// The origin of the row.
  case source

  /// The description: one sentence without a full stop.
  public var summary: String {
    switch self {
    case .store: "app-store or google-play"
    case .app: "bundle identifier or package name; left out: every app"
    case .product: "product identifier; left out only where an app's grace is stated"
    case .basePlan: "Google Play's base plan; left out: the product as a whole"
    case .name: "the name that customers see"
    case .group: "the subscription group"
    case .level: "the place within the group, 1 for the highest"
    case .period: "how long one payment lasts, such as P1W, P1M or P1Y"
    case .graceDays: "Google Play's grace in whole days, 0 to 30"
    case .holdDays: "Google Play's account hold in whole days, 0 to 60"
    case .country: "the country of the price, such as JP; left out: every other country"
    case .price: "an amount and its currency, such as 480 JPY"
    case .offer: "the offer's identifier; left out: the App Store's introductory offer"
    case .phase: "the phase of the offer, 1 for the first"
    case .mode: "what an offer's phase is: freeTrial, payAsYouGo, payUpFront or discounted"
    case .count: "how many payments the phase has, 1 where left out"
    case .appStoreGrace: "the app's billing grace period: off, 3d, 16d or 28d"
    case .appStoreGraceSandbox: "whether the sandbox grants it, true or false"
    case .appStoreGracePaidOnly: "whether trials have none, true or false"
    case .since:
      "the date since which the row holds; left out: from the beginning, or from now on where it "
        + "differs from an earlier file"
    case .source: "where the row is from, as 'products export' writes it; left out: this file"
    }
  }

  /// The fields that identify the subject of a row; the others are facts.
  static let naming: Set<ProductField> = [
    .store, .app, .product, .basePlan, .country, .offer, .phase, .since, .source,
  ]

  /// The fields that describe a product itself, not one of its offers.
  static let productFacts: [ProductField] = [
    .name, .group, .level, .graceDays, .holdDays, .appStoreGrace, .appStoreGraceSandbox,
    .appStoreGracePaidOnly,
  ]
}

/// A problem that prevents a product file from being read.
public struct ProductProblem: Error, Hashable, Sendable {
  /// The line, counted from 1.
  public var line: Int
  /// The field; empty for a problem of the whole row.
  public var field = ""
  /// The problem and its remedy.
  public var text: String

  /// Returns the problem as a sentence with its place in a file.
  public func sentence(in file: String) -> String {
    "\(file):\(line): " + (field.isEmpty ? "" : "\(field): ") + text
  }
}
