import SubscriptionCore

extension TestWorld {
  /// A world that was told something in each of the last minutes, with payloads.
  static func lively() throws -> TestWorld {
    try TestWorld { world in
      world.active("as_2000000900000001", "acc-1", "2025-11-05", "P1M", months: 3)
      world.grace("as_2000000900000003", "acc-3", failed: "2025-11-18", ends: "2025-11-21")
      world.hold("gp_0a1b2c3d4e5f6071", "acc-4", failed: "2025-10-21", holdFrom: "2025-10-24")
      world.raw = Array(notification.utf8)
      for minute in stride(from: 115, to: 3, by: -2) {
        let at = now - .minutes(minute)
        let id = SubscriptionID("as_20000009000001\(minute)")
        let fails = minute % 11 == 0 || (50...60).contains(minute)
        world.tell(id, .renewed, at, "acc-2", name: "DID_RENEW") {
          $0.expiresAt = fails ? at : at + .days(30)
        }
        guard fails else { continue }
        world.tell(
          id, .billingFailed, at + .seconds(20), "acc-2", name: "DID_FAIL_TO_RENEW/GRACE_PERIOD"
        ) {
          ($0.graceEndsAt, $0.status) = (at + .days(16), .grace)
        }
      }
      world.tell(
        "as_2000000900000001", .unrecognized, now - .minutes(3), "acc-1", name: "BRAND_NEW")
      world.late = .minutes(20)
      world.tell(
        "as_2000000900000003", .recovered, now - .minutes(21), "acc-3",
        name: "DID_RENEW/BILLING_RECOVERY"
      ) { $0.expiresAt = now + .days(28) }
      world.late = .seconds(2)
      world.tell(
        "as_2000000900000002", .billingFailed, now - .seconds(30), "acc-2",
        name: "DID_FAIL_TO_RENEW/GRACE_PERIOD"
      ) {
        ($0.graceEndsAt, $0.status) = (now + .days(16), .grace)
      }
    }.withProfiles()
  }

  /// What the App Store tells of a declined renewal, opened.
  static let notification = """
    {"notificationType":"DID_FAIL_TO_RENEW","subtype":"GRACE_PERIOD","version":"2.0",\
    "notificationUUID":"0b8f3c1e-5a57-4f5e-9c3a-6b1d2e3f4a5b","signedDate":1763660490000,\
    "data":{"bundleId":"com.example.reader","bundleVersion":"41","environment":"Production",\
    "signedTransactionInfo":{"originalTransactionId":"2000000900000002",\
    "transactionId":"2000000900000077","productId":"pro.monthly",\
    "purchaseDate":1761068490000,"expiresDate":1763660460000,"price":6990,"currency":"EUR",\
    "inAppOwnershipType":"PURCHASED","quantity":1},\
    "signedRenewalInfo":{"autoRenewProductId":"pro.monthly","autoRenewStatus":1,\
    "isInBillingRetryPeriod":true,"gracePeriodExpiresDate":1765042860000,"expirationIntent":2,\
    "recentSubscriptionStartDate":1755798060000}}}
    """
}
