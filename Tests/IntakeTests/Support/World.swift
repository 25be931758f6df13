import EventLedger
import Intake
import StorePayloads
import StoreSimulator
import SubscriptionCore

extension SimulatedWorld {
  /// The trust that accepts what this world's App Store signs.
  func trust() throws -> TrustPolicy {
    TrustPolicy(mode: .signed, roots: [try TrustedRoot(file: rootCertificate)])
  }

  /// Takes everything in that arrives up to an instant.
  mutating func fill(
    _ intake: Intake, to instant: Timestamp
  ) throws -> IntakeResult {
    let documents = try advance(to: instant).map {
      IncomingDocument(bytes: $0.bytes[...], receivedAt: $0.arrivesAt)
    }
    let result = try intake.take(documents, origin: "world", now: instant)
    try intake.ledger.advance(to: instant)
    return result
  }
}

extension IntakeResult {
  var stored: Int { outcomes.count { if case .stored = $0 { true } else { false } } }
  var duplicates: Int { outcomes.count { if case .duplicate = $0 { true } else { false } } }
}
