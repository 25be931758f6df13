import SubscriptionCore

/// An encoder of the simulated App Store's payloads: signed notifications of version 2, and signed
/// transactions.
struct AppStorePayloadEncoder: Sendable {
  let authority: SigningAuthority

  static let group = "20612345"

  /// Returns a notification as `{"signedPayload": …}`.
  func notification(
    _ type: String, _ subtype: String?, about contract: SimulatedSubscription,
    at instant: Timestamp,
    uuid: String
  ) throws -> [UInt8] {
    let transaction = try signedTransaction(of: contract, at: instant)
    let renewal = try authority.sign(Self.renewal(contract, at: instant))
    let data = JSONObject.make { data in
      data.add("appAppleId", raw: SimulatedWorld.appNumber)
      data.add("bundleId", SimulatedWorld.bundle.rawValue)
      data.add("bundleVersion", "3.2.1")
      data.add("environment", Self.environment(contract))
      data.add("signedTransactionInfo", transaction)
      data.add("signedRenewalInfo", renewal)
      data.add("status", Self.status(contract))
      if type == "CONSUMPTION_REQUEST" {
        data.add("consumptionRequestReason", "UNINTENDED_PURCHASE")
      }
    }
    let payload = JSONObject.make { body in
      body.add("notificationType", type)
      body.add("subtype", subtype)
      body.add("notificationUUID", uuid)
      body.add("data", raw: data)
      body.add("version", "2.0")
      body.add("signedDate", instant.milliseconds)
    }
    return Array("{\"signedPayload\":\"\(try authority.sign(payload))\"}".utf8)
  }

  /// Returns a separate signed transaction, as the App Store Server API lists them.
  func signedTransaction(
    of contract: SimulatedSubscription, at instant: Timestamp
  ) throws -> String {
    try authority.sign(Self.transaction(contract, at: instant))
  }

  static func environment(_ contract: SimulatedSubscription) -> String {
    contract.environment == .production ? "Production" : "Sandbox"
  }

  /// Returns Apple's number of a status.
  static func status(_ contract: SimulatedSubscription) -> Int64 {
    switch contract.status {
    case .pending, .active, .paused, .canceled, .pendingCanceled: 1
    case .expired, .gone: 2
    case .hold: 3
    case .grace: 4
    case .revoked: 5
    }
  }

  /// Returns the date of the payment for the current period.
  static func purchaseDate(_ contract: SimulatedSubscription) -> Timestamp {
    contract.paidLateAt ?? contract.periodStart
  }

  /// Returns the ownership type of the purchase.
  static func ownership(_ contract: SimulatedSubscription) -> String {
    contract.familyShared ? "FAMILY_SHARED" : "PURCHASED"
  }

  /// Returns whether a transaction is revoked, whole or in part.
  static func isRevoked(_ contract: SimulatedSubscription) -> Bool {
    contract.revokedAt != nil || contract.upgradedAt != nil && !contract.trial
  }

