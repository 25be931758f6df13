import EventLedger
import Foundation
import LedgerSQLite
import Logging
import OwnThreads
import SubscriptionCore
import Synchronization
import Testing
import Webhook

@testable import churntopd

@Suite(.ownThread) struct LeaseOwnerTests {
  @Test func `this process lives, and one that ended or has another's number is dead`() throws {
    #expect(!LeaseOwner.current.isKnownDead)
    var former = LeaseOwner.current
    former.began = "1"
    #expect(former.isKnownDead, "the number was given again")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/true")
    try process.run()
    var ended = LeaseOwner.current
    ended.process = process.processIdentifier
    process.waitUntilExit()
    #expect(ended.isKnownDead)
  }

  @Test func `what runs elsewhere or under other numbers is not known to be dead`() {
    for change in [
      { (owner: inout LeaseOwner) in owner.host += "x" },
      { (owner: inout LeaseOwner) in owner.numbering = "pid:[1]" },
      { (owner: inout LeaseOwner) in owner.numbering = "" },
    ] {
      var owner = LeaseOwner.current
      (owner.process, owner.began) = (Int32.max - 1, "1")
      #expect(owner.isKnownDead)
      change(&owner)
      #expect(!owner.isKnownDead)
    }
  }

  @Test func `a lease goes by the system clock, also where the stores' clock is a simulation's`()
    throws
  {
    let folder = try DaemonFolder()
    let ledger = try SQLiteLedger(path: folder.file("ledger.sqlite"), policy: .standard)
    let now = Timestamp(seconds: 1_760_000_000)
    var dependencies = DaemonFolder.dependencies()
    dependencies.clock = { now - .days(1) }
    dependencies.systemClock = { now }
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let keeper = Daemon.leaseKeeper(
      ledger, dependencies, logger, ErrorLog(logger, uptime: { .zero }))
    keeper.look()
    #expect(try ledger.lease()?.until == now + LeaseView.length)
    try ledger.close()
  }

  /// How often a loop began and ended.
  private final class Counts: Sendable {
    let state = Mutex((began: 0, ended: 0))

    func are(_ began: Int, _ ended: Int) -> Bool { state.withLock { $0 == (began, ended) } }
  }

  @Test func `a loop runs while the lease is held, ends when it is lost, and begins anew`()
    async throws
  {
    let folder = try DaemonFolder()
    let ledger = try SQLiteLedger(path: folder.file("ledger.sqlite"), policy: .standard)
    let uptime = Mutex(Duration.zero)
    let reports = Mutex<[LeaseKeeper.Report]>([])
    let keeper = LeaseKeeper(
      ledger, owner: .current, clock: Dependencies.current.clock,
      uptime: { uptime.withLock(\.self) }, isDead: { _ in false },
      tell: { report in reports.withLock { $0.append(report) } })
    let counts = Counts()
    let loop = Task {
      await keeper.whileHeld {
        counts.state.withLock { $0.began += 1 }
        try? await Task.sleep(for: .seconds(600))
        counts.state.withLock { $0.ended += 1 }
      }
    }
    func wait(_ began: Int, _ ended: Int) async throws {
      for _ in 0..<400 where !counts.are(began, ended) {
        try await Task.sleep(for: .milliseconds(25))
      }
      #expect(counts.are(began, ended))
    }
    keeper.look()
    try await wait(1, 0)
    uptime.withLock { $0 = .seconds(26) }
    try await wait(1, 1)
    keeper.look()
    try await wait(2, 1)
    loop.cancel()
    await loop.value
    #expect(counts.are(2, 2))
    #expect(reports.withLock(\.self) == [.taken(after: nil)])
    try ledger.close()
  }
}
