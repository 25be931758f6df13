import EventLedger
import Foundation
import Logging
import ServiceLifecycle
import Webhook

/// The lease that selects one of several daemons on a ledger.
extension Daemon {
  /// Returns the keeper of a ledger's lease for a daemon.
  ///
  /// A lease lasts half a minute by the system clock, which is nothing by that of a simulation.
  static func leaseKeeper(
    _ ledger: any LeaseKeeping, _ dependencies: Dependencies, _ logger: Logger, _ errors: ErrorLog
  ) -> LeaseKeeper {
    LeaseKeeper(
      ledger, owner: .current, clock: dependencies.systemClock, uptime: dependencies.uptime,
      isDead: { $0.isKnownDead },
      tell: { report in
        switch report {
        case .taken(after: nil): logger.info("this daemon queries the stores")
        case .taken(let owner?):
          logger.notice("this daemon queries the stores from now on, instead of \(owner)")
        case .others(let owner):
          logger.warning(
            """
            another daemon has this ledger and asks the stores: \(owner). This one takes \
            notifications in and answers the app, and asks once that one has ended
            """)
        case .lapsed:
          logger.warning("no daemon queries the stores: the lease could not be renewed in time")
        case .failed(let error): errors.tell(.warning, "the lease cannot be renewed: \(error)")
        }
      })
  }
}

/// A service that ends the daemon when a newer program has migrated the ledger, or another file is
/// in the place of the one that was opened.
struct FormWatch: Service {
  let ledger: any Ledger
  /// The log.
  let logger: Logger

  /// The interval between checks of the ledger.
  static let pace = Duration.seconds(1)
  /// The number of checks in a row that find a new file unchanged, before the daemon ends: what is
  /// still being copied there is not for the next process to open.
  static let quietChecks = 5

  /// Checks the ledger until the process is asked to stop.
  ///
  /// - Throws: `LedgerError.newer(location:version:known:)` after a migration by a newer program,
  ///   `LedgerError.replaced(location:)` after a ledger was put back.
  func run() async throws {
    let ledger = ledger
    let reason = await cancelWhenGracefulShutdown { () async -> LedgerError? in
      var arrival = FileArrival()
      while !Task.isCancelled {
        do throws(LedgerError) {
          try await BlockingExecutor.attempt { () throws(LedgerError) in
            try ledger.lastPosition()
          }
        } catch {
          if case .newer = error { return error }
          if case .replaced(let path) = error, arrival.quietChecks(of: path) >= Self.quietChecks {
            return error
          }
        }
        do { try await Task.sleep(for: Self.pace) } catch { return nil }
      }
      return nil
    }
    guard let reason else { return }
    logger.critical("this daemon stops: \(reason)")
    throw reason
  }
}

/// A file that somebody puts in a place, watched until it is there whole.
struct FileArrival {
  private struct Form: Equatable {
    var inode: UInt64
    var size: Int64
    var changedAt: [Int]
  }

  private var form: Form?
  private var count = 0

  /// Checks a file.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The number of looks in a row that found it there as this one does; 0 without a
  ///   file.
  mutating func quietChecks(of path: String) -> Int {
    var found = stat()
    guard stat(path, &found) == 0, found.st_size > 0 else {
      (form, count) = (nil, 0)
      return 0
    }
    let now = Form(
      inode: UInt64(found.st_ino), size: Int64(found.st_size),
      changedAt: [Int(found.st_mtim.tv_sec), Int(found.st_mtim.tv_nsec)])
    count = now == form ? count + 1 : 1
    form = now
    return count
  }
}
