import EventLedger
import Foundation
import LedgerSQLite
import OwnThreads
import StoreSimulator
import SubscriptionCore
import Testing

@testable import churntopd

@Suite(.ownThread) struct SharedLedgerTests {
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(arguments: [("007", 0o660), ("027", 0o640), ("022", 0o640)])
  func `the unit's umask decides whether the group may write the ledger`(
    umask: String, expected: Int
  ) async throws {
    let world = try SimulatedWorld(seed: 3, subscribers: 1)
    let config = try DaemonFolder.serving(world, in: folder)
    let daemon = try await RunningDaemon(config: config, folder: folder, umask: umask)
    let ledger = folder.file("ledger.sqlite")
    for file in [ledger, ledger + "-wal", ledger + "-shm", ledger + ".feed"] {
      #expect(try permissions(file) == expected, "\(file)")
    }
    #expect(daemon.end(SIGTERM) == 0)
    // Whoever writes next makes the log anew, by the file's permissions and not by an umask.
    let colleague = try SQLiteLedger(path: ledger, policy: .standard)
    try colleague.advance(to: Timestamp(seconds: 2_000_000_000))
    #expect(try permissions(ledger + "-wal") == expected)
    try colleague.close()
  }
}
