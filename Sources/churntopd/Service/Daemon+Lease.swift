import EventLedger
import Logging
import ProgramConventions
import ServiceLifecycle
import StoreSync
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

/// A service that ends the daemon when a newer program has migrated the ledger.
struct FormWatch: Service {
  /// The ledger.
  let ledger: any Ledger
  /// The log.
  let logger: Logger

  /// The interval between checks of the ledger.
  static let pace = Duration.seconds(1)

  /// Checks the ledger until the process is asked to stop.
  ///
  /// - Throws: `LedgerError.newer(location:version:known:)` after a migration by a newer program.
  func run() async throws {
    let ledger = ledger
    let newer = await cancelWhenGracefulShutdown { () async -> LedgerError? in
      while !Task.isCancelled {
        let failure = await BlockingExecutor.run { () -> LedgerError? in
          do throws(LedgerError) {
            _ = try ledger.lastPosition()
            return nil
          } catch {
            return error
          }
        }
        if case .newer = failure { return failure }
        do { try await Task.sleep(for: Self.pace) } catch { return nil }
      }
      return nil
    }
    guard let newer else { return }
    logger.critical("this daemon stops: \(newer)")
    throw newer
  }
}
