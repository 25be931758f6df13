import PlainText
import SubscriptionCore

/// A notification of Google Play that only reports a change, before the API is queried
/// about it.
///
/// It names the purchase to query, and contains the notification byte for byte
/// (<https://developer.android.com/google/play/billing/rtdn-reference>).
public struct RTDNotification: Hashable, Sendable {
  /// The app.
  public var package: AppID
  /// The instant of the change; `nil` if the store does not state it.
  public var eventAt: Timestamp?
  /// The purchase to query; `nil` if it concerns no subscription, as a test does.
  public var purchaseToken: String?
  /// The order of the purchase, if the notification names that alone, as a request to review a
  /// refund does; `nil` otherwise.
  public var orderID: String?
  /// The bare notification, as JSON on one line.
  public var notification: [UInt8]
  /// The identity of its event, without the suffix for a resource; `nil` if no subscription has
  /// changed.
  private var eventIdentity: String?
  /// A Boolean value that indicates whether one archive record can contain the notification and the
  /// response; a voided purchase and a review of a refund have no place for one.
  public var takesAnswer: Bool

  /// Reads a Pub/Sub push message: the notification is base64 inside
  /// (<https://cloud.google.com/pubsub/docs/push#receive_push>), or the whole body if the
  /// subscription unwraps its payloads (<https://cloud.google.com/pubsub/docs/payload-unwrapping>).
  ///
  /// The contents are not trusted yet: they count only after the sender has been verified.
  ///
  /// - Parameter pushed: The body of the request.
  /// - Throws: A refusal with the error that ``PayloadReader`` would report.
  public init(pushed: [UInt8]) throws(Refusal) {
    self = try pushed.withUnsafeBufferPointer { (text) throws(Refusal) in
      do throws(Fault) {
        let document = try JSONDocument.scan(text)
        return try document.withRoot(of: text) { (root) throws(Fault) in
          guard root["message"] == nil, root["packageName"] != nil else {
            return try root.withPushedNotification { (root) throws(Fault) in
              RTDNotification(try DeveloperNotification(root), json: root.compact)
            }
          }
          return RTDNotification(try DeveloperNotification(root), json: root.compact)
        }
      } catch {
        throw Refusal(error, raw: text)
      }
    }
  }

  private init(_ notification: DeveloperNotification, json: [UInt8]) {
    package = AppID(notification.packageName)
    eventAt = notification.eventTimeMillis
    self.notification = json
    switch notification.content {
    case .subscription(let change):
      (purchaseToken, takesAnswer) = (change.purchaseToken, true)
      eventIdentity = notification.identity(of: change)
    case .voidedPurchase(let voided) where voided.isSubscription:
      (purchaseToken, takesAnswer) = (voided.purchaseToken, false)
    case .pendingRefundReview(let review):
      (purchaseToken, takesAnswer) = (review.purchaseToken, false)
      orderID = review.purchaseToken == nil ? review.orderId : nil
    case .voidedPurchase, .oneTimeProduct, .test, .unrecognized:
      (purchaseToken, takesAnswer) = (nil, false)
    }
  }

  /// churntop's identifier of the subscription to query.
  public var subscription: SubscriptionID? {
    purchaseToken.map { PlayPurchase.subscription(package: package.rawValue, token: $0) }
  }
  /// Returns whether an event is that of this notification, with a resource or without.
  public func isReported(by event: SubscriptionEvent) -> Bool {
    guard let eventIdentity else { return false }
    let id = event.id.rawValue
    return id == eventIdentity || id.hasPrefix(eventIdentity + ":")
  }
}
