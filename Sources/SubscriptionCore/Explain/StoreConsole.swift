/// The pages on which an operator and a user look after a subscription at its store.
///
/// No store documents the address of one purchase in its console. Play Console finds an order by
/// its identifier in Order management
/// (<https://support.google.com/googleplay/android-developer/answer/2741495>); App Store Connect
/// shows no single purchase, and refunds are the user's to request
/// (<https://support.apple.com/118223>).
public enum StoreConsole {
  /// A page.
  public struct Page: Hashable, Sendable {
    /// The name of the page.
    public var title: String
    /// The address, in ASCII.
    public var address: String
    /// The text to search for on the page; `nil` for none.
    public var search: String?
    /// The use of the page, in one sentence.
    public var use: String
  }

  /// Returns the pages of a subscription: the operator's first.
  public static func pages(
    store: Store, product: ProductID, app: AppID?, order: String?
  ) -> [Page] {
    let settings = PaymentPage.settings(store: store, product: product, app: app)
    switch store {
    case .appStore:
      return [
        Page(
          title: "App Store Connect", address: "https://appstoreconnect.apple.com/apps",
          use: "Prices and availability of the product; it shows no single purchase."),
        Page(
          title: "Refund", address: "https://reportaproblem.apple.com",
          use: "The user requests a refund there; Apple decides."),
        Page(
          title: "User's settings", address: settings,
          use: "The user cancels or changes the plan there."),
      ]
    case .googlePlay:
      return [
        Page(
          title: "Play Console", address: "https://play.google.com/console", search: order,
          use: "Order management finds the order, to refund or to cancel it."),
        Page(
          title: "User's settings", address: settings,
          use: "The user pays, cancels or changes the plan there."),
      ]
    }
  }
}
