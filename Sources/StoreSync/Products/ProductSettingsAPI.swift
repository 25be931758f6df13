import SubscriptionCore

/// A client for one app's product settings in its store.
///
/// Sources: `monetization.subscriptions.list` of the Google Play Developer API
/// (developers.google.com/android-publisher/api-ref/rest) and the App Store Connect API
/// (developer.apple.com/documentation/appstoreconnectapi).
public protocol ProductSettingsAPI: Sendable {
  /// The app, and the store that is asked.
  var app: StoreApp { get }

  /// Reads every product of the app, page by page.
  ///
  /// - Returns: The statements of the settings; future prices have their date.
  /// - Throws: The error of the store's API; then none of them counts.
  func productSettings() async throws(StoreAPIError) -> [CatalogueStatement]
}
