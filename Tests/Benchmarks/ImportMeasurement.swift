import EventLedger
import Foundation
import Intake
import LedgerSQLite
import StorePayloads
import SubscriptionCore

/// One import of a file of payloads into a fresh SQLite ledger, measured.
struct ImportMeasurement {
  /// What became of the payloads.
  let report: ImportReport
  /// The time it took.
  let time: Stopwatch
  /// The most memory that the process held meanwhile, in MiB.
  let peakMemory: Double

  /// Writes lines to a file, imports it, and removes everything again.
  ///
  /// - Parameters:
  ///   - count: How many lines.
  ///   - roots: Further trusted roots, DER.
  ///   - lines: Gives the payload of a line.
  /// - Throws: Whatever the file, the ledger or the import meets.
  init(count: Int, roots: [[UInt8]] = [], lines: (Int) throws -> String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "churntop-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "payloads.ndjson")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    let handle = try FileHandle(forWritingTo: file)
    for index in 0..<count { try handle.write(contentsOf: Data((lines(index) + "\n").utf8)) }
    try handle.close()
    let trust = TrustPolicy(roots: try roots.map { try TrustedRoot(file: $0) })
    let ledger = try SQLiteLedger(
      path: folder.appending(path: "ledger.sqlite").path, policy: .standard)
    let intake = Intake(ledger: ledger, trust: trust)
    PeakMemory.reset()
    let clock = Stopwatch.started
    report = try await intake.importFile(file.path, now: SyntheticSubscribers.now)
    time = Stopwatch(since: clock)
    peakMemory = PeakMemory.mebibytes
    precondition(report.stored == count, "every line is stored: \(report.refusals.prefix(1))")
  }
}
