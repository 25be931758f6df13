/// A country of the simulated world: its share of the users, its currency and its names.
enum Country: String, Hashable, Sendable, CaseIterable {
  case japan = "JP"
  case unitedStates = "US"
  case germany = "DE"
  case korea = "KR"
  case china = "CN"
  case brazil = "BR"
  case ukraine = "UA"

  /// The properties of a country.
  private struct Traits {
    var weight: Int
    var storefront: String
    var currency: String
    var timezone: String
    var milliunitsPerCent: Int64
    var priceStep: Int64
    var familyNameFirst = false
    var givenNames: [PersonalName]
    var familyNames: [PersonalName]
  }

  private var traits: Traits {
    switch self {
    case .japan:
      Traits(
        weight: 34, storefront: "JPN", currency: "JPY", timezone: "Asia/Tokyo",
        milliunitsPerCent: 1_600, priceStep: 10_000, familyNameFirst: true,
        givenNames: Self.japaneseGiven, familyNames: Self.japaneseFamily)
    case .unitedStates:
      Traits(
        weight: 24, storefront: "USA", currency: "USD", timezone: "America/New_York",
        milliunitsPerCent: 10, priceStep: 10,
        givenNames: Self.americanGiven, familyNames: Self.americanFamily)
    case .germany:
      Traits(
        weight: 14, storefront: "DEU", currency: "EUR", timezone: "Europe/Berlin",
        milliunitsPerCent: 10, priceStep: 10,
        givenNames: Self.germanGiven, familyNames: Self.germanFamily)
    case .korea:
      Traits(
        weight: 9, storefront: "KOR", currency: "KRW", timezone: "Asia/Seoul",
        milliunitsPerCent: 15_000, priceStep: 100_000, familyNameFirst: true,
        givenNames: Self.koreanGiven, familyNames: Self.koreanFamily)
    case .china:
      Traits(
        weight: 8, storefront: "CHN", currency: "CNY", timezone: "Asia/Shanghai",
        milliunitsPerCent: 75, priceStep: 10, familyNameFirst: true,
        givenNames: Self.chineseGiven, familyNames: Self.chineseFamily)
    case .brazil:
      Traits(
        weight: 7, storefront: "BRA", currency: "BRL", timezone: "America/Sao_Paulo",
        milliunitsPerCent: 50, priceStep: 10,
        givenNames: Self.brazilianGiven, familyNames: Self.brazilianFamily)
    case .ukraine:
      Traits(
        weight: 4, storefront: "UKR", currency: "USD", timezone: "Europe/Kyiv",
        milliunitsPerCent: 8, priceStep: 10,
        givenNames: Self.ukrainianGiven, familyNames: Self.ukrainianFamily)
    }
  }

  /// The share of the users, in hundredths.
  var weight: Int { traits.weight }
  /// The three-letter code that the App Store uses for a storefront.
  var storefront: String { traits.storefront }
  /// The currency of the prices.
  var currency: String { traits.currency }
  /// The time zone of the users.
  var timezone: String { traits.timezone }
  /// The local price of one euro cent in the catalogue, in thousandths of the currency's unit.
  var milliunitsPerCent: Int64 { traits.milliunitsPerCent }
  /// The smallest step of a price, in thousandths of the currency's unit.
  var priceStep: Int64 { traits.priceStep }
  /// A Boolean value that indicates whether the family name is written before the given name, as in
  /// Japan, Korea and China.
  var familyNameFirst: Bool { traits.familyNameFirst }
  var givenNames: [PersonalName] { traits.givenNames }
  var familyNames: [PersonalName] { traits.familyNames }
}
