import SubscriptionCore

/// A notification of Google Play that says only that something changed, on its way to being asked
/// about.
///
/// It names what to ask for, and keeps the notification byte for byte
/// (<https://developer.android.com/google/play/billing/rtdn-reference>).
public struct RTDNotification: Hashable, Sendable {
  /// The app it is about.
  public var package: AppID
  /// When the store says that something changed; `nil` where it does not say.
  public var eventAt: Timestamp?
  /// The purchase to ask about; `nil` where it concerns no subscription, as a test does.
  public var purchaseToken: String?
  /// The bare notification, as JSON on one line.
  public var notification: [UInt8]
  /// Whether one record can hold the notification and the answer; a voided purchase has no place
  /// for one.
  public var takesAnswer: Bool

  /// Reads what Pub/Sub pushes: the notification is base64 inside
  /// (<https://cloud.google.com/pubsub/docs/push#receive_push>), or the whole body where the
  /// subscription unwraps its payloads (<https://cloud.google.com/pubsub/docs/payload-unwrapping>).
  ///
  /// Nothing is believed yet: what the envelope says counts once its sender is known.
  ///
  /// - Parameter pushed: The body of the request.
  /// - Throws: What is wrong with it, as reading it at the one door would tell.
  public init(pushed: [UInt8]) throws(Refusal) {
    self = try pushed.withUnsafeBufferPointer { (text) throws(Refusal) in
      do throws(Fault) {
        let document = try JSONDocument.scan(text)
        return try document.withRoot(of: text) { (root) throws(Fault) in
          guard root["message"] == nil, root["packageName"] != nil else {
            return try RTDNotification(envelope: root)
          }
          return RTDNotification(try DeveloperNotification(root), json: root.compact)
        }
      } catch {
        throw Refusal(error, raw: text)
      }
    }
  }

  private init(envelope json: JSONValue) throws(Fault) {
    let data = try json.required("message").required("data")
    guard data.kind == .string,
      let bytes = data.content.withUnsafeBufferPointer({
        Base64.decode($0, alphabet: .standard)
      })
    else { throw data.fault(.notBase64JSON) }
    self = try bytes.withUnsafeBufferPointer { (text) throws(Fault) in
      guard let document = try? JSONDocument(text) else { throw data.fault(.notBase64JSON) }
      return try document.withRoot(of: text) { (root) throws(Fault) in
        guard root.kind == .object else { throw data.fault(.notBase64JSON) }
        do throws(Fault) {
          return RTDNotification(try DeveloperNotification(root), json: root.compact)
        } catch {
          throw error.nested(in: "message.data")
        }
      }
    }
  }

  private init(_ notification: DeveloperNotification, json: [UInt8]) {
    package = AppID(notification.packageName)
    eventAt = notification.eventTimeMillis
    self.notification = json
    switch notification.content {
    case .subscription(let change): (purchaseToken, takesAnswer) = (change.purchaseToken, true)
    case .voidedPurchase(let voided) where voided.productType?.known != .oneTime:
      (purchaseToken, takesAnswer) = (voided.purchaseToken, false)
    case .voidedPurchase, .pendingRefundReview, .oneTimeProduct, .test, .unrecognized:
      (purchaseToken, takesAnswer) = (nil, false)
    }
  }

  /// churntop's name for the subscription to ask about.
  public var subscription: SubscriptionID? {
    purchaseToken.map { PlayPurchase.subscription(package: package.rawValue, token: $0) }
  }
}
