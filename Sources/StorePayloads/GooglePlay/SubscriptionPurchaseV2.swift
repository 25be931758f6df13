import PlainText
import SubscriptionCore

/// The status of a subscription purchase
/// (<https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.subscriptionsv2>).
struct SubscriptionPurchaseV2 {
  var regionCode: String?
  /// The instant at which access was first granted; unset while the purchase is pending.
  var startTime: Timestamp?
  var subscriptionState: Open<State>?
  /// Removed from the schema in July 2026; it may still arrive.
  var latestOrderId: String?
  var linkedPurchaseToken: String?
  /// The end of a pause.
  var autoResumeTime: Timestamp?
  var canceledStateContext: CanceledStateContext?
  /// The order of a declined renewal, in grace or on hold.
  var pendingOrderId: String?
  /// A Boolean value that indicates whether a license tester bought it.
  var testPurchase: Bool
  var acknowledgementState: Open<AcknowledgementState>?
  var externalAccountIdentifiers: ExternalAccountIdentifiers?
  var lineItems: [SubscriptionPurchaseLineItem]
  var outOfAppPurchaseContext: OutOfAppPurchaseContext?

  /// The state of the subscription.
  enum State: String, CaseIterable {
    case unspecified = "SUBSCRIPTION_STATE_UNSPECIFIED"
    case pending = "SUBSCRIPTION_STATE_PENDING"
    case active = "SUBSCRIPTION_STATE_ACTIVE"
    case paused = "SUBSCRIPTION_STATE_PAUSED"
    case inGracePeriod = "SUBSCRIPTION_STATE_IN_GRACE_PERIOD"
    case onHold = "SUBSCRIPTION_STATE_ON_HOLD"
    case canceled = "SUBSCRIPTION_STATE_CANCELED"
    case expired = "SUBSCRIPTION_STATE_EXPIRED"
    case pendingPurchaseCanceled = "SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED"

    /// The state in terms that both stores share; `nil` if Google states none.
    var stated: StatedStatus? {
      switch self {
      case .unspecified: nil
      case .pending: .pending
      case .active: .active
      case .paused: .paused
      case .inGracePeriod: .grace
      case .onHold: .hold
      case .canceled: .canceled
      case .expired: .expired
      case .pendingPurchaseCanceled: .pendingCanceled
      }
    }
  }

  /// The acknowledgement of the purchase by the app.
  enum AcknowledgementState: String {
    case unspecified = "ACKNOWLEDGEMENT_STATE_UNSPECIFIED"
    case pending = "ACKNOWLEDGEMENT_STATE_PENDING"
    case acknowledged = "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED"
  }

  /// The app's own identifiers of the user.
  struct ExternalAccountIdentifiers {
    var externalAccountId: String?
    var obfuscatedExternalAccountId: String?

    init(_ json: JSONValue) throws(Fault) {
      externalAccountId = try json.string("externalAccountId")
      obfuscatedExternalAccountId = try json.string("obfuscatedExternalAccountId")
      try json.check(texts: "obfuscatedExternalProfileId")
    }
  }

  /// The expired purchase before a purchase outside the app; present until it is acknowledged.
  struct OutOfAppPurchaseContext {
    var expiredExternalAccountIdentifiers: ExternalAccountIdentifiers?
    var expiredPurchaseToken: String?

    init(_ json: JSONValue) throws(Fault) {
      expiredExternalAccountIdentifiers = try json.object("expiredExternalAccountIdentifiers").map(
        ExternalAccountIdentifiers.init)
      expiredPurchaseToken = try json.string("expiredPurchaseToken")
    }
  }

  init(_ json: JSONValue) throws(Fault) {
    regionCode = try json.string("regionCode")
    startTime = try json.date("startTime")
    subscriptionState = try json.open("subscriptionState")
    latestOrderId = try json.string("latestOrderId")
    linkedPurchaseToken = try json.string("linkedPurchaseToken")
    autoResumeTime = try json.object("pausedStateContext")?.date("autoResumeTime")
    canceledStateContext = try json.object("canceledStateContext").map(CanceledStateContext.init)
    let inGrace = try json.object("inGracePeriodStateContext")?.object("renewalDeclined")?
      .string("pendingOrderId")
    let onHold = try json.object("onHoldStateContext")?.object("renewalDeclined")?
      .string("pendingOrderId")
    pendingOrderId = inGrace ?? onHold
    testPurchase = try json.object("testPurchase") != nil
    acknowledgementState = try json.open("acknowledgementState")
    externalAccountIdentifiers = try json.object("externalAccountIdentifiers").map(
      ExternalAccountIdentifiers.init)
    try json.object("subscribeWithGoogleInfo")?.check(
      texts: "profileId", "profileName", "emailAddress", "givenName", "familyName")
    lineItems = []
    for item in try json.array("lineItems") {
      lineItems.append(try SubscriptionPurchaseLineItem(item))
    }
    outOfAppPurchaseContext = try json.object("outOfAppPurchaseContext").map(
      OutOfAppPurchaseContext.init)
    try json.check(texts: "kind", "etag")
  }

  /// The values that this build does not know.
  var unknownValues: [String] {
    var unknown = UnknownValues()
    unknown.note("subscriptionState", subscriptionState)
    unknown.note("acknowledgementState", acknowledgementState)
    unknown.note("cancelSurveyResult.reason", canceledStateContext?.surveyReason)
    if let member = canceledStateContext?.unknownMember {
      unknown.note("canceledStateContext", text: member)
    }
    return lineItems.reduce(into: unknown.texts) { $0 += $1.unknownValues }
  }
}
