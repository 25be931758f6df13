import SubscriptionCore

/// How the App Store puts things: decoded notifications of version 2, and status answers.
enum AppStorePayloadEncoder {
  /// A notification; `uuid` makes it one.
  static func notification(
    _ type: String, _ subtype: String?, transaction place: Int?, _ record: AppStoreRecord,
    at instant: Timestamp, uuid: String
  ) -> String {
    let transaction = place.map { record.transactions[$0] } ?? record.latest
    return JSONBody.make { body in
      body.add("notificationType", type)
      body.add("subtype", subtype)
      body.add("notificationUUID", uuid)
      body.add("version", "2.0")
      body.add("signedDate", instant.milliseconds)
      body.add(
        "data",
        raw: JSONBody.make { data in
          data.add("appAppleId", 1_234_567_890)
          data.add("bundleId", AppStoreRecord.bundle)
          data.add("bundleVersion", "7")
          data.add("environment", "Production")
          data.add(
            "signedTransactionInfo",
            raw: transaction.map { self.transaction($0, record, at: instant) })
          data.add("signedRenewalInfo", raw: renewal(record, at: instant))
          if !record.isOld { data.add("status", record.status) }
        })
    }
  }

  /// A Get All Subscription Statuses answer.
  static func statuses(_ record: AppStoreRecord, at instant: Timestamp) -> String {
    let item = JSONBody.make { item in
      item.add("originalTransactionId", record.original)
      item.add("status", record.status ?? 1)
      item.add(
        "signedTransactionInfo",
        raw: record.latest.map { transaction($0, record, at: instant) })
      item.add("signedRenewalInfo", raw: renewal(record, at: instant))
    }
    return JSONBody.make { body in
      body.add("environment", "Production")
      body.add("bundleId", AppStoreRecord.bundle)
      body.add("appAppleId", 1_234_567_890)
      body.add(
        "data",
        raw: "[{\"subscriptionGroupIdentifier\":\"\(AppStoreRecord.group)\","
          + "\"lastTransactions\":[\(item)]}]")
    }
  }

  /// JWSTransactionDecodedPayload.
  static func transaction(
    _ transaction: AppStoreTransaction, _ record: AppStoreRecord, at instant: Timestamp
  ) -> String {
    JSONBody.make { body in
      body.add("transactionId", transaction.id)
      body.add("originalTransactionId", record.original)
      body.add("webOrderLineItemId", transaction.line)
      body.add("bundleId", AppStoreRecord.bundle)
      body.add("productId", transaction.product)
      body.add("subscriptionGroupIdentifier", AppStoreRecord.group)
      body.add("purchaseDate", transaction.purchaseDate.milliseconds)
      body.add("originalPurchaseDate", record.transactions.first?.purchaseDate.milliseconds)
      body.add("expiresDate", transaction.expiresDate.milliseconds)
      body.add("quantity", 1)
      body.add("type", "Auto-Renewable Subscription")
      body.add("appAccountToken", record.account)
      body.add("inAppOwnershipType", record.isFamilyShared ? "FAMILY_SHARED" : "PURCHASED")
      body.add("signedDate", instant.milliseconds)
      body.add("environment", "Production")
      body.add("offerType", transaction.offer?.type)
      if !record.isOld {
        body.add("transactionReason", transaction.isPurchase ? "PURCHASE" : "RENEWAL")
        body.add("storefront", "USA")
        body.add("storefrontId", "143441")
        body.add("price", transaction.price.micros / 1000)
        body.add("currency", transaction.price.currency)
        body.add("offerDiscountType", transaction.offer?.discount)
        body.add("offerPeriod", transaction.offer?.period.description)
      }
      if transaction.isUpgraded { body.add("isUpgraded", true) }
      if let revokedAt = transaction.revokedAt {
        body.add("revocationDate", revokedAt.milliseconds)
        body.add("revocationReason", 0)
        body.add("revocationType", transaction.isFamilyRevoke ? "FAMILY_REVOKE" : "REFUND_FULL")
      }
    }
  }

  /// JWSRenewalInfoDecodedPayload.
  static func renewal(_ record: AppStoreRecord, at instant: Timestamp) -> String {
    JSONBody.make { body in
      body.add("originalTransactionId", record.original)
      body.add("autoRenewProductId", record.nextProduct)
      body.add("productId", record.latest?.product)
      body.add("autoRenewStatus", record.autoRenew ? 1 : 0)
      if !record.isOld {
        body.add("renewalPrice", record.renewalPrice.micros / 1000)
        body.add("currency", record.renewalPrice.currency)
      }
      body.add("expirationIntent", record.intent)
      body.add("isInBillingRetryPeriod", record.inRetry)
      if !record.hidesGraceEnd {
        body.add("gracePeriodExpiresDate", record.graceEnds?.milliseconds)
      }
      body.add("priceIncreaseStatus", record.consent)
      body.add("signedDate", instant.milliseconds)
      body.add("environment", "Production")
      body.add("recentSubscriptionStartDate", record.transactions.first?.purchaseDate.milliseconds)
      if !record.isOld { body.add("renewalDate", record.latest?.expiresDate.milliseconds) }
      body.add("appAccountToken", record.account)
    }
  }
}
