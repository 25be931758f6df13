import SubscriptionCore
import Testing

@testable import SimulatedStores

@Suite struct StoreEndpointTests {
  @Test(arguments: [
    ("GET", "/app-store/inApps/v1/subscriptions/1?status=1", StoreEndpoint.statuses),
    ("GET", "/app-store-sandbox/inApps/v2/history/1", .transactionHistory),
    ("GET", "/app-store/inApps/v1/history/1?revision=r1", .transactionHistory),
    ("GET", "/app-store/inApps/v1/transactions/1", .transactionInfo),
    ("GET", "/app-store/inApps/v2/refund/lookup/1", .refundHistory),
    ("POST", "/app-store/inApps/v1/notifications/history?paginationToken=p", .notificationHistory),
    ("GET", "/app-store/inApps/v1/lookup/MK5TTTVWJH", .orderLookup),
    ("POST", "/app-store/inApps/v1/notifications/test", .testNotification),
    ("GET", "/app-store/inApps/v1/notifications/test/t_1", .testNotificationStatus),
    ("POST", "/google-accounts/token", .token),
    ("GET", "/google-accounts/oauth2/v3/certs", .certificates),
    (
      "GET", "/google-play/androidpublisher/v3/applications/p/purchases/subscriptionsv2/tokens/t",
      .subscription
    ),
    (
      "GET", "/google-play/androidpublisher/v3/applications/p/purchases/voidedpurchases",
      .voidedPurchases
    ),
    (
      "GET", "/google-play/androidpublisher/v3/applications/p/subscriptions?pageToken=s3",
      .playSubscriptions
    ),
    (
      "GET",
      "/google-play/androidpublisher/v3/applications/p/subscriptions/-/basePlans/-/offers",
      .playOffers
    ),
    ("GET", "/app-store-connect/v1/apps?filter%5BbundleId%5D=b", .appStoreConnect),
    ("POST", "/google-pubsub/v1/projects/p/subscriptions/s:pull", .pull),
    ("POST", "/google-pubsub/v1/projects/p/subscriptions/s:acknowledge", .acknowledge),
    (
      "POST", "/google-pubsub/v1/projects/p/subscriptions/s:modifyAckDeadline",
      .acknowledgeDeadline
    ),
  ])
  func `a path asks for an endpoint`(method: String, target: String, endpoint: StoreEndpoint) {
    let asked = StoreEndpoint.asked(by: FakeRequest(method: method, target: target))
    #expect(asked?.endpoint == endpoint)
    #expect(asked?.environment == (target.contains("sandbox") ? .sandbox : .production))
  }

  @Test(arguments: [
    ("POST", "/app-store/inApps/v1/subscriptions/1"), ("GET", "/app-store/inApps/v3/history/1"),
    ("GET", "/app-store/inApps/v1/subscriptions/1/2"), ("GET", "/"), ("GET", "/app-store"),
    ("GET", "/google-pubsub/v1/projects/p/subscriptions/s:pull"),
    ("POST", "/google-pubsub/v1/projects/p/subscriptions/s:seek"),
    ("GET", "/google-accounts/token"), ("GET", "/elsewhere/inApps/v1/subscriptions/1"),
    ("GET", "/google-play/androidpublisher/v3/applications/p/purchases/subscriptions/tokens/t"),
  ])
  func `any other path asks for nothing`(method: String, target: String) {
    #expect(StoreEndpoint.asked(by: FakeRequest(method: method, target: target)) == nil)
  }

  @Test func `a request is taken apart with its escapes resolved`() {
    let request = FakeRequest(
      target: "/a/b%2Fc/d?x=1%202&y=p+q&flag", fields: ["Authorization": "Bearer t"])
    #expect(request.path == ["a", "b/c", "d"])
    #expect(request.value("x") == "1 2")
    #expect(request.value("y") == "p q")
    #expect(request.value("flag") == "")
    #expect(request.value("z") == nil)
    #expect(request.bearer == "t")
  }
}
