import SubscriptionCore

/// One message from a store, the app or the support desk to churntop, with its arrival time.
public struct StoreDelivery: Hashable, Sendable {
  /// The message byte for byte, in one of the formats that `churntop import` reads.
  public var bytes: [UInt8]
  /// The arrival time, which may be long after it was stated.
  public var arrivesAt: Timestamp
  /// The sender.
  public var channel: Channel

  /// The senders of a simulated world.
  public enum Channel: String, Hashable, Sendable, CaseIterable {
    /// The App Store: signed notifications and receipt answers.
    case appStore = "app-store"
    /// Google Play: a notification with the subscription fetched because of it.
    case googlePlay = "google-play"
    /// The app, which reports the prompts it showed to the user.
    case app
    /// The support desk: notes, claims, snoozes.
    case desk
  }

  /// Creates a delivery.
  public init(bytes: [UInt8], arrivesAt: Timestamp, channel: Channel) {
    (self.bytes, self.arrivesAt, self.channel) = (bytes, arrivesAt, channel)
  }
}
