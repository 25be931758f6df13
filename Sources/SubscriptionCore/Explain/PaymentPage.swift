import PlainText

/// The stores' own pages on which a user fixes a payment or changes a subscription.
public enum PaymentPage {
  /// Returns the page on which the user fixes the payment.
  ///
  /// It is Apple's page for payment methods; Google's page of the subscription, or of all
  /// subscriptions if product or app is unknown
  /// (<https://developer.android.com/google/play/billing/subscriptions#deep-link>).
  public static func link(store: Store, product: ProductID, app: AppID?) -> String {
    switch store {
    case .appStore: return "https://apps.apple.com/account/billing"
    case .googlePlay:
      let page = "https://play.google.com/store/account/subscriptions"
      guard let app, !app.rawValue.isEmpty, !product.rawValue.isEmpty else { return page }
      return page + "?sku=\(product.rawValue.percentEncoded)&package=\(app.rawValue.percentEncoded)"
    }
  }

  /// Returns the page on which the user changes a subscription: Apple's page of all subscriptions
  /// (<https://developer.apple.com/documentation/storekit/handling-subscriptions-billing>), or
  /// Google's page for payment and everything else.
  public static func settings(store: Store, product: ProductID, app: AppID?) -> String {
    switch store {
    case .appStore: "https://apps.apple.com/account/subscriptions"
    case .googlePlay: link(store: store, product: product, app: app)
    }
  }
}
