import CSimulatedDisk
import EventLedger
import Foundation
import LedgerSQLite
import SeededNumbers
import SubscriptionCore

/// The machine that has a simulated ledger, and what goes wrong with it.
protocol SimulatedMachine {
  /// The promise with which the ledger is opened, in words.
  var promise: String { get }

  /// A Boolean value that indicates whether nothing more can come of the life of the process.
  var hasStopped: Bool { get }

  /// A Boolean value that indicates whether something has gone wrong in any life.
  var hasFailed: Bool { get }

  /// Decides what goes wrong in the life that begins.
  ///
  /// - Returns: The decision in words.
  func beginTrouble(_ numbers: inout SeededNumbers) -> String

  /// Opens the ledger, which must succeed on a machine without trouble.
  func open() throws(LedgerError) -> any Ledger

  /// Stops the machine before the process has closed its ledger.
  func stop()

  /// Ends a life of the process, whatever it was doing, and the trouble with it.
  ///
  /// - Returns: What happened.
  /// - Throws: An error where the machine does not start again.
  func end(_ numbers: inout SeededNumbers) throws -> LifeEnd

  /// Adds to a report what went wrong in all lives.
  func count(into report: inout LedgerSimulation.Report)
}

/// The end of one life of the process.
struct LifeEnd {
  var words: String
  /// A Boolean value that indicates whether the power was lost, and not the process killed.
  var losesPower = false
  /// A Boolean value that indicates whether the latest transactions may be lost, as promised.
  var mayForget = false
}

/// A machine that did not do what the simulation needs.
struct MachineFailure: Error, CustomStringConvertible {
  var description: String
}

/// A machine with a ledger in a file, whose disk fails and whose power is lost.
struct DiskMachine: SimulatedMachine {
  private let disk: SimulatedDisk
  private let durability: LedgerDurability

  /// Makes a disk with an empty folder.
  init(seed: UInt64, in folder: String, _ numbers: inout SeededNumbers) throws {
    disk = try SimulatedDisk(seed: seed, in: folder)
    durability = numbers.happens(75) ? .failedSync : .crash
  }

  var promise: String { "to outlive a \(durability)" }
  var hasStopped: Bool { disk.hasStopped }
  var hasFailed: Bool { disk.hasStopped || disk.counts.faults > 0 }

  func beginTrouble(_ numbers: inout SeededNumbers) -> String {
    var faults = SimulatedDisk.Faults()
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0: faults.full = 60_000
    case 1: faults.short_write = 60_000
    case 2: faults.write_error = 60_000
    case 3:
      faults.sync_error = 100_000
      // What a failed sync forgets, no later transaction without a sync can vouch for.
      faults.forgets = durability == .failedSync && numbers.happens(50)
    case 4: faults.read_error = 3_000
    default: break
    }
    disk.set(faults)
    if numbers.happens(60) { disk.stop(after: Int.random(in: 0...400, using: &numbers)) }
    return "faults \(faults)"
  }

  func open() throws(LedgerError) -> any Ledger {
    try SQLiteLedger(
      path: disk.folder + "/ledger.sqlite", policy: LedgerSimulation.policy,
      durability: durability)
  }

  func stop() { disk.stop() }

  func end(_ numbers: inout SeededNumbers) throws -> LifeEnd {
    disk.stop()
    try waitForFiles()
    let losesPower = numbers.happens(60)
    guard disk.start(lostPower: losesPower) else {
      throw MachineFailure(description: "the disk does not start")
    }
    disk.set(SimulatedDisk.Faults())
    return LifeEnd(
      words: "\(losesPower ? "power was lost" : "the process was killed") after \(disk.counts)",
      losesPower: losesPower, mayForget: losesPower && durability == .crash)
  }

  /// Waits until no connection has a file of the disk open.
  private func waitForFiles() throws {
    for _ in 0..<5_000 where disk.openFiles > 0 { usleep(1_000) }
    guard disk.openFiles == 0 else { throw MachineFailure(description: "a ledger left files open") }
  }

  func count(into report: inout LedgerSimulation.Report) {
    report.faults = Int(disk.counts.faults)
    report.sectorsLost = Int(disk.counts.sectors_lost)
  }
}
