import SubscriptionCore

/// An encoder of the simulated Google Play's payloads: a notification, and the subscriptionsv2
/// resource that the app's server fetched because of it, as one archive record.
struct GooglePlayPayloadEncoder: Sendable {
  /// A notification of Google Play.
  struct Notification: Hashable, Sendable {
    /// The number of the notification type; `nil` for a resource fetched without one.
    var number: Int?
    /// The instant at which it was sent.
    var at: Timestamp
    /// A Boolean value that indicates whether the server fetched the resource.
    var fetches = true
  }

  /// Returns the record of a notification and of the resource at the time it was fetched.
  static func record(
    _ notification: Notification, about contract: SimulatedSubscription, receivedAt: Timestamp
  ) -> [UInt8] {
    let record = JSONObject.make { record in
      record.add("store", "google-play")
      record.add("receivedAt", receivedAt.rfc3339)
      record.add("packageName", SimulatedWorld.package.rawValue)
      record.add("purchaseToken", contract.key)
      if let number = notification.number {
        record.add("notification", raw: developerNotification(number, notification.at, contract))
      }
      if notification.fetches { record.add("subscription", raw: resource(contract)) }
    }
    return Array(record.utf8)
  }

  private static func developerNotification(
    _ number: Int, _ instant: Timestamp, _ contract: SimulatedSubscription
  ) -> String {
    let inner = JSONObject.make { body in
      body.add("version", "1.0")
      body.add("notificationType", Int64(number))
      body.add("purchaseToken", contract.key)
      body.add("subscriptionId", contract.plan.product.rawValue)
    }
    return JSONObject.make { body in
      body.add("version", "1.0")
      body.add("packageName", SimulatedWorld.package.rawValue)
      body.add("eventTimeMillis", String(instant.milliseconds))
      body.add("subscriptionNotification", raw: inner)
    }
  }

  /// Returns the subscriptionsv2 resource of a purchase.
  static func resource(_ contract: SimulatedSubscription) -> String {
    JSONObject.make { body in
      body.add("kind", "androidpublisher#subscriptionPurchaseV2")
      body.add("regionCode", contract.country.rawValue)
      if contract.status != .pending { body.add("startTime", contract.startedAt.rfc3339) }
      body.add("subscriptionState", state(contract.status))
      body.add("etag", etag(contract))
      body.add("linkedPurchaseToken", contract.linkedKey)
      context(of: contract, into: &body)
      if contract.environment != .production { body.add("testPurchase", raw: "{}") }
      body.add(
        "acknowledgementState",
        "ACKNOWLEDGEMENT_STATE_" + (contract.acknowledgementPending ? "PENDING" : "ACKNOWLEDGED"))
      body.add(
        "externalAccountIdentifiers",
        raw: "{\"obfuscatedExternalAccountId\":\"\(contract.account.rawValue)\"}")
      body.add("lineItems", raw: "[\(lineItem(contract))]")
    }
  }

  /// Returns an identifier of the purchase's present state; any value that changes with it
  /// suffices.
  private static func etag(_ contract: SimulatedSubscription) -> String {
    "\(contract.status)-\(contract.expiry.milliseconds)-\(contract.latestOrder)"
  }

  private static func context(of contract: SimulatedSubscription, into body: inout JSONObject) {
    if contract.status == .paused, let resumesAt = contract.resumesAt {
      body.add("pausedStateContext", raw: "{\"autoResumeTime\":\"\(resumesAt.rfc3339)\"}")
    }
    if contract.status == .canceled || contract.status == .expired || contract.status == .revoked {
      body.add("canceledStateContext", raw: cancellation(contract))
    }
    let declined = "{\"renewalDeclined\":{\"pendingOrderId\":\"\(contract.latestOrder)\"}}"
    if contract.status == .grace { body.add("inGracePeriodStateContext", raw: declined) }
    if contract.status == .hold { body.add("onHoldStateContext", raw: declined) }
  }

  private static func cancellation(_ contract: SimulatedSubscription) -> String {
    if contract.replaced { return "{\"replacementCancellation\":{}}" }
    switch contract.endReason ?? .voluntary {
    case .voluntary:
      let at = (contract.canceledAt ?? contract.expiry).rfc3339
      return "{\"userInitiatedCancellation\":{\"cancelTime\":\"\(at)\"}}"
    case .developer: return "{\"developerInitiatedCancellation\":{}}"
    case .billing, .priceIncrease, .productUnavailable, .refund, .familySharing, .other:
      return "{\"systemInitiatedCancellation\":{}}"
    }
  }

