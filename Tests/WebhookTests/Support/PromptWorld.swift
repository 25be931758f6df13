import EventLedger
import Foundation
import Intake
import LedgerContract
import StorePayloads
import StoreSimulator
import SubscriptionCore
import Testing

@testable import Webhook

/// A ledger with a simulated world in it, and a server that answers the app's backend about it.
struct PromptWorld {
  let ledger: any Ledger
  let rows: [SubscriberSummary]

  static let token = "ctd_token-with-every-scope"

  /// The entries of the world, which is signed and read once for all tests.
  private static let entries = Result {
    let world = try SignedWorld(seed: 5, subscribers: 120)
    let ledger = MemoryLedger(policy: SimulatedWorld.policy)
    let intake = Intake(
      ledger: ledger,
      trust: TrustPolicy(roots: [try TrustedRoot(file: world.world.rootCertificate)]))
    _ = try intake.take(
      world.deliveries.map { IncomingDocument(bytes: $0.bytes[...], receivedAt: $0.arrivesAt) },
      origin: "world", now: SimulatedWorld.defaultStart)
    var entries: [LedgerEntry] = []
    try ledger.readEntries(after: 0) { _, entry in
      entries.append(entry)
      return true
    }
    return entries
  }

  /// Creates the world; some of its accounts may be held out.
  init(holdout: PromptHoldout? = nil) throws {
    var policy = SimulatedWorld.policy
    policy.prompts.holdout = holdout
    ledger = MemoryLedger(policy: policy)
    try ledger.append(try Self.entries.get(), now: SimulatedWorld.defaultStart)
    try ledger.advance(to: SimulatedWorld.defaultStart)
    rows = try ledger.subscribers(SubscriberQuery(sort: .id, limit: 1_000)).rows
  }

  /// The rows whose account has one subscription only and that satisfy a test.
  func alone(_ test: (SubscriberSummary) -> Bool) -> [SubscriberSummary] {
    rows.filter { row in
      test(row) && row.account != nil && rows.count { $0.account == row.account } == 1
    }
  }

  /// Runs a server in front of the ledger.
  func serve(
    scopes: Set<TokenScope> = Set(TokenScope.allCases), expiresAt: Timestamp? = nil,
    _ test: (RunningServer) async throws -> Void
  ) async throws {
    var setup = RunningServer.Setup()
    setup.ledger = ledger
    setup.settings.tokens = TokenStore([
      AccessToken(
        name: "backend", hash: AccessToken.hash(of: Self.token), scopes: scopes,
        expiresAt: expiresAt)
    ])
    try await RunningServer.with(setup, test)
  }
}

extension RunningServer {
  /// Asks with the backend's token.
  func ask(_ method: String, _ path: String, json: String? = nil) async throws -> ClientResponse {
    try await send(
      method, path, body: json.map { Array($0.utf8) },
      fields: [
        "Authorization": "Bearer " + PromptWorld.token, "Content-Type": "application/json",
      ])
  }
}
