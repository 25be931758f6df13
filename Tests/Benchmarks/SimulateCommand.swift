import ArgumentParser
import Foundation
import LedgerSimulation

/// Runs the deterministic simulation of ledger and intake over many seeds.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Kill, starve and unplug a ledger by many seeds, and look for what it lost.",
    discussion: """
      One seed decides arrivals, crashes, errors of the disk and jumps of the clock; from the \
      seed 1000000 on also nonsense from the stores and erased accounts. The first seed that \
      breaks a promise is told with its story, and the exit status is 1.
      """)

  @Option(help: "How many seeds.")
  var seeds = 10_000

  @Option(help: "The first seed.")
  var first: UInt64 = 1

  @Option(help: "Where the disks' folders are made; one in memory is fastest.")
  var folder = NSTemporaryDirectory()

  func run() async throws {
    let stock = try StoreStock()
    var sums = LedgerSimulation.Report()
    for seed in first..<first + UInt64(max(0, seeds)) {
      do {
        sums.add(try await LedgerSimulation.run(seed: seed, stock: stock, in: folder))
      } catch {
        print(error)
        throw ExitCode.failure
      }
      if seed % 1_000 == 0 { print("\(seed) seeds: \(sums)") }
    }
    print("\(seeds) seeds, nothing lost and nothing doubled: \(sums)")
  }
}
