import Foundation
import Synchronization

/// The storage of a ``SyncCheckpoints`` between processes.
public protocol SyncCheckpointStore: Sendable {
  /// The checkpoints that were saved last; empty ones where there are none or they cannot be read.
  func load() -> SyncCheckpoints

  /// Saves as a whole; where that fails, they last as long as the storage.
  func save(_ checkpoints: SyncCheckpoints)
}

/// The storage of checkpoints in a file, which is replaced as a whole.
public final class SyncCheckpointFile: SyncCheckpointStore {
  /// The path of the file.
  public let path: String

  private let tell: @Sendable (String) -> Void
  /// The checkpoints that could not be saved: without them a store would be asked again at once.
  private let unsaved = Mutex<SyncCheckpoints?>(nil)

  /// Creates the storage in a file, which need not exist.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - tell: Called with a sentence when the file cannot be read or written.
  public init(path: String, tell: @escaping @Sendable (String) -> Void = { _ in }) {
    (self.path, self.tell) = (path, tell)
  }

  /// Reads the file, or returns the checkpoints that could not be saved in it.
  public func load() -> SyncCheckpoints {
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
  public func save(_ checkpoints: SyncCheckpoints) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      let data = try encoder.encode(checkpoints)
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
      unsaved.withLock { $0 = nil }
    } catch {
      unsaved.withLock { $0 = checkpoints }
      tell(
        "the sync checkpoints \(path) cannot be saved, and are lost when the program ends: "
          + error.localizedDescription)
    }
  }
}
