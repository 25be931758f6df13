import SubscriptionCore

/// How verifyReceipt puts things: everything as text, all payments, the renewal beside them.
enum ReceiptEncoder {
  /// An answer given at an instant.
  static func answer(_ record: AppStoreRecord, at instant: Timestamp) -> String {
    let transactions = record.transactions.reversed().map { self.transaction($0, record) }
    return JSONBody.make { body in
      body.add("status", 0)
      body.add("environment", "Production")
      body.add(
        "receipt",
        raw: JSONBody.make { receipt in
          receipt.add("receipt_type", "Production")
          receipt.add("bundle_id", AppStoreRecord.bundle)
          receipt.add("request_date_ms", String(instant.milliseconds))
          receipt.add("in_app", raw: "[]")
        })
      body.add("latest_receipt_info", raw: "[" + transactions.joined(separator: ",") + "]")
      body.add("pending_renewal_info", raw: "[" + (pending(record) ?? "") + "]")
    }
  }

  private static func transaction(
    _ transaction: AppStoreTransaction, _ record: AppStoreRecord
  ) -> String {
    JSONBody.make { body in
      body.add("quantity", "1")
      body.add("product_id", transaction.product)
      body.add("transaction_id", transaction.id)
      body.add("original_transaction_id", record.original)
      body.add("purchase_date_ms", String(transaction.purchaseDate.milliseconds))
      body.add(
        "original_purchase_date_ms",
        record.transactions.first.map { String($0.purchaseDate.milliseconds) })
      body.add("expires_date_ms", String(transaction.expiresDate.milliseconds))
      body.add("web_order_line_item_id", transaction.line)
      let offer = transaction.offer
      body.add("is_trial_period", offer?.discount == "FREE_TRIAL" ? "true" : "false")
      let isIntroductory = offer?.type == 1 && offer?.discount != "FREE_TRIAL"
      body.add("is_in_intro_offer_period", isIntroductory ? "true" : "false")
      body.add("promotional_offer_id", offer?.type == 2 ? "promo" : nil)
      body.add("in_app_ownership_type", record.isFamilyShared ? "FAMILY_SHARED" : "PURCHASED")
      body.add("subscription_group_identifier", AppStoreRecord.group)
      if transaction.isUpgraded { body.add("is_upgraded", "true") }
      if let revokedAt = transaction.revokedAt {
        body.add("cancellation_date_ms", String(revokedAt.milliseconds))
        body.add("cancellation_reason", "0")
      }
    }
  }

  /// The renewal; who cancels in grace has none (<doc:EdgeCases#Case-7>).
  private static func pending(_ record: AppStoreRecord) -> String? {
    if record.intent == 1, record.inRetry == false, record.graceEnds != nil { return nil }
    return JSONBody.make { body in
      body.add("auto_renew_product_id", record.nextProduct)
      body.add("product_id", record.latest?.product)
      body.add("original_transaction_id", record.original)
      body.add("auto_renew_status", record.autoRenew ? "1" : "0")
      body.add("expiration_intent", record.intent.map(String.init))
      body.add("is_in_billing_retry_period", record.inRetry.map { $0 ? "1" : "0" })
      body.add("grace_period_expires_date_ms", record.graceEnds.map { String($0.milliseconds) })
      body.add("price_consent_status", record.consent.map(String.init))
    }
  }
}
