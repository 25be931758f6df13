import ArgumentParser
import EventLedger
import Foundation
import LedgerSQLite
import SubscriptionCore

/// Lets the clock change a hundredth of the subscribers of a large ledger.
struct AdvanceBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advance", abstract: "Let the clock change 1 % of a large ledger's subscribers.")

  @Option(help: "How many subscribers.")
  var subscribers = 1_000_000

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "churntop-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let now = SyntheticSubscribers.now
    let ledger = try SQLiteLedger(
      path: folder.appending(path: "ledger.sqlite").path, policy: .standard)
    let filling = try Stopwatch.measure {
      for start in stride(from: 0, to: subscribers, by: 10_000) {
        let entries = (start..<min(start + 10_000, subscribers)).map { index in
          // One in a hundred has its renewal within the day ahead, the others much later.
          SyntheticSubscribers.entry(
            of: index, expiresAt: index % 100 == 0 ? now + .hours(12) : now + .days(20))
        }
        _ = try ledger.append(entries, now: now)
      }
    }
    Figure(
      name: "rows stored with raw entry, events and derived row",
      value: Double(subscribers) / filling.cpuSeconds, unit: "per CPU s"
    ).report()
    var changed = 0
    let time = try Stopwatch.measure { changed = try ledger.advance(to: now + .days(1)).count }
    precondition(changed == (subscribers + 99) / 100, "one in a hundred changes")
    Figure(
      name: "advance over \(subscribers) subscribers, 1 % changing", value: time.cpuSeconds,
      unit: "CPU s", goal: .atMost(0.5)
    ).report()
    let figures = try Stopwatch.measure { _ = try ledger.figures(at: now + .days(1)) }
    Figure(name: "every figure of the Overview", value: figures.cpuSeconds * 1000, unit: "CPU ms")
      .report()
    Figure(name: "peak memory", value: PeakMemory.mebibytes, unit: "MiB").report()
  }
}
