/// A message on its way, before it is put into an envelope.
enum PendingMessage: Sendable {
  /// Bytes that are final: a signed notification, an action.
  case sealed([UInt8], StoreDelivery.Channel)
  /// A notification of Google Play; the resource is fetched when it arrives.
  case visit(life: Int, key: String, GooglePlayPayloadEncoder.Notification)
}
