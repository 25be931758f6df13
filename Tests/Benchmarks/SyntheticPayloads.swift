import StoreSimulator

/// Payloads of the two stores as they arrive, one a line, for figures about taking them in.
struct SyntheticPayloads {
  /// The root that the App Store payloads are signed under, DER.
  let root: [UInt8]
  private let authority: SigningAuthority

  /// The end of the period that every payload speaks of: 2026-12-20T00:00:00Z.
  private static let expires: Int64 = 1_797_724_800_000

  init() throws {
    authority = try SigningAuthority(seed: 1)
    root = authority.rootCertificate
  }

  /// A renewal of one of a third as many subscribers: three JWS, as Apple posts them.
  func notification(_ index: Int, of count: Int) throws -> String {
    let original = 2_000_000_000_000 + index % max(1, count / 3)
    let signed = Self.expires - 2_592_000_000 + Int64(index)
    let common = """
      "originalTransactionId":"\(original)","productId":"news.monthly","environment":"Production",\
      "signedDate":\(signed)
      """
    let transaction = try authority.sign(
      """
      {\(common),"transactionId":"\(original + index)","webOrderLineItemId":"\(index)",\
      "bundleId":"com.example.news","subscriptionGroupIdentifier":"20900001",\
      "purchaseDate":\(signed),"originalPurchaseDate":\(signed - 9_000_000_000),\
      "expiresDate":\(Self.expires),"quantity":1,"type":"Auto-Renewable Subscription",\
      "inAppOwnershipType":"PURCHASED","transactionReason":"RENEWAL","storefront":"JPN",\
      "storefrontId":"143462","price":980000,"currency":"JPY"}
      """)
    let renewal = try authority.sign(
      """
      {\(common),"autoRenewProductId":"news.monthly","autoRenewStatus":1,\
      "recentSubscriptionStartDate":\(signed - 9_000_000_000),"renewalDate":\(Self.expires)}
      """)
    let outer = try authority.sign(
      """
      {"notificationType":"DID_RENEW","notificationUUID":"\(Self.uuid(index))","version":"2.0",\
      "signedDate":\(signed),"data":{"appAppleId":1234567890,"bundleId":"com.example.news",\
      "bundleVersion":"1","environment":"Production","status":1,\
      "signedTransactionInfo":"\(transaction)","signedRenewalInfo":"\(renewal)"}}
      """)
    return #"{"signedPayload":"\#(outer)"}"#
  }

  /// An active subscription as subscriptionsv2 describes it, in an archive record.
  static func snapshot(_ index: Int) -> String {
    """
    {"store":"google-play","receivedAt":"2026-11-19T12:00:00Z","packageName":"com.example.news",\
    "purchaseToken":"\(token(index))","subscription":{"kind":\
    "androidpublisher#subscriptionPurchaseV2","regionCode":"JP",\
    "startTime":"2026-05-20T08:00:00.123Z","subscriptionState":"SUBSCRIPTION_STATE_ACTIVE",\
    "latestOrderId":"\(SyntheticSubscribers.order(of: index))..5","acknowledgementState":\
    "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED","externalAccountIdentifiers":\
    {"obfuscatedExternalAccountId":"user-\(index)"},"lineItems":[{"productId":"news.monthly",\
    "expiryTime":"2026-12-20T08:00:00.123Z","latestSuccessfulOrderId":\
    "\(SyntheticSubscribers.order(of: index))..5","autoRenewingPlan":{"autoRenewEnabled":true,\
    "recurringPrice":{"currencyCode":"JPY","units":"980"}},"offerDetails":{"basePlanId":\
    "monthly-std","offerTags":["news"]},"offerPhase":{"basePrice":{}}}],"etag":"\(index)"}}
    """
  }

  private static func uuid(_ index: Int) -> String {
    let digits = String(index, radix: 16)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// A purchase token of Google's form: random letters, a mark, and random letters and digits.
  private static func token(_ index: Int) -> String {
    var state = UInt64(truncatingIfNeeded: index)
    let letters = (0..<24).map { _ -> Character in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(state >> 33 % 26)))
    }
    return String(letters) + ".AO-J1O" + String(repeating: "kbcdefghijklm", count: 8)
      + String(index, radix: 16)
  }
}
