import StorePayloads
import StoreSimulator
import SubscriptionCore

@testable import Webhook

/// Signed notifications of a small world, and a server's settings that accept them.
struct SignedWorld: Sendable {
  let notifications: [[UInt8]]
  let deliveries: [StoreDelivery]
  let world: SimulatedWorld

  init(seed: UInt64 = 3, subscribers: Int = 30) throws {
    var world = try SimulatedWorld(seed: seed, subscribers: subscribers)
    deliveries = try world.advance(to: world.start)
    self.world = world
    var seen: Set<[UInt8]> = []
    notifications = deliveries.filter { delivery in
      delivery.channel == .appStore && delivery.bytes.starts(with: #"{"signedPayload""#.utf8)
        && seen.insert(delivery.bytes).inserted
    }.map(\.bytes)
  }

  /// Settings that accept what the world signs.
  func settings() throws -> WebhookSettings {
    WebhookSettings(
      port: 0, appStoreApps: [SimulatedWorld.bundle: [.production, .sandbox]],
      roots: [try TrustedRoot(file: world.rootCertificate)])
  }

  /// A copy of a notification with one letter near its end changed.
  static func forged(_ notification: [UInt8]) -> [UInt8] {
    var forged = notification
    let place = forged.count - 40
    forged[place] = forged[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    return forged
  }
}
