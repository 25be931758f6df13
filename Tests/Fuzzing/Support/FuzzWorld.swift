import EventLedger
import Intake
import LedgerContract
import StorePayloads
import StoreSimulator
import SubscriptionCore

/// A few simulated subscribers of both stores, behind the targets that need somebody to ask about.
struct FuzzWorld: Sendable {
  /// What was heard of them.
  let entries: [LedgerEntry]
  /// The certificate that their App Store signs with.
  let root: TrustedRoot

  /// The world, made once.
  static let shared = Result { try FuzzWorld() }

  /// The present.
  static let now = SimulatedWorld.defaultStart

  private init() throws {
    var world = try SimulatedWorld(seed: 7, subscribers: 12)
    root = try TrustedRoot(file: world.rootCertificate)
    let ledger = MemoryLedger(policy: SimulatedWorld.policy)
    let intake = Intake(ledger: ledger, trust: TrustPolicy(roots: [root]))
    for delivery in try world.advance(to: world.start) {
      _ = try intake.take(
        delivery.bytes, origin: "world", receivedAt: delivery.arrivesAt, now: delivery.arrivesAt)
    }
    var entries: [LedgerEntry] = []
    try ledger.forEachEntry(after: 0) { (_, entry) in entries.append(entry) }
    self.entries = entries
  }

  /// A ledger in memory that was told everything.
  func ledger() throws -> any Ledger {
    let ledger = MemoryLedger(policy: SimulatedWorld.policy)
    _ = try ledger.append(entries, now: Self.now)
    try ledger.advance(to: Self.now)
    return ledger
  }
}
