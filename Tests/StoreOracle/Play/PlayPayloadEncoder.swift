import SubscriptionCore

/// How Google Play puts things: the JSON of its notifications and resources.
enum PlayPayloadEncoder {
  /// A real-time developer notification.
  static func notification(_ word: Life.Word, _ record: PlayRecord, at instant: Timestamp) -> String
  {
    JSONBody.make { body in
      body.add("version", "1.0")
      body.add("packageName", PlayRecord.package)
      body.add("eventTimeMillis", String(instant.milliseconds))
      switch word {
      case .developer(let type):
        body.add(
          "subscriptionNotification",
          raw: JSONBody.make { change in
            change.add("version", "1.0")
            change.add("notificationType", Int64(type))
            change.add("purchaseToken", record.token)
            change.add("subscriptionId", record.plan.product)
          })
      case .voided(let order):
        body.add(
          "voidedPurchaseNotification",
          raw: JSONBody.make { voided in
            voided.add("purchaseToken", record.token)
            voided.add("orderId", record.orderID(order))
            voided.add("productType", 1)
            voided.add("refundType", 1)
          })
      case .notification: break
      }
    }
  }

  /// The archive record of a notification with the resource that was fetched because of it, of a
  /// notification alone, or of a resource alone.
  static func document(
    notification: String?, resource: String?, version1: Bool = false, _ record: PlayRecord,
    heardAt: Timestamp
  ) -> String {
    JSONBody.make { body in
      body.add("store", "google-play")
      body.add("receivedAt", heardAt.rfc3339)
      body.add("packageName", PlayRecord.package)
      body.add("purchaseToken", record.token)
      if version1 { body.add("subscriptionId", record.plan.product) }
      body.add("notification", raw: notification)
      body.add(version1 ? "subscriptionV1" : "subscription", raw: resource)
    }
  }

  /// A purchases.subscriptionsv2 resource.
  static func resource(_ record: PlayRecord) -> String {
    JSONBody.make { body in
      body.add("kind", "androidpublisher#subscriptionPurchaseV2")
      body.add("regionCode", "US")
      let isPending = record.state.hasPrefix("PENDING")
      if !isPending { body.add("startTime", record.startTime.rfc3339) }
      body.add("subscriptionState", "SUBSCRIPTION_STATE_" + record.state)
      body.add("latestOrderId", record.orderID(record.order))
      body.add("linkedPurchaseToken", record.linkedToken)
      body.add("pausedStateContext", raw: pause(record))
      body.add("canceledStateContext", raw: cancellation(record))
      let declined =
        "{\"renewalDeclined\":{\"pendingOrderId\":\"\(record.orderID(record.order))\"}}"
      if record.state == "IN_GRACE_PERIOD" { body.add("inGracePeriodStateContext", raw: declined) }
      if record.state == "ON_HOLD" { body.add("onHoldStateContext", raw: declined) }
      body.add("acknowledgementState", "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED")
      body.add(
        "externalAccountIdentifiers",
        raw: "{\"obfuscatedExternalAccountId\":\"\(record.account)\"}")
      body.add("lineItems", raw: "[" + lineItem(record) + "]")
    }
  }

  private static func lineItem(_ record: PlayRecord) -> String {
    JSONBody.make { item in
      item.add("productId", record.plan.product)
      if !record.state.hasPrefix("PENDING") {
        item.add("expiryTime", record.expiryTime.rfc3339)
        item.add("latestSuccessfulOrderId", record.orderID(record.paidOrder))
      }
      item.add(
        "autoRenewingPlan",
        raw: JSONBody.make { plan in
          if record.autoRenew { plan.add("autoRenewEnabled", true) }
          plan.add("recurringPrice", raw: money(record.price))
          if let left = record.commitmentLeft {
            plan.add(
              "installmentDetails",
              raw: JSONBody.make { details in
                details.add("initialCommittedPaymentsCount", 12)
                details.add("subsequentCommittedPaymentsCount", 1)
                details.add("remainingCommittedPaymentsCount", Int64(left))
                if record.isCancellationPending { details.add("pendingCancellation", raw: "{}") }
              })
          }
          if let change = record.priceChange {
            plan.add(
              "priceChangeDetails",
              raw: JSONBody.make { details in
                details.add("newPrice", raw: money(change.price))
                details.add("priceChangeMode", "PRICE_INCREASE")
                details.add("priceChangeState", change.state)
              })
          }
        })
      item.add(
        "offerDetails",
        raw: JSONBody.make { details in
          details.add("basePlanId", record.plan.basePlan)
          details.add("offerId", record.offerID)
        })
      if record.statesPhase { item.add("offerPhase", raw: phase(record.phase)) }
    }
  }

