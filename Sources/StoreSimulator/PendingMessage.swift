/// A message that is scheduled for delivery, before it is encoded.
enum PendingMessage: Sendable {
  /// Final bytes: a signed notification, an action.
  case sealed([UInt8], StoreDelivery.Channel)
  /// A notification of Google Play, whose resource is fetched on arrival.
  case visit(life: Int, key: String, GooglePlayPayloadEncoder.Notification)
}
