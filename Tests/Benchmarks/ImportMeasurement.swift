import EventLedger
import Foundation
import Intake
import LedgerSQLite
import StorePayloads
import SubscriptionCore

#if Postgres
  import LedgerPostgres
#endif

/// One import of a file of payloads into a fresh SQLite ledger or one on a server, measured.
struct ImportMeasurement {
  /// What became of the payloads.
  let report: ImportReport
  /// The time it took.
  let time: Stopwatch
  /// The most memory that the process held meanwhile, in MiB.
  let peakMemory: Double
  /// The bytes of the file.
  let fileSize: Int
  /// The bytes of a fresh ledger without SQLite's log; `nil` for one that was there before.
  let ledgerSize: Int?
  /// The processor seconds of the sqlite3 program for the same file, where that was asked for and
  /// is installed.
  private(set) var peerSeconds: Double?

  /// Writes lines to a file, imports it, and removes everything again.
  ///
  /// - Parameters:
  ///   - count: How many lines.
  ///   - roots: Further trusted roots, DER.
  ///   - ledger: The ledger to import into; `nil` for a fresh one.
  ///   - peer: Whether the sqlite3 program imports the same file afterwards.
  ///   - lines: Gives the payload of a line.
  /// - Throws: Whatever the file, the ledger or the import meets.
  init(
    count: Int, roots: [[UInt8]] = [], ledger: String? = nil, peer: Bool = false,
    lines: (Int) throws -> String
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
    if peer { peerSeconds = PeerImport.cpuSeconds(of: file, in: folder) }
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
    let address = LedgerAddress(ledger ?? folder.appending(path: "ledger.sqlite").path)
    let opened = try Self.open(address)
    let intake = Intake(ledger: opened, trust: trust)
    PeakMemory.reset()
    let clock = Stopwatch.started
    report = try await intake.importFile(file, now: SyntheticSubscribers.now)
    time = Stopwatch(since: clock)
    peakMemory = PeakMemory.mebibytes
    fileSize =
      try URL(fileURLWithPath: file).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    let sizes = ledger == nil ? try opened.sizes() : nil
    ledgerSize = sizes.map { $0.filter { $0.part != .log }.reduce(0) { $0 + Int($1.bytes) } }
  }

  private static func open(_ address: LedgerAddress) throws -> any Ledger {
    #if Postgres
      if address.isServer {
        return try PostgresLedger(conninfo: address.text, policy: .standard)
      }
    #endif
    return try SQLiteLedger(path: address.text, policy: .standard)
  }

  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "churntop-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}

/// The sqlite3 program's own import of Google Play snapshots: every line as it is, six values of
/// each by `json_extract`, and three indexes.
private enum PeerImport {
  /// Imports a file into a database in a folder.
  ///
  /// - Returns: The processor seconds; `nil` where there is no such program.
  static func cpuSeconds(of file: URL, in folder: URL) -> Double? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", folder.appending(path: "peer.sqlite").path]
    process.standardInput = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let before = childSeconds
    guard (try? process.run()) != nil else { return nil }
    try? pipe.fileHandleForWriting.write(contentsOf: Data(script(file.path).utf8))
    try? pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? childSeconds - before : nil
  }

  private static let values = [
    "purchaseToken", "packageName", "subscription.regionCode", "subscription.startTime",
    "subscription.subscriptionState", "subscription.latestOrderId",
  ]

  private static func script(_ file: String) -> String {
    let columns = values.indices.map { "c\($0)" }.joined(separator: ", ")
    let indexes = [0, 3, 5].map { "CREATE INDEX i\($0) ON snapshots (c\($0));" }.joined()
    let extracted = values.map { "json_extract(line, '$.\($0)')" }.joined(separator: ", ")
    return """
      PRAGMA synchronous = off;
      CREATE TABLE lines (line TEXT);
      .mode list
      .separator "\\037" "\\n"
      .import \(file) lines
      CREATE TABLE snapshots (\(columns)); \(indexes)
      BEGIN; INSERT INTO snapshots SELECT \(extracted) FROM lines; COMMIT;

      """
  }

  private static var childSeconds: Double {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { sum, time in
      sum + Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
  }
}
