#if Postgres
  import Dispatch
  import EventLedger
  import Foundation
  import LedgerContract
  import LedgerPostgres
  import SubscriptionCore
  import Synchronization

  /// Threads that append one entry after another, and note which were acknowledged.
  final class Load: Sendable {
    private struct State {
      var acknowledged: Set<String> = []
      var attempted: Set<String> = []
      var refusal: LedgerError?
      var isOver = false
    }

    private let ledger: PostgresLedger
    private let state = Mutex(State())
    private let group = DispatchGroup()

    init(_ ledger: PostgresLedger) { self.ledger = ledger }

    /// An entry that begins a subscription of its own.
    static func entry(_ name: String) -> LedgerEntry {
      var facts = StoreFacts()
      facts.environment = .production
      facts.account = AccountID("account-\(name.hashValue % 7)")
      facts.product = "pro"
      facts.expiresAt = SampleWorld.middle + .days(20)
      return LedgerEntry(
        identity: "load-\(name)", format: "sample", raw: Array("{}".utf8),
        receivedAt: SampleWorld.middle, verification: .verified,
        events: [
          SubscriptionEvent(
            id: EventID("e-\(name)"), kind: .purchased, subscription: SubscriptionID("as_\(name)"),
            effectiveAt: SampleWorld.middle, statedAt: SampleWorld.middle,
            recordedAt: SampleWorld.middle, source: .appStoreNotification, verification: .verified,
            facts: facts)
        ])
    }

    func start(writers: Int) {
      for writer in 0..<writers {
        group.enter()
        Thread { [self] in
          var number = 0
          while !state.withLock({ $0.isOver }) {
            number += 1
            append(Self.entry("\(writer)-\(number)"))
          }
          group.leave()
        }.start()
      }
    }

    /// Waits up to a minute until that many further entries are acknowledged.
    func waitForEntries(_ count: Int) throws {
      struct TooFew: Error {}
      let before = state.withLock(\.acknowledged.count)
      for _ in 0..<6_000 {
        if state.withLock(\.acknowledged.count) >= before + count { return }
        Thread.sleep(forTimeInterval: 0.01)
      }
      throw TooFew()
    }

    private func append(_ entry: LedgerEntry) {
      _ = state.withLock { $0.attempted.insert(entry.identity) }
      do throws(LedgerError) {
        try ledger.append([entry], now: SampleWorld.middle)
        _ = state.withLock { $0.acknowledged.insert(entry.identity) }
      } catch {
        state.withLock { $0.refusal = error }
        Thread.sleep(forTimeInterval: 0.01)
      }
    }

    /// The latest error of a writer.
    var refusal: LedgerError? { state.withLock(\.refusal) }

    /// How often a ledger has each identity.
    static func stored(in ledger: PostgresLedger) throws -> [String: Int] {
      var stored: [String: Int] = [:]
      try ledger.forEachEntry(after: 0) { _, entry throws(LedgerError) in
        stored[entry.identity, default: 0] += 1
      }
      return stored
    }

    func stop() -> (acknowledged: Set<String>, attempted: Set<String>) {
      state.withLock { $0.isOver = true }
      group.wait()
      return state.withLock { ($0.acknowledged, $0.attempted) }
    }
  }
#endif
