import EventLedger
import Intake
import LedgerContract
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
    /// What a store in trouble sends: halves, broken signatures and pages of a gateway, all of
    /// which are refused.
    var nonsense: [IngestBatch]
  }

  /// One message, and when it arrives.
  struct Message: Sendable {
    var delivery: IngestBatch
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
      let sent = try world.advance(to: world.start)
      let nonsense =
        sent.prefix(12).flatMap { Self.spoiled($0.bytes) }
        + ["<html><title>502 Bad Gateway</title></html>", ""].map { Array($0.utf8) }
      let messages = sent.map { sent in
        Message(
          delivery: intake.readDocuments(
            [IncomingDocument(bytes: sent.bytes[...], receivedAt: sent.arrivesAt)],
            origin: "simulation", now: sent.arrivesAt),
          arrivesAt: sent.arrivesAt)
      }
      return World(
        messages: messages, profiles: world.accounts,
        nonsense: nonsense.map { bytes in
          intake.readDocuments(
            [IncomingDocument(bytes: bytes[...], receivedAt: world.start)],
            origin: "simulation", now: world.start)
        }.filter { !$0.refusals.isEmpty })
    }
  }

  /// Messages as a store in trouble sends them.
  private static func spoiled(_ message: [UInt8]) -> [[UInt8]] {
    var signed = message
    for place in signed.indices.suffix(24).prefix(12) { signed[place] = UInt8(ascii: "A") }
    return [Array(message.prefix(message.count / 2)), signed]
  }
}
