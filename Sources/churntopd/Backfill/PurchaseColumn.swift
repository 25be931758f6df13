import SubscriptionCore

/// A column in a list of purchases.
enum PurchaseColumn: Hashable, CaseIterable {
  case store
  /// A purchase token of Google Play.
  case token
  /// Any transaction identifier of the App Store.
  case transaction
  /// Either of the two, according to the store.
  case purchase
  /// The app's account identifier.
  case account
  /// The bundle identifier or package name.
  case app

  /// The accepted names, without the characters between their letters.
  private var names: [String] {
    switch self {
    case .store: ["store", "platform", "os"]
    case .token: ["token", "purchasetoken", "googletoken", "playtoken"]
    case .transaction:
      ["transaction", "transactionid", "originaltransactionid", "originaltransaction", "txid"]
    case .purchase: ["id", "ids", "identifier", "purchase", "purchaseid"]
    case .account:
      [
        "account", "accountid", "user", "userid", "customer", "customerid", "appaccounttoken",
        "obfuscatedaccountid", "obfuscatedexternalaccountid", "externalaccountid",
      ]
    case .app: ["app", "appid", "bundle", "bundleid", "package", "packagename", "application"]
    }
  }

  /// Reads a header cell or a key; returns `nil` for an unknown name.
  init?(_ text: String) {
    let letters = Self.letters(text)
    guard let found = Self.allCases.first(where: { $0.names.contains(letters) }) else { return nil }
    self = found
  }

  /// Returns the letters and digits of a name in lower case.
  private static func letters(_ text: String) -> String {
    String(text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || $0.isDigit })
  }

  /// Reads the name of a store, for example `app-store`, `App Store`, `ios` or `android`.
  static func store(_ text: String) -> Store? {
    switch letters(text) {
    case "appstore", "apple", "ios", "itunes", "macappstore", "macos", "ipados", "tvos": .appStore
    case "googleplay", "google", "play", "playstore", "googleplaystore", "android": .googlePlay
    case _: nil
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