  private static func phase(_ phase: PlayRecord.Phase) -> String {
    switch phase {
    case .freeTrial: "{\"freeTrial\":{}}"
    case .introductory: "{\"introductoryPrice\":{}}"
    case .base: "{\"basePrice\":{}}"
    case .proration: "{\"prorationPeriod\":{\"originalOfferPhaseType\":\"BASE\"}}"
    }
  }

  private static func pause(_ record: PlayRecord) -> String? {
    guard record.state == "PAUSED", let resumesAt = record.resumesAt else { return nil }
    return "{\"autoResumeTime\":\"\(resumesAt.rfc3339)\"}"
  }

  private static func cancellation(_ record: PlayRecord) -> String? {
    switch record.canceled {
    case .user(let time):
      "{\"userInitiatedCancellation\":{\"cancelTime\":\"\(time.rfc3339)\"}}"
    case .system: "{\"systemInitiatedCancellation\":{}}"
    case .developer: "{\"developerInitiatedCancellation\":{}}"
    case .replacement: "{\"replacementCancellation\":{}}"
    case nil: nil
    }
  }

  private static func money(_ money: Money) -> String {
    JSONBody.make { body in
      body.add("currencyCode", money.currency)
      body.add("units", String(money.micros / 1_000_000))
      body.add("nanos", money.micros % 1_000_000 * 1000)
    }
  }

  /// A purchases.subscriptions (version 1) resource.
  ///
  /// It states a declined renewal by `paymentState` 0 and the end of grace as the expiry date; who
  /// resumes a pause and why it ended it states, a hold by nothing but the past date.
  static func resource1(_ record: PlayRecord) -> String {
    JSONBody.make { body in
      body.add("kind", "androidpublisher#subscriptionPurchase")
      body.add("startTimeMillis", String(record.startTime.milliseconds))
      body.add("expiryTimeMillis", String(record.expiryTime.milliseconds))
      body.add("autoRenewing", record.autoRenew)
      body.add("priceCurrencyCode", record.price.currency)
      body.add("priceAmountMicros", String(record.price.micros))
      body.add("countryCode", "US")
      if record.autoRenew {
        let isDeclined = record.state == "IN_GRACE_PERIOD" || record.state == "ON_HOLD"
        body.add("paymentState", isDeclined ? 0 : record.phase == .freeTrial ? 2 : 1)
      }
      if record.state == "PAUSED", let resumesAt = record.resumesAt {
        body.add("autoResumeTimeMillis", String(resumesAt.milliseconds))
      }
      switch record.canceled {
      case .user(let time):
        body.add("cancelReason", 0)
        body.add("userCancellationTimeMillis", String(time.milliseconds))
      case .system: body.add("cancelReason", 1)
      case .replacement: body.add("cancelReason", 2)
      case .developer: body.add("cancelReason", 3)
      case nil: break
      }
      if let change = record.priceChange, change.state != "APPLIED" {
        let state = change.state == "OUTSTANDING" ? 0 : 1
        body.add(
          "priceChange",
          raw: "{\"newPrice\":{\"priceMicros\":\"\(change.price.micros)\","
            + "\"currency\":\"\(change.price.currency)\"},\"state\":\(state)}")
      }
      body.add("orderId", record.orderID(record.order))
      body.add("linkedPurchaseToken", record.linkedToken)
      body.add("acknowledgementState", 1)
      body.add("obfuscatedExternalAccountId", record.account)
    }
  }
}
