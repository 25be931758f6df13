import EventLedger
import GRDB
import LedgerContract
import OwnThreads
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite(.ownThread) struct `The audit log of a file` {
  private let folder: TemporaryFolder
  private let access = PersonalDataAccess(
    .known(.viewed), at: SampleWorld.middle, actor: "mei", command: "show", of: "as_1")

  init() throws { folder = try TemporaryFolder() }

  @Test func `can be changed by no program`() throws {
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    try ledger.record([access])
    for statement in ["DELETE FROM accesses", "UPDATE accesses SET actor = 'x'"] {
      #expect { try ledger.write { try $0.execute(sql: statement) } } throws: { error in
        "\(error)".contains("accesses are append-only")
      }
    }
    #expect(try ledger.auditEntries(AuditQuery(limit: 9)).map(\.access) == [access])
  }

  @Test func `is that of the present for a ledger of the past`() throws {
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    try ledger.append(SampleWorld(seed: 88, subscriptions: 5).entries, now: SampleWorld.middle)
    let past = try ledger.asOf(SampleWorld.middle - .days(9))
    #expect(past.auditMode == .recorded)
    try past.record([access])
    #expect(try ledger.auditEntries(AuditQuery(limit: 9)).map(\.access) == [access])
    #expect(try past.auditEntries(AuditQuery(limit: 9)).count == 1)
  }

  @Test func `is not written by who only reads the file`() throws {
    let path = folder.file()
    try SQLiteLedger(path: path, policy: .standard).close()
    let ledger = try SQLiteLedger(path: path, policy: .standard, readOnly: true)
    #expect(ledger.auditMode == .unrecorded)
    #expect(throws: LedgerError.readOnly(location: path)) { try ledger.record([access]) }
  }

  @Test func `does not wait for long until another writer is done`() throws {
    let path = folder.file()
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    let other = try DatabaseQueue(path: path)
    let took = try other.write { _ in
      ContinuousClock().measure {
        #expect(throws: LedgerError.busy(location: path)) { try ledger.record([access]) }
      }
    }
    #expect(took < .seconds(20), "\(took)")
    try ledger.record([access])
    #expect(try ledger.auditEntries(AuditQuery(limit: 9)).count == 1)
  }
}