  private static func lineItem(_ contract: SimulatedSubscription) -> String {
    JSONObject.make { item in
      item.add("productId", contract.plan.product.rawValue)
      if contract.status != .pending {
        item.add("expiryTime", contract.expiry.rfc3339)
        item.add("latestSuccessfulOrderId", contract.paidOrder)
      }
      item.add("autoRenewingPlan", raw: renewingPlan(contract))
      item.add(
        "offerDetails",
        raw: JSONObject.make { offer in
          offer.add("basePlanId", contract.plan.basePlan)
          if contract.trial { offer.add("offerId", "free-week") }
          offer.add("offerId", contract.introduction?.offerID)
        })
      item.add("offerPhase", raw: phase(contract))
      if contract.replacement?.mode == .deferred, let next = contract.nextPlan {
        item.add("deferredItemReplacement", raw: "{\"productId\":\"\(next.product.rawValue)\"}")
      }
      item.add("itemReplacement", raw: contract.replacement.map(replacement))
    }
  }

  private static func phase(_ contract: SimulatedSubscription) -> String {
    if contract.trial { return "{\"freeTrial\":{}}" }
    if contract.introduction != nil { return "{\"introductoryPrice\":{}}" }
    guard contract.prorated else { return "{\"basePrice\":{}}" }
    return "{\"prorationPeriod\":{\"originalOfferPhaseType\":\"BASE\"}}"
  }

  private static func replacement(_ replacement: Replacement) -> String {
    JSONObject.make { item in
      item.add("productId", replacement.plan.product.rawValue)
      item.add("basePlanId", replacement.plan.basePlan)
      item.add("replacementMode", replacement.mode.rawValue)
    }
  }

  private static func renewingPlan(_ contract: SimulatedSubscription) -> String {
    JSONObject.make { plan in
      if contract.autoRenew { plan.add("autoRenewEnabled", true) }
      plan.add("recurringPrice", raw: money(contract.price, contract.country))
      if let price = contract.nextPrice {
        plan.add(
          "priceChangeDetails",
          raw: JSONObject.make { change in
            change.add("newPrice", raw: money(price, contract.country))
            change.add("priceChangeMode", "PRICE_INCREASE")
            change.add("priceChangeState", contract.consentPending ? "OUTSTANDING" : "CONFIRMED")
            change.add("expectedNewPriceChargeTime", contract.paidThrough.rfc3339)
          })
      }
      if let left = contract.paymentsLeft, let all = contract.plan.commitment {
        plan.add(
          "installmentDetails",
          raw: JSONObject.make { details in
            details.add("initialCommittedPaymentsCount", Int64(all))
            details.add("subsequentCommittedPaymentsCount", Int64(all))
            details.add("remainingCommittedPaymentsCount", Int64(left))
            if contract.cancellationScheduled { details.add("pendingCancellation", raw: "{}") }
          })
      }
    }
  }

  /// Returns an amount in Google's form.
  static func money(_ milliunits: Int64, _ country: Country) -> String {
    JSONObject.make { money in
      money.add("currencyCode", country.currency)
      money.add("units", String(milliunits / 1000))
      let nanos = milliunits % 1000 * 1_000_000
      if nanos != 0 { money.add("nanos", nanos) }
    }
  }

  private static func state(_ status: StatedStatus) -> String {
    switch status {
    case .pending: "SUBSCRIPTION_STATE_PENDING"
    case .active: "SUBSCRIPTION_STATE_ACTIVE"
    case .grace: "SUBSCRIPTION_STATE_IN_GRACE_PERIOD"
    case .hold: "SUBSCRIPTION_STATE_ON_HOLD"
    case .paused: "SUBSCRIPTION_STATE_PAUSED"
    case .canceled: "SUBSCRIPTION_STATE_CANCELED"
    case .expired, .revoked, .gone: "SUBSCRIPTION_STATE_EXPIRED"
    case .pendingCanceled: "SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED"
    }
  }
}
