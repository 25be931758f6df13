import Foundation
import LedgerSimulation
import OwnThreads
import Testing

/// The ledger behind its door on a disk that fails, by seeds; `benchmarks simulate` runs more.
@Suite struct LedgerSimulationTests {
  private static let stock = Result { try StoreStock() }

  /// The seeds that found a fault: a ledger whose making a full disk or an error cut short was
  /// taken for another program's (1, 2); the journal of its making came back with the power and
  /// took everything along (4, 5); a sync that failed while the log was turned on left a ledger
  /// without one, whose transactions a journal took back (1321); a process was killed after a
  /// failed sync, and the next appended to a log that the disk did not have (1648).
  static let found: [UInt64] = [1, 2, 4, 5, 1_321, 1_648]

  @Test(arguments: found)
  func `what was found once stays mended`(_ seed: UInt64) async throws {
    _ = try await LedgerSimulation.run(
      seed: seed, stock: try Self.stock.get(), in: NSTemporaryDirectory())
  }

  @Test(arguments: 0..<4)
  func `nothing acknowledged is lost or doubled, whatever fails`(_ part: UInt64) async throws {
    let stock = try Self.stock.get()
    var sums = LedgerSimulation.Report()
    for seed in (part * 20)..<(part * 20 + 20) {
      sums.add(
        try await LedgerSimulation.run(seed: seed, stock: stock, in: NSTemporaryDirectory()))
    }
    // The simulation is worth nothing where nothing goes wrong in it.
    #expect(sums.acknowledged > 100)
    #expect(sums.powerLosses > 5)
    #expect(sums.kills > 5)
    #expect(sums.faults > 5)
    #expect(sums.refusals > 5)
    #expect(sums.sectorsLost > 5)
  }

  @Test(arguments: 0..<2)
  func `nor is it where stores send nonsense and accounts are erased`(_ part: UInt64) async throws {
    let stock = try Self.stock.get()
    var sums = LedgerSimulation.Report()
    let first = LedgerSimulation.firstEventful + part * 20
    for seed in first..<first + 20 {
      sums.add(
        try await LedgerSimulation.run(seed: seed, stock: stock, in: NSTemporaryDirectory()))
    }
    #expect(sums.acknowledged > 100)
    #expect(sums.nonsense > 5)
    #expect(sums.erasures > 0)
    #expect(sums.powerLosses > 5)
  }

  @Test func `the same seed gives the same life`() async throws {
    let stock = try Self.stock.get()
    let folder = NSTemporaryDirectory()
    for seed in [7, 8] as [UInt64] {
      let one = try await LedgerSimulation.run(seed: seed, stock: stock, in: folder)
      let two = try await LedgerSimulation.run(seed: seed, stock: stock, in: folder)
      #expect(one == two)
    }
  }
}

#if Postgres
  /// The same lives on a server, which is killed and frozen and ends sessions meanwhile.
  @Suite(.ownThread) struct `Lives of a ledger on a server` {
    @Test func `nothing acknowledged is lost or doubled there either`() async throws {
      let stock = try StoreStock()
      let server = try SimulatedServer()
      var sums = LedgerSimulation.Report()
      // Seeds of both kinds take turns: in every second one accounts are erased as well.
      let seeds = (0..<10 as Range<UInt64>).flatMap { [$0, LedgerSimulation.firstEventful + $0] }
      let end = ContinuousClock.now + .seconds(60)
      for seed in seeds where ContinuousClock.now < end {
        sums.add(try await LedgerSimulation.run(seed: seed, stock: stock, on: server))
      }
      #expect(sums.acknowledged > 20)
      #expect(sums.faults > 1 && sums.kills > 1, "something went wrong")
    }
  }
#endif
