import StoreSync
import Synchronization

/// A memory that lives as long as the test, with every state it was ever in.
final class MemoryCheckpointStore: SyncCheckpointStore {
  private let states = Mutex<[SyncCheckpoints]>([])

  /// Every state that was saved, oldest first.
  var saved: [SyncCheckpoints] { states.withLock(\.self) }

  func load() -> SyncCheckpoints { states.withLock { $0.last ?? SyncCheckpoints() } }
  func save(_ checkpoints: SyncCheckpoints) { states.withLock { $0.append(checkpoints) } }
}
