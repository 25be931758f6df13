import EventLedger
import Intake
import StorePayloads
import StoreSimulator
import SubscriptionCore

/// What the stores, the app and the support desk of small worlds send, read and verified once, so
/// that many simulations can deliver it.
public struct StoreStock: Sendable {
  /// The messages of one world in the order of their arrival.
  struct World: Sendable {
    var messages: [Message]
    var profiles: [AccountProfile]
  }

  /// One message, and when it arrives.
  struct Message: Sendable {
    var delivery: Delivery
    var arrivesAt: Timestamp
  }

  let worlds: [World]

  /// Makes worlds of a few subscribers each.
  ///
  /// - Throws: What making keys and certificates throws.
  public init(worlds count: Int = 8) throws {
    worlds = try (0..<count).map { number in
      var world = try SimulatedWorld(seed: UInt64(100 + number), subscribers: 5)
      let trust = TrustPolicy(mode: .signed, roots: [try TrustedRoot(file: world.rootCertificate)])
      let intake = Intake(ledger: MemoryLedger(policy: .standard), trust: trust)
      let messages = try world.advance(to: world.start).map { sent in
        Message(
          delivery: intake.readDocuments(
            [IncomingDocument(bytes: sent.bytes[...], receivedAt: sent.arrivesAt)],
            origin: "simulation", now: sent.arrivesAt),
          arrivesAt: sent.arrivesAt)
      }
      return World(messages: messages, profiles: world.accounts)
    }
  }
}
