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

  private static let now = SyntheticSubscribers.now

  func run() throws {
    let ledger = try FilledLedger(subscribers) { index in
      // One in a hundred has its renewal within the day ahead, the others much later.
      SyntheticSubscribers.entry(
        of: index, expiresAt: Self.now + (index % 100 == 0 ? .hours(12) : .days(20)))
    }
    defer { ledger.remove() }
    let filling = ledger.filling
    Figure(
      name: "rows stored with raw entry, events and derived row",
      value: Double(subscribers) / filling.cpuSeconds, unit: "per CPU s"
    ).report()
    var changed = 0
    let time = try Stopwatch.measure {
      changed = try ledger.ledger.advance(to: Self.now + .days(1)).count
    }
    precondition(changed == (subscribers + 99) / 100, "one in a hundred changes")
    Figure(
      name: "advance over \(subscribers) subscribers, 1 % changing", value: time.cpuSeconds,
      unit: "CPU s", goal: .atMost(0.3 * Double(subscribers) / 1_000_000)
    ).report()
    Figure(
      name: "…by the wall", value: time.wallSeconds, unit: "s",
      goal: .atMost(0.3 * Double(subscribers) / 1_000_000)
    ).report()
    let figures = try Stopwatch.measure { _ = try ledger.ledger.figures(at: Self.now + .days(1)) }
    Figure(name: "every figure of the Overview", value: figures.cpuSeconds * 1000, unit: "CPU ms")
      .report()
    let check = try Stopwatch.measure {
      let differing = try ledger.ledger.rebuild(check: true, at: nil) { _ in }
      precondition(differing.isEmpty, "a row differs from what its events give")
    }
    Figure(
      name: "every row derived anew and compared", value: check.wallSeconds, unit: "s",
      goal: .atMost(25 * Double(subscribers) / 1_100_000)
    ).report()
    Figure(
      name: "…processors used, or waited for while others had them",
      value: check.demandSeconds / check.wallSeconds, unit: "of 2"
    ).report()
    Figure(name: "peak memory", value: PeakMemory.mebibytes, unit: "MiB").report()
  }
}
