import Foundation
import StoreSimulator
import StoreSync
import SubscriptionCore

/// Stores that answer at once about any number of purchases, each with an active subscription, and
/// know nothing of every fiftieth.
struct InstantStores: AppStoreAPI, GooglePlayAPI {
  let asked: AskedMap
  let authority: SigningAuthority
  let now: Timestamp
  /// After how many questions the process kills itself.
  let dieAfter: Int?

  static let bundle = AppID("com.example.million")

  /// The name of a purchase: a transaction, or a token as long as Google's.
  static func name(_ number: Int, _ store: Store) -> String {
    let digits = String(100_000_000 + number).dropFirst()
    switch store {
    case .appStore: return "2000000" + digits
    case .googlePlay: return String(repeating: "abcdefghijklmnopqrstuvwx.", count: 6) + digits
    }
  }

  private func note(_ name: String) throws(StoreAPIError) -> Int {
    guard let number = Int(name.suffix(8)) else { throw .notFound(detail: "none") }
    if asked.ask(about: number) == dieAfter { kill(getpid(), SIGKILL) }
    if number % 50 == 49 { throw .notFound(detail: "HTTP 404") }
    return number
  }

  func subscription(purchaseToken: String) async throws(StoreAPIError) -> StoreAnswer {
    let number = try note(purchaseToken)
    let ends = now + .hours(number % 8_000 + 1)
    return StoreAnswer(
      body: Array(
        """
        {"kind":"androidpublisher#subscriptionPurchaseV2","startTime":"2026-01-01T00:00:00Z",
        "regionCode":"DE","subscriptionState":"SUBSCRIPTION_STATE_ACTIVE",
        "acknowledgementState":"ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED","lineItems":[{
        "productId":"monthly","expiryTime":"\(ends.rfc3339)","autoRenewingPlan":{
        "autoRenewEnabled":true,"recurringPrice":{"currencyCode":"EUR","units":"9"}},
        "offerDetails":{"basePlanId":"p1m"}}]}
        """.utf8))
  }

  func subscriptionStatuses(transaction: String) async throws(StoreAPIError) -> StoreAnswer {
    let number = try note(transaction)
    let (paid, ends) = (now - .days(3), now + .hours(number % 8_000 + 1))
    do {
      let signed = try authority.sign(
        """
        {"transactionId":"\(transaction)","originalTransactionId":"\(transaction)",
        "bundleId":"\(Self.bundle)","productId":"monthly","subscriptionGroupIdentifier":"1",
        "purchaseDate":\(paid.milliseconds),"originalPurchaseDate":\(paid.milliseconds),
        "expiresDate":\(ends.milliseconds),"type":"Auto-Renewable Subscription",
        "inAppOwnershipType":"PURCHASED","signedDate":\(now.milliseconds),
        "environment":"Production","storefront":"DEU","currency":"EUR","price":9990}
        """)
      let renewal = try authority.sign(
        """
        {"originalTransactionId":"\(transaction)","autoRenewProductId":"monthly",
        "productId":"monthly","autoRenewStatus":1,"signedDate":\(now.milliseconds),
        "environment":"Production","renewalDate":\(ends.milliseconds)}
        """)
      return StoreAnswer(
        body: Array(
          """
          {"environment":"Production","bundleId":"\(Self.bundle)","data":[{
          "subscriptionGroupIdentifier":"1","lastTransactions":[{"status":1,
          "originalTransactionId":"\(transaction)","signedTransactionInfo":"\(signed)",
          "signedRenewalInfo":"\(renewal)"}]}]}
          """.utf8))
    } catch {
      throw .malformed(detail: "\(error)")
    }
  }

  private static let silent = StoreAPIError.refused(status: 0, detail: "nobody asks that here")

  func voidedPurchases(
    _ span: Range<Timestamp>, after: String?
  ) async throws(StoreAPIError) -> StoreAnswer { throw Self.silent }

  func notificationHistory(
    _ span: Range<Timestamp>, onlyFailures: Bool, after: String?
  ) async throws(StoreAPIError) -> StoreAnswer { throw Self.silent }

  func transactions(of order: AppStoreOrderID) async throws(StoreAPIError) -> StoreAnswer? {
    throw Self.silent
  }

  func requestTestNotification() async throws(StoreAPIError) -> String { throw Self.silent }

  func testNotificationStatus(token: String) async throws(StoreAPIError) -> StoreAnswer {
    throw Self.silent
  }
}
