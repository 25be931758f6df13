import Foundation
import ProgramConventions
import StoreSync
import Synchronization

/// The storage of checkpoints in a file, which is replaced as a whole and keeps its owner.
final class SyncCheckpointFile: SyncCheckpointStore {
  /// The path of the file.
  let path: String

  private let tell: @Sendable (String) -> Void
  /// The checkpoints that could not be saved: without them a store would be asked again at once.
  private let unsaved = Mutex<SyncCheckpoints?>(nil)

  /// Creates the storage in a file, which need not exist; the closure gets a sentence when it
  /// cannot be read or written.
  init(path: String, tell: @escaping @Sendable (String) -> Void = { _ in }) {
    (self.path, self.tell) = (path, tell)
  }

  /// Reads the file, or returns the checkpoints that could not be saved in it.
  func load() -> SyncCheckpoints {
    if let unsaved = unsaved.withLock(\.self) { return unsaved }
    guard FileManager.default.fileExists(atPath: path) else { return SyncCheckpoints() }
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      return try JSONDecoder().decode(SyncCheckpoints.self, from: data)
    } catch {
      tell(
        "the sync checkpoints \(path) cannot be read, and count as none: check who owns the file")
      return SyncCheckpoints()
    }
  }

  /// Replaces the file.
  func save(_ checkpoints: SyncCheckpoints) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      try PrivateFile.replace(path, with: encoder.encode(checkpoints))
      unsaved.withLock { $0 = nil }
    } catch {
      unsaved.withLock { $0 = checkpoints }
      tell("the sync checkpoints cannot be saved, and are lost when the program ends: \(error)")
    }
  }
}
