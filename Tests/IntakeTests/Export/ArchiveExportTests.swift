import EventLedger
import Intake
import LedgerContract
import StorePayloads
import StoreSimulator
import SubscriptionCore
import Testing

@Suite struct ArchiveExportTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `importing an export gives the same ledger`(_ seed: UInt64) async throws {
    var world = try SimulatedWorld(seed: seed, subscribers: 80)
    let trust = try world.trust()
    let first = MemoryLedger(policy: .standard)
    _ = try world.fill(Intake(ledger: first, trust: trust), to: world.start)

    let archive = TemporaryFolder()
    let lines = try archived(first)
    let path = archive.write(lines)
    let second = MemoryLedger(policy: .standard)
    let report = try await Intake(ledger: second, trust: trust).importFile(path, now: world.start)
    try second.advance(to: world.start)

    #expect(report.refusals == [])
    #expect(try Int64(report.stored) == first.lastPosition())
    #expect(try identities(first) == identities(second))
    let query = SubscriberQuery(sort: .id, limit: 10_000)
    let rows = try first.subscribers(query).rows
    #expect(try rows == second.subscribers(query).rows)
    #expect(try first.subscribers(rows.map(\.id)) == second.subscribers(rows.map(\.id)))
    #expect(try archived(second) == lines)
  }

  @Test func `importing an export into its own ledger changes nothing`() async throws {
    var world = try SimulatedWorld(seed: 4, subscribers: 70)
    let ledger = MemoryLedger(policy: .standard)
    let intake = Intake(ledger: ledger, trust: try world.trust())
    _ = try world.fill(intake, to: world.start)
    let before = try ledger.lastPosition()
    let folder = TemporaryFolder()
    let report = try await intake.importFile(folder.write(archived(ledger)), now: world.start)
    #expect(report.duplicate == report.read)
    #expect(report.stored == 0)
    #expect(try ledger.lastPosition() == before)
  }

  private func archived(_ ledger: any Ledger) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try ArchiveExport(ledger: ledger).forEachLine { bytes += $0 }
    return bytes
  }

  private func identities(_ ledger: any Ledger) throws -> [String] {
    var identities: [String] = []
    try ledger.forEachEntry(after: 0) { identities.append($1.identity) }
    return identities
  }
}
