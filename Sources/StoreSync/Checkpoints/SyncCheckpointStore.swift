import Foundation
import SubscriptionCore

/// Where a ``SyncCheckpoints`` outlives the process.
public protocol SyncCheckpointStore: Sendable {
  /// What was saved last; nothing where there is none or it cannot be read.
  func load() -> SyncCheckpoints

  /// Saves as a whole or not at all.
  ///
  /// - Throws: What the system says.
  func save(_ checkpoints: SyncCheckpoints) throws
}

/// A memory in a file, which is replaced as a whole.
public struct SyncCheckpointFile: SyncCheckpointStore {
  /// Where it lies.
  public let path: String

  /// Names a file, which need not exist.
  public init(path: String) { self.path = path }

  /// What the file says.
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
