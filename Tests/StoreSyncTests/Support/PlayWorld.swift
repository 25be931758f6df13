import EventLedger
import Foundation
import Intake
import LedgerContract
import StorePayloads
import StoreSync
import SubscriptionCore
import Testing

/// A ledger in memory, its door, and payloads of Google Play to give it.
struct PlayWorld {
  let ledger: any Ledger = MemoryLedger(policy: .standard)
  let intake: Intake

  init() { intake = Intake(ledger: ledger, trust: TrustPolicy()) }

  /// Where documents go in.
  var takeIn: TakeIn {
    let intake = intake
    return { (documents, origin, now) throws(LedgerError) in
      try intake.take(documents, origin: origin, now: now)
    }
  }

  /// Takes in what Google Play answered about a purchase at an instant.
  func hear(
    _ state: String, token: String, package: String = "com.example", expiry: Timestamp,
    at instant: Timestamp
  ) throws {
    let record = try #require(
      ArchiveRecord.play(
        subscription: Self.resource(state, expiry: expiry), package: AppID(package),
        purchaseToken: token, receivedAt: instant))
    let result = try intake.take(record, origin: "test", now: instant)
    #expect(result.refusals.isEmpty)
  }

  /// Asks for a fresh answer about a purchase.
  func request(
    token: String, package: String = "com.example", at instant: Timestamp
  ) throws {
    _ = try intake.record(
      ActionRecord(
        kind: .refreshRequested, subscription: try id(token, package: package), at: instant,
        recordedAt: instant,
        action: SubscriptionEvent.Action(actor: "mei")), now: instant)
  }

  /// churntop's name for a purchase.
  func id(_ token: String, package: String = "com.example") throws -> SubscriptionID {
    let pushed = Self.pushed(4, token: token, package: package, at: .epoch)
    return try #require(RTDNotification(pushed: pushed).subscription)
  }

  /// The app that its purchases are of.
  static let app = StoreApp(store: .googlePlay, app: "com.example")

  /// What Pub/Sub posts about a purchase.
  static func pushed(
    _ type: Int, token: String = "token-1", package: String = "com.example", at instant: Timestamp
  ) -> [UInt8] {
    envelope(
      """
      {"version":"1.0","packageName":"\(package)","eventTimeMillis":"\(instant.milliseconds)",
      "subscriptionNotification":{"version":"1.0","notificationType":\(type),
      "purchaseToken":"\(token)","subscriptionId":"monthly"}}
      """)
  }

  /// A notification as Pub/Sub posts it.
  static func envelope(_ notification: String) -> [UInt8] {
    let data = Data(notification.utf8).base64EncodedString()
    return Array(
      "{\"message\":{\"data\":\"\(data)\",\"messageId\":\"1\"},\"subscription\":\"s\"}".utf8)
  }

  /// A subscriptionsv2 resource.
  static func resource(_ state: String, expiry: Timestamp, renews: Bool = true) -> [UInt8] {
    Array(
      """
      {
        "kind": "androidpublisher#subscriptionPurchaseV2",
        "startTime": "2026-01-01T00:00:00Z",
        "subscriptionState": "SUBSCRIPTION_STATE_\(state)",
        "acknowledgementState": "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED",
        "lineItems": [{"productId": "monthly", "expiryTime": "\(expiry.rfc3339)",
          "autoRenewingPlan": {"autoRenewEnabled": \(renews)}}]
      }
      """.utf8)
  }
}

/// An instant.
func at(_ text: String) -> Timestamp { Timestamp(rfc3339: text) ?? .epoch }
