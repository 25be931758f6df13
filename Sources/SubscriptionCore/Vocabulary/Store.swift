/// The app store that sold a subscription and collects its payments.
public enum Store: String, Hashable, Sendable, CaseIterable, Codable {
  /// Apple's App Store.
  case appStore = "app-store"
  /// Google Play.
  case googlePlay = "google-play"

  /// The number that ledgers store for it, which never changes.
  ///
  /// The numbers are consecutive from 0.
  public var code: Int {
    switch self {
    case .appStore: 0
    case .googlePlay: 1
    }
  }

  /// The store's name in running text.
  public var title: String { words.title }

  /// The name of the store's site for developers.
  public var console: String { words.console }

  /// The store's name as one short word, for narrow columns.
  public var shortTitle: String { words.short }

  private var words: (title: String, console: String, short: String) {
    switch self {
    case .appStore: ("App Store", "App Store Connect", "Apple")
    case .googlePlay: ("Google Play", "Google Play Console", "Play")
    }
  }
}

/// The environment a purchase was made in.
///
/// Only `production` involves money; metrics and prompts leave the others out
/// (<doc:EdgeCases#Case-35>).
public enum StoreEnvironment: String, Hashable, Sendable, CaseIterable, Codable {
  /// Real customers and real money.
  case production
  /// The App Store sandbox, TestFlight, and Google Play license testers: accelerated time.
  case sandbox
  /// StoreKit testing in Xcode (`Xcode`, `LocalTesting`): never signed by Apple.
  case local
}
