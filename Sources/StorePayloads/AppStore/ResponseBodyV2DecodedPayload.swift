import PlainText
import SubscriptionCore

/// An App Store Server Notification, version 2
/// (Apple, `appstoreservernotifications/responsebodyv2decodedpayload`).
struct ResponseBodyV2DecodedPayload {
  var notificationType: Open<NotificationTypeV2>
  var subtype: Open<NotificationSubtype>?
  var notificationUUID: String
  var signedDate: Timestamp?
  var data: Body?
  var summary: AppData?
  var externalPurchaseToken: ExternalPurchaseToken?
  var appData: AppData?

  /// The app and, for a subscription's event, its signed parts
  /// (<https://developer.apple.com/documentation/appstoreservernotifications/data>).
  struct Body {
    var appAppleId: Int64?
    var bundleId: String?
    var environment: Open<AppStoreEnvironment>?
    var status: Open<AppStoreStatus>?
    var consumptionRequestReason: Open<ConsumptionRequestReason>?

    init(_ json: JSONValue) throws(Fault) {
      appAppleId = try json.integer("appAppleId")
      bundleId = try json.string("bundleId")
      environment = try json.open("environment")
      status = try json.open("status")
      consumptionRequestReason = try json.open("consumptionRequestReason")
      try json.check(texts: "bundleVersion")
    }
  }

  /// A token for a purchase outside the App Store
  /// (Apple, `appstoreservernotifications/externalpurchasetoken`).
  struct ExternalPurchaseToken {
    /// Starts with `SANDBOX` for a test.
    var externalPurchaseId: String?
    var appAppleId: Int64?
    var bundleId: String?

    init(_ json: JSONValue) throws(Fault) {
      externalPurchaseId = try json.string("externalPurchaseId")
      appAppleId = try json.integer("appAppleId")
      bundleId = try json.string("bundleId")
      try json.check(texts: "tokenType", times: "tokenCreationDate", "tokenExpirationDate")
    }
  }

  /// The app whose consent was withdrawn, or whose subscribers' renewal dates were extended
  /// (<https://developer.apple.com/documentation/appstoreservernotifications/appdata>, `summary`).
  struct AppData {
    var appAppleId: Int64?
    var bundleId: String?
    var environment: Open<AppStoreEnvironment>?

    init(_ json: JSONValue) throws(Fault) {
      appAppleId = try json.integer("appAppleId")
      bundleId = try json.string("bundleId")
      environment = try json.open("environment")
    }
  }

  init(_ json: JSONValue) throws(Fault) {
    notificationType = try json.required("notificationType", json.open("notificationType"))
    notificationUUID = try json.required("notificationUUID", json.string("notificationUUID"))
    subtype = try json.open("subtype")
    signedDate = try json.time("signedDate")
    data = try json.object("data").map(Body.init)
    summary = try json.object("summary").map(AppData.init)
    try json.object("summary")?.check(
      texts: "requestIdentifier", "productId", integers: "succeededCount", "failedCount",
      lists: "storefrontCountryCodes")
    externalPurchaseToken = try json.object("externalPurchaseToken").map(ExternalPurchaseToken.init)
    appData = try json.object("appData").map(AppData.init)
    try json.check(texts: "version")
  }

  /// The bundle identifier in the notification, from whichever part states it.
  var bundleId: String? {
    data?.bundleId ?? summary?.bundleId ?? externalPurchaseToken?.bundleId ?? appData?.bundleId
  }

  /// The app's Apple ID in the notification, from whichever part states it.
  var appAppleId: Int64? {
    data?.appAppleId ?? summary?.appAppleId ?? externalPurchaseToken?.appAppleId
      ?? appData?.appAppleId
  }

  /// The environment of the notification, from whichever part states it.
  var environment: Open<AppStoreEnvironment>? {
    if let stated = data?.environment ?? summary?.environment ?? appData?.environment {
      return stated
    }
    return externalPurchaseToken.map { token in
      .known(token.externalPurchaseId?.hasPrefix("SANDBOX") == true ? .sandbox : .production)
    }
  }

  /// The type and subtype as one text, for example `DID_FAIL_TO_RENEW/GRACE_PERIOD`.
  var name: String {
    subtype.map { notificationType.rawValue + "/" + $0.rawValue } ?? notificationType.rawValue
  }

  /// A Boolean value that indicates whether Apple used a value that this build does not know.
  var hasUnknown: Bool { notificationType.known == nil || !unknownValues.isEmpty }

  /// The values that this build does not know, other than the type, which names the event.
  var unknownValues: [String] {
    var unknown = UnknownValues()
    unknown.note("subtype", subtype)
    unknown.note("environment", environment)
    unknown.note("status", data?.status)
    unknown.note("consumptionRequestReason", data?.consumptionRequestReason)
    return unknown.texts
  }
}
