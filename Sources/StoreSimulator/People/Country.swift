/// A country of the simulated world: its share of the users, its currency and its names.
enum Country: String, Hashable, Sendable, CaseIterable {
  case japan = "JP"
  case unitedStates = "US"
  case germany = "DE"
  case korea = "KR"
  case china = "CN"
  case brazil = "BR"
  case ukraine = "UA"

  /// The share of the users, in hundredths.
  var weight: Int {
    switch self {
    case .japan: 34
    case .unitedStates: 24
    case .germany: 14
    case .korea: 9
    case .china: 8
    case .brazil: 7
    case .ukraine: 4
    }
  }

  /// The three-letter code that the App Store uses for a storefront.
  var storefront: String {
    switch self {
    case .japan: "JPN"
    case .unitedStates: "USA"
    case .germany: "DEU"
    case .korea: "KOR"
    case .china: "CHN"
    case .brazil: "BRA"
    case .ukraine: "UKR"
    }
  }

  /// The currency of the prices.
  var currency: String {
    switch self {
    case .japan: "JPY"
    case .unitedStates, .ukraine: "USD"
    case .germany: "EUR"
    case .korea: "KRW"
    case .china: "CNY"
    case .brazil: "BRL"
    }
  }

  /// The local price of one euro cent in the catalogue, in thousandths of the currency's unit.
  var milliunitsPerCent: Int64 {
    switch self {
    case .japan: 1_600
    case .unitedStates, .germany: 10
    case .korea: 15_000
    case .china: 75
    case .brazil: 50
    case .ukraine: 8
    }
  }

  /// The smallest step of a price, in thousandths of the currency's unit.
  var priceStep: Int64 {
    switch self {
    case .japan: 10_000
    case .korea: 100_000
    case .unitedStates, .germany, .china, .brazil, .ukraine: 10
    }
  }

  /// The time zone of the users.
  var timezone: String {
    switch self {
    case .japan: "Asia/Tokyo"
    case .unitedStates: "America/New_York"
    case .germany: "Europe/Berlin"
    case .korea: "Asia/Seoul"
    case .china: "Asia/Shanghai"
    case .brazil: "America/Sao_Paulo"
    case .ukraine: "Europe/Kyiv"
    }
  }

  /// A Boolean value that indicates whether the family name is written before the given name, as in
  /// Japan, Korea and China.
  var familyNameFirst: Bool {
    switch self {
    case .japan, .korea, .china: true
    case .unitedStates, .germany, .brazil, .ukraine: false
    }
  }
}
