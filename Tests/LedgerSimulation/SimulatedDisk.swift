import CSimulatedDisk
import Foundation

/// A folder on a disk that fails when a seed wants it to, and that keeps through a loss of power
/// only what was synced.
final class SimulatedDisk {
  /// How often an operation fails.
  typealias Faults = sd_faults

  /// The folder, whose files real calls see as well.
  let folder: String
  private let disk: OpaquePointer

  /// Makes a disk with an empty folder.
  ///
  /// - Throws: What the system says where there can be none.
  init(seed: UInt64, in parent: String) throws {
    guard sd_install() else { throw CocoaError(.featureUnsupported) }
    // SQLite names files without doubled slashes.
    let stem = parent.hasSuffix("/") ? String(parent.dropLast()) : parent
    folder = stem + "/simulated-\(seed)-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard let disk = sd_create(folder, seed) else { throw CocoaError(.featureUnsupported) }
    self.disk = disk
  }

  deinit {
    sd_destroy(disk)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Sets how often operations fail from now on.
  func set(_ faults: Faults) { sd_set_faults(disk, faults) }

  /// Stops the machine after so many more writes, syncs and removals.
  func stop(after operations: Int) { sd_stop_after(disk, Int64(operations)) }

  /// Stops the machine.
  func stop() { sd_stop(disk) }

  /// Whether the machine has stopped.
  var hasStopped: Bool { sd_has_stopped(disk) }

  /// How many files are open.
  var openFiles: Int { Int(sd_open_files(disk)) }

  /// Starts the machine again; `false` while files are open.
  func start(lostPower: Bool) -> Bool { sd_start(disk, lostPower) }

  /// What the disk did so far.
  var counts: sd_counts { sd_counted(disk) }
}
