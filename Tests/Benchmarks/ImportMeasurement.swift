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
  ///   - ledger: The ledger to import into; `nil` for a fresh one.
  ///   - lines: Gives the payload of a line.
  /// - Throws: Whatever the file, the ledger or the import meets.
  init(
    count: Int, roots: [[UInt8]] = [], ledger: String? = nil, lines: (Int) throws -> String
  ) async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "payloads.ndjson")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    let handle = try FileHandle(forWritingTo: file)
    for index in 0..<count { try handle.write(contentsOf: Data((lines(index) + "\n").utf8)) }
    try handle.close()
    self = try await Self(file: file.path, roots: roots, ledger: ledger, in: folder)
    precondition(report.stored == count, "every line is stored: \(report.refusals.prefix(1))")
  }

  /// Imports a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - ledger: The ledger to import into; `nil` for a fresh one, which is removed again.
  /// - Throws: Whatever the file, the ledger or the import meets.
  init(file: String, ledger: String?) async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    self = try await Self(file: file, roots: [], ledger: ledger, in: folder)
  }

  private init(file: String, roots: [[UInt8]], ledger: String?, in folder: URL) async throws {
    let trust = TrustPolicy(roots: try roots.map { try TrustedRoot(file: $0) })
    let ledger = try SQLiteLedger(
      path: ledger ?? folder.appending(path: "ledger.sqlite").path, policy: .standard)
    let intake = Intake(ledger: ledger, trust: trust)
    PeakMemory.reset()
    let clock = Stopwatch.started
    report = try await intake.importFile(file, now: SyntheticSubscribers.now)
    time = Stopwatch(since: clock)
    peakMemory = PeakMemory.mebibytes
  }

  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "churntop-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