  static func transaction(_ contract: SimulatedSubscription, at instant: Timestamp) -> String {
    JSONObject.make { body in
      body.add("transactionId", contract.transactionID)
      body.add("originalTransactionId", contract.key)
      body.add("webOrderLineItemId", "5" + contract.transactionID.dropFirst())
      body.add("bundleId", SimulatedWorld.bundle.rawValue)
      body.add("productId", contract.plan.product.rawValue)
      body.add("subscriptionGroupIdentifier", group)
      body.add("purchaseDate", purchaseDate(contract).milliseconds)
      body.add("originalPurchaseDate", contract.startedAt.milliseconds)
      body.add("expiresDate", contract.paidThrough.milliseconds)
      body.add("quantity", 1)
      body.add("type", "Auto-Renewable Subscription")
      body.add("appAccountToken", contract.account.rawValue)
      body.add("inAppOwnershipType", ownership(contract))
      body.add("signedDate", instant.milliseconds)
      body.add("environment", environment(contract))
      body.add(
        "transactionReason", contract.renewals == contract.boughtNumber ? "PURCHASE" : "RENEWAL")
      body.add("storefront", contract.country.storefront)
      body.add(
        "storefrontId", "143" + contract.country.storefront.utf8.map { String($0 % 10) }.joined())
      let paid = contract.introduction?.price(of: contract.price) ?? contract.price
      body.add("price", contract.trial ? 0 : paid)
      body.add("currency", contract.country.currency)
      body.add("appTransactionId", contract.orderBase)
      if contract.trial {
        body.add("offerType", 1)
        body.add("offerDiscountType", "FREE_TRIAL")
        body.add("offerPeriod", "P1W")
      }
      if let introduction = contract.introduction {
        body.add("offerType", 3)
        body.add("offerIdentifier", "welcome")
        body.add("offerDiscountType", introduction.ahead == nil ? "PAY_AS_YOU_GO" : "PAY_UP_FRONT")
        body.add("offerPeriod", (introduction.ahead ?? contract.plan.period).description)
      }
      if let left = contract.paymentsLeft, let all = contract.plan.commitment {
        body.add("billingPlanType", "MONTHLY")
        body.add(
          "commitmentInfo",
          raw: JSONObject.make { info in
            info.add("billingPeriodNumber", Int64(all - left + 1))
            info.add("totalBillingPeriods", Int64(all))
            info.add("commitmentPrice", contract.price * Int64(all))
          })
      }
      if let upgradedAt = contract.upgradedAt { prorate(contract, at: upgradedAt, into: &body) }
      if let revokedAt = contract.revokedAt {
        body.add("revocationDate", revokedAt.milliseconds)
        body.add("revocationReason", 0)
        body.add(
          "revocationType", contract.endReason == .familySharing ? "FAMILY_REVOKE" : "REFUND_FULL")
      }
    }
  }

  /// Adds the proration of a payment that another plan replaced.
  private static func prorate(
    _ contract: SimulatedSubscription, at instant: Timestamp, into body: inout JSONObject
  ) {
    let all = (contract.paidThrough - contract.periodStart).components.seconds
    let left = (contract.paidThrough - instant).components.seconds
    body.add("isUpgraded", true)
    guard !contract.trial else { return }
    body.add("revocationDate", instant.milliseconds)
    body.add("revocationReason", 0)
    body.add("revocationType", "REFUND_PRORATED")
    body.add("revocationPercentage", left * 100_000 / max(all, 1))
  }

  static func renewal(_ contract: SimulatedSubscription, at instant: Timestamp) -> String {
    JSONObject.make { body in
      body.add("originalTransactionId", contract.key)
      body.add("autoRenewProductId", (contract.nextPlan ?? contract.plan).product.rawValue)
      body.add("productId", contract.plan.product.rawValue)
      body.add("autoRenewStatus", contract.autoRenew ? 1 : 0)
      body.add("renewalPrice", contract.renewalPrice)
      body.add("currency", contract.country.currency)
      body.add("signedDate", instant.milliseconds)
      body.add("environment", environment(contract))
      body.add("recentSubscriptionStartDate", contract.startedAt.milliseconds)
      body.add("renewalDate", contract.paidThrough.milliseconds)
      body.add("appTransactionId", contract.orderBase)
      body.add("appAccountToken", contract.account.rawValue)
      if contract.nextPrice != nil {
        body.add("priceIncreaseStatus", contract.consentPending ? 0 : 1)
      }
      switch contract.status {
      case .grace:
        body.add("isInBillingRetryPeriod", true)
        body.add("expirationIntent", 2)
        if !contract.hidesGraceEnd {
          body.add("gracePeriodExpiresDate", contract.graceEnds?.milliseconds)
        }
      case .hold:
        body.add("isInBillingRetryPeriod", true)
        body.add("expirationIntent", 2)
      case .expired, .revoked:
        body.add("isInBillingRetryPeriod", false)
        body.add("expirationIntent", intent(contract.endReason))
      case .pending, .active, .paused, .canceled, .pendingCanceled, .gone: break
      }
    }
  }

  private static func intent(_ reason: EndReason?) -> Int64? {
    switch reason {
    case .voluntary: 1
    case .billing: 2
    case .priceIncrease: 3
    case .productUnavailable: 4
    case .developer, .other: 5
    case .refund, .familySharing, nil: nil
    }
  }
}
