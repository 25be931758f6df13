import Foundation
import PlainText
import StorePayloads
import StoreSimulator
import SubscriptionCore
import Testing

@testable import Webhook

/// Signed notifications of a small world, and a server's settings that accept them.
struct SignedWorld: Sendable {
  let notifications: [[UInt8]]
  let deliveries: [StoreDelivery]
  let world: SimulatedWorld

  /// The small world of the tests that need any, signed once for all of them.
  static let small = Result { try SignedWorld(seed: 3, subscribers: 30) }

  init(seed: UInt64, subscribers: Int) throws {
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
      port: 0,
      appStoreApps: [
        SimulatedWorld.bundle: AppTrust(
          environments: [.production, .sandbox],
          roots: [try TrustedRoot(file: world.rootCertificate)])
      ])
  }

  /// A copy of a notification under a chain that nobody has met: its leaf differs in a byte.
  static func stranger(about notification: [UInt8], _ number: UInt8) throws -> [UInt8] {
    let post = try JSONSerialization.jsonObject(with: Data(notification)) as? [String: String]
    var parts = (post?["signedPayload"] ?? "").split(separator: ".").map(String.init)
    var header =
      try JSONSerialization.jsonObject(
        with: Data(try #require(Base64.decode(parts[0], alphabet: .url)))) as? [String: Any] ?? [:]
    var chain = header["x5c"] as? [String] ?? []
    var leaf = try #require(Data(base64Encoded: chain[0]))
    leaf[leaf.endIndex - 1] ^= number
    chain[0] = leaf.base64EncodedString()
    header["x5c"] = chain
    parts[0] = Base64.encode(
      Array(try JSONSerialization.data(withJSONObject: header)), alphabet: .url)
    return Array(#"{"signedPayload":"\#(parts.joined(separator: "."))"}"#.utf8)
  }

  /// A copy of a notification with one letter near its end changed.
  static func forged(_ notification: [UInt8]) -> [UInt8] {
    var forged = notification
    let place = forged.count - 40
    forged[place] = forged[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    return forged
  }
}
