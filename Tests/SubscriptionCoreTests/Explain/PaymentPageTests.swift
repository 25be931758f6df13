import SubscriptionCore
import Testing

struct PaymentPageTests {
  private static let page = "https://play.google.com/store/account/subscriptions"

  @Test(arguments: [
    (Store.appStore, "gold", "com.example" as AppID?, "https://apps.apple.com/account/billing"),
    (.googlePlay, "gold", "com.example", page + "?sku=gold&package=com.example"),
    (.googlePlay, "a b&c=é", "x", page + "?sku=a%20b%26c%3D%C3%A9&package=x"),
    (.googlePlay, "gold", nil, page), (.googlePlay, "", "com.example", page),
  ])
  func `the link leads to where the payment is fixed`(
    _ store: Store, _ product: String, _ app: AppID?, _ link: String
  ) {
    #expect(PaymentPage.link(store: store, product: ProductID(product), app: app) == link)
  }
}
