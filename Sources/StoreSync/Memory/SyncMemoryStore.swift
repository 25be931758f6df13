import Foundation
import SubscriptionCore

/// Where a ``SyncMemory`` outlives the process.
public protocol SyncMemoryStore: Sendable {
  /// What was saved last; nothing where there is none or it cannot be read.
  func load() -> SyncMemory

  /// Saves as a whole or not at all.
  ///
  /// - Throws: What the system says.
  func save(_ memory: SyncMemory) throws
}

/// A memory in a file, which is replaced as a whole.
public struct SyncMemoryFile: SyncMemoryStore {
  /// Where it lies.
  public let path: String

  /// Names a file, which need not exist.
  public init(path: String) { self.path = path }

  /// What the file says.
  public func load() -> SyncMemory {
    guard let data = FileManager.default.contents(atPath: path) else { return SyncMemory() }
    return (try? JSONDecoder().decode(SyncMemory.self, from: data)) ?? SyncMemory()
  }

  /// Replaces the file.
  public func save(_ memory: SyncMemory) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try encoder.encode(memory).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
