import EventLedger
import Foundation
import Intake
import LedgerSQLite
import Logging
import OwnThreads
import SimulatedStores
import StorePayloads
import StoreSimulator
import StoreSync
import SubscriptionCore
import Testing

@testable import churntopd

@Suite(.ownThread) struct `A store that lies` {
  /// What is known of a subscription that must not change.
  private struct Known: Equatable {
    var state: SubscriptionState
    var access: Access
    var paidThrough: Timestamp?

    init?(_ row: SubscriberSummary?) {
      guard let status = row?.status else { return nil }
      (state, access, paidThrough) = (status.state, status.access, status.paidThrough)
    }
  }

  @Test(arguments: [StoreFault.wrongSignature, .wrongBundle, .staleDate, .garbage])
  func `moves nobody, and the request stays open`(fault: StoreFault) async throws {
    let folder = try DaemonFolder()
    let present = Dependencies.current.clock()
    let stores = try FakeStores(seed: 9, subscribers: 40, start: present, clock: { present })
    try await FakeStoreServer.serving(stores) { addresses in
      let place = try SimulationFolder(folder.path)
      _ = try await place.write(stores, at: addresses, port: 0)
      var dependencies = Dependencies.current
      dependencies.clock = { present }
      let daemon = try Daemon(
        ConfigurationCheck(path: place.configuration, dependencies: dependencies),
        dependencies: dependencies,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      let run = daemon.syncRun()
      let filled = try await run.run(try run.plan(daemon.ledger))
      #expect(filled.stored > 10 && filled.isWhole)
      let filter = try Filter.parse("store:app-store state:grace,active env:production")
      let rows = try daemon.ledger.subscribers(SubscriberQuery(filter: filter, limit: 3)).rows
      #expect(!rows.isEmpty)
      for row in rows {
        let action = ActionRecord(
          kind: .refreshRequested, subscription: row.id, at: present, recordedAt: present,
          action: SubscriptionEvent.Action(actor: "mei"))
        try daemon.ledger.append(
          [
            LedgerEntry(
              identity: action.id.rawValue, format: "action", raw: action.json,
              receivedAt: present, verification: .unsigned, events: [action.event])
          ], now: present)
      }
      await stores.set(fault, at: .statuses)
      _ = try await run.run(try run.plan(daemon.ledger, scope: .requests))
      for row in rows {
        #expect(Known(try daemon.ledger.summary(row.id)) == Known(row))
      }
      let open = try daemon.ledger.openRefreshRequests(limit: 9)
      #expect(Set(open) == Set(rows.map(\.id)))
      await daemon.commitQueue.close()
      try daemon.ledger.close()
    }
  }
}
