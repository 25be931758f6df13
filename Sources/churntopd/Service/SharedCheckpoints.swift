#if Postgres
  import EventLedger
  import Foundation
  import LedgerPostgres
  import StoreSync
  import Synchronization

  /// The sync checkpoints in a ledger on a server, so that whoever takes the lease over goes on
  /// where the daemon before it was, on whichever machine that is.
  final class SharedCheckpoints: SyncCheckpointStore {
    private let ledger: PostgresLedger
    /// The file in which earlier versions kept this machine's own.
    private let former: any SyncCheckpointStore
    private let tell: @Sendable (String) -> Void
    /// The checkpoints that could not be saved.
    private let unsaved = Mutex<SyncCheckpoints?>(nil)

    init(
      _ ledger: PostgresLedger, former: any SyncCheckpointStore,
      tell: @escaping @Sendable (String) -> Void
    ) {
      (self.ledger, self.former, self.tell) = (ledger, former, tell)
    }

    /// Reads the ledger's, or returns those that could not be saved in it.
    func load() -> SyncCheckpoints {
      if let unsaved = unsaved.withLock(\.self) { return unsaved }
      do {
        guard let text = try ledger.syncProgress() else { return former.load() }
        return try JSONDecoder().decode(SyncCheckpoints.self, from: Data(text.utf8))
      } catch {
        tell("the ledger's sync checkpoints cannot be read, and count as none: \(error)")
        return SyncCheckpoints()
      }
    }

    /// Replaces the ledger's.
    func save(_ checkpoints: SyncCheckpoints) {
      do {
        let text = String(decoding: try JSONEncoder().encode(checkpoints), as: UTF8.self)
        try ledger.keepSyncProgress(text)
        unsaved.withLock { $0 = nil }
      } catch {
        unsaved.withLock { $0 = checkpoints }
        tell(
          "the sync checkpoints cannot be saved in the ledger, and are lost when the program ends: "
            + "\(error)")
      }
    }
  }
#endif
