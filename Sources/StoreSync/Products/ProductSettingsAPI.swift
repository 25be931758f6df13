import SubscriptionCore

/// What a store's own settings say about the products of one app.
///
/// Sources: `monetization.subscriptions.list` of the Google Play Developer API
/// (developers.google.com/android-publisher/api-ref/rest) and the App Store Connect API
/// (developer.apple.com/documentation/appstoreconnectapi).
public protocol ProductSettingsAPI: Sendable {
  /// The app, and the store that is asked.
  var app: StoreApp { get }

  /// Reads every product of the app, page by page.
  ///
  /// - Returns: What the settings state; prices in the future have their date.
  /// - Throws: Why they cannot be read; then nothing of them counts.
  func productSettings() async throws(StoreAPIError) -> [CatalogueStatement]
}
