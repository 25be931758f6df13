import ConfigurationFiles
import EventLedger
import LedgerSQLite
import OwnThreads
import ProgramConventions
import Testing

@testable import churntop

@Suite(.ownThread) struct OperatorDurabilityTests {
  /// The dashboard opens a ledger to read, and writes what its operator says.
  @Test(arguments: [(.creating, 1), (.reading, 2), (.writing, 2)] as [(Session.Purpose, Int64)])
  func `what an operator says outlives a loss of power, what can be had again a crash`(
    purpose: Session.Purpose, synchronous: Int64
  ) throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("play.ndjson", PlayRecord.inGrace.archive)
    try #require(try sandbox.run("import", file).status == 0)
    var dependencies = Dependencies.current
    dependencies.environment = sandbox.environment
    let session = try Session(CommonValues(), dependencies: dependencies)
    let ledger = try #require(try session.open(purpose) as? SQLiteLedger)
    let found = try ledger.access(.change) { connection in
      try connection.fetch("PRAGMA synchronous") { row in row.integer(0) }
    }
    #expect(found == [synchronous])
    try ledger.close()
  }
}
