import ArgumentParser
import Intake

/// Takes Google Play snapshots in.
struct SnapshotBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshots", abstract: "Take Google Play subscriptionsv2 records in.")

  @Option(help: "How many records, each of another subscriber.")
  var records = 200_000

  @Option(help: "A file of such records to take in instead.")
  var file: String?

  @Option(help: "A ledger to take them into instead of a fresh one; it stays changed.")
  var ledger: String?

  func run() async throws {
    let imported =
      if let file {
        try await ImportMeasurement(file: file, ledger: ledger)
      } else {
        try await ImportMeasurement(
          count: records, ledger: ledger, peer: true, lines: SyntheticPayloads.snapshot)
      }
    Figure(
      name: "Google Play snapshots imported, durable",
      value: Double(imported.report.stored) / imported.time.cpuSeconds, unit: "per CPU s",
      goal: .atLeast(12_000)
    ).report()
    if let seconds = imported.peerSeconds {
      let peer = "the sqlite3 program's import of the same file"
      Figure(
        name: "limit: \(peer)", value: Double(records) / seconds, unit: "per CPU s"
      ).report()
      Figure(
        name: "…over the limit", value: seconds / imported.time.cpuSeconds, unit: "of it",
        goal: .atLeast(0.45), peer: peer
      ).report()
    }
    if let size = imported.ledgerSize {
      Figure(
        name: "bytes of the ledger a subscriber", value: Double(size) / Double(records),
        unit: "bytes"
      ).report()
      Figure(
        name: "…over the bytes of its payload", value: Double(size) / Double(imported.fileSize),
        unit: "of them", goal: .atMost(1.5), peer: "the imported file"
      ).report()
    }
    Figure(
      name: "…processors used, or waited for while others had them",
      value: imported.time.demandSeconds / imported.time.wallSeconds, unit: "of 2"
    ).report()
    Figure(
      name: "peak memory of the import", value: imported.peakMemory, unit: "MiB", goal: .atMost(96)
    ).report()
  }
}
