import CSimulatedDisk
import EventLedger
import Foundation
import Intake
import LedgerSQLite
import SeededNumbers
import SubscriptionCore
import Synchronization

/// One seed's life of a daemon: what arrives, when the process is killed or the power lost, which
/// calls of the disk fail, and how the clock jumps.
///
/// From ``firstEventful`` on stores send nonsense as well, and accounts are erased.
///
/// The real ledger stands behind the real door of deliveries. A message that was acknowledged is
/// not sent again; every other is, as the stores do. After a restart nothing acknowledged may be
/// lost, nothing may be there twice, the ledger's own checks find nothing, and a rebuild gives the
/// same rows.
public struct LedgerSimulation {
  /// What a simulation did, for the sums of many.
  public struct Report: Hashable, Sendable {
    /// How many messages were acknowledged.
    public var acknowledged = 0
    /// How often the ledger refused to store or to open.
    public var refusals = 0
    /// How often power was lost.
    public var powerLosses = 0
    /// How often the process was killed.
    public var kills = 0
    /// How many calls of the disk failed.
    public var faults = 0
    /// How many sectors a loss of power took.
    public var sectorsLost = 0
    /// How many messages were nonsense.
    public var nonsense = 0
    /// How many accounts were erased.
    public var erasures = 0

    /// A report of nothing.
    public init() {}

    /// Adds another report.
    public mutating func add(_ other: Report) {
      acknowledged += other.acknowledged
      refusals += other.refusals
      powerLosses += other.powerLosses
      kills += other.kills
      faults += other.faults
      sectorsLost += other.sectorsLost
      nonsense += other.nonsense
      erasures += other.erasures
    }
  }

  let seed: UInt64
  let disk: SimulatedDisk
  let durability: LedgerDurability
  let world: StoreStock.World
  let now: Present
  var numbers: SeededNumbers
  var report = Report()
  /// The places of the messages that are still to be delivered, the next one last.
  var waiting: [Int]
  /// The positions of the messages that were acknowledged, by their place.
  var acknowledged: [Int: [LedgerPosition]] = [:]
  /// The accounts that were to be erased, but for those of before a loss of power that may have
  /// taken that back.
  var erasures: [Erasure] = []
  /// Whether any account ever was to be erased, so that the latest entry may be gone.
  var hasErased = false
  /// The profiles that were acknowledged.
  var profiles: [AccountID: AccountProfile] = [:]
  /// What happened, for whoever reads a failure.
  var story: [String] = []

  /// An account that was to be erased.
  struct Erasure {
    /// Where the entries stood that tell of it.
    let positions: Set<LedgerPosition>
    /// Whether it was said to be done.
    let isDone: Bool
  }

  /// The seed from which on more happens; those before repeat what they found.
  public static let firstEventful: UInt64 = 1_000_000

  /// The clock of the machine, which jumps.
  final class Present: Sendable {
    private let instant: Mutex<Timestamp>

    init(_ start: Timestamp) { instant = Mutex(start) }

    var value: Timestamp {
      get { instant.withLock(\.self) }
      set { instant.withLock { $0 = newValue } }
    }
  }

  /// Runs the life of a seed.
  ///
  /// - Parameters:
  ///   - seed: What decides everything.
  ///   - stock: What can be delivered.
  ///   - folder: Where the disk's folder is made.
  /// - Returns: What happened.
  /// - Throws: ``SimulationFailure`` where a promise of the ledger is broken.
  public static func run(
    seed: UInt64, stock: StoreStock, in folder: String
  ) async throws -> Report {
    var simulation = try LedgerSimulation(seed: seed, stock: stock, in: folder)
    return try await simulation.run()
  }

  private init(seed: UInt64, stock: StoreStock, in folder: String) throws {
    self.seed = seed
    var numbers = SeededNumbers(seed: seed)
    disk = try SimulatedDisk(seed: seed, in: folder)
    durability = numbers.happens(75) ? .failedSync : .crash
    world = numbers.pick(stock.worlds)
    let count = min(world.messages.count, Int.random(in: 8...40, using: &numbers))
    let first = Int.random(in: 0...world.messages.count - count, using: &numbers)
    var order = Array(first..<first + count)
    // Some overtake others on their way, and some are sent twice.
    for place in order.indices.dropFirst() where numbers.happens(20) {
      order.swapAt(place, place - 1)
    }
    order += order.filter { _ in numbers.happens(10) }
    waiting = order.reversed()
    now = Present(world.messages[first].arrivesAt)
    self.numbers = numbers
  }

  var path: String { disk.folder + "/ledger.sqlite" }

  private mutating func run() async throws -> Report {
    for life in 1...Int.random(in: 2...4, using: &numbers) {
      tell("life \(life) at \(now.value.rfc3339), to outlive a \(durability)")
      beginTrouble()
      try await live()
      try end()
      if numbers.happens(60) { try check() }
    }
    try await deliverTheRest()
    report.acknowledged = acknowledged.count
    report.faults = Int(disk.counts.faults)
    report.sectorsLost = Int(disk.counts.sectors_lost)
    return report
  }

  mutating func tell(_ line: String) { story.append(line) }

  /// The failure that breaks a promise, with everything that led to it.
  func failure(_ what: String) -> SimulationFailure {
    SimulationFailure(seed: seed, what: what, story: story)
  }

  /// Decides what goes wrong in the life that begins.
  private mutating func beginTrouble() {
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
    tell("faults \(faults)")
  }
}

/// A promise that the ledger broke, and the life in which it did.
public struct SimulationFailure: Error, CustomStringConvertible {
  /// The seed that repeats it.
  public var seed: UInt64
  /// The promise.
  public var what: String
  /// What happened before, line by line.
  public var story: [String]

  /// The seed, the promise and the story.
  public var description: String {
    "seed \(seed): \(what)\n" + story.map { "  \($0)\n" }.joined()
  }
}
