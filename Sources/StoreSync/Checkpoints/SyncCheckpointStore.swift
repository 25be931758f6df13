import Foundation

/// The storage of a ``SyncCheckpoints`` between processes.
public protocol SyncCheckpointStore: Sendable {
  /// The checkpoints that were saved last; empty ones where there are none or they cannot be read.
  func load() -> SyncCheckpoints

  /// Saves as a whole or not at all.
  ///
  /// - Throws: The error of the file system.
  func save(_ checkpoints: SyncCheckpoints) throws
}

/// The storage of checkpoints in a file, which is replaced as a whole.
public struct SyncCheckpointFile: SyncCheckpointStore {
  /// The path of the file.
  public let path: String

  /// Creates the storage in a file, which need not exist.
  public init(path: String) { self.path = path }

  /// Reads the file.
  public func load() -> SyncCheckpoints {
    guard let data = FileManager.default.contents(atPath: path) else { return SyncCheckpoints() }
    return (try? JSONDecoder().decode(SyncCheckpoints.self, from: data)) ?? SyncCheckpoints()
  }

  /// Replaces the file.
  public func save(_ checkpoints: SyncCheckpoints) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try encoder.encode(checkpoints).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
