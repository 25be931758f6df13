import StoreSync
import Synchronization

/// A memory that lives as long as the test, with every state it was ever in.
final class MemoryShelf: SyncMemoryStore {
  private let states = Mutex<[SyncMemory]>([])

  /// Every state that was saved, oldest first.
  var saved: [SyncMemory] { states.withLock(\.self) }

  func load() -> SyncMemory { states.withLock { $0.last ?? SyncMemory() } }
  func save(_ memory: SyncMemory) { states.withLock { $0.append(memory) } }
}
