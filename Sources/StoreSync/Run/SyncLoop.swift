import EventLedger
import SubscriptionCore
import Synchronization

/// Asks the stores again and again: on a schedule, and at once when somebody requests it.
public struct SyncLoop: Sendable {
  /// What the loop tells whoever watches it.
  public enum Report: Hashable, Sendable {
    /// A run ended that was not empty.
    case ran(SyncPlan.Scope, SyncReport)
    /// A walk that goes as far back as the store can be asked begins, goes on or is over.
    case walking(WalkProgress)
    /// Orders were looked up, and something became of them.
    case lookedUp(OrderReport)
    /// The ledger could not be read or written; the loop goes on.
    case failed(LedgerError)
  }

  private let run: SyncRun
  private let ledger: any Ledger
  private let every: Duration
  private let watch: Duration
  private let clock: @Sendable () -> Timestamp
  private let jitter: @Sendable (Duration) -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let tell: @Sendable (Report) -> Void

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - run: What runs plans.
  ///   - ledger: The ledger that is watched.
  ///   - every: The time between two runs of everything.
  ///   - watch: How often the ledger is looked at for requests.
  ///   - clock: The present.
  ///   - jitter: A random duration from zero up to the given one, so that several daemons do not
  ///     ask at the same moment.
  ///   - sleep: Waits that long; throws when the task is cancelled.
  ///   - tell: Called after each run.
  public init(
    _ run: SyncRun, ledger: any Ledger, every: Duration = .minutes(15),
    watch: Duration = .seconds(1), clock: @escaping @Sendable () -> Timestamp,
    jitter: @escaping @Sendable (Duration) -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    tell: @escaping @Sendable (Report) -> Void
  ) {
    (self.run, self.ledger, self.every, self.watch) = (run, ledger, every, watch)
    (self.clock, self.jitter, self.sleep, self.tell) = (clock, jitter, sleep, tell)
  }

  /// Runs until the task is cancelled.
  public func run() async {
    var next = clock() + jitter(min(every, .seconds(30)))
    while !Task.isCancelled {
      let now = clock()
      // A clock that was set back must not silence the loop for as long as it was set back.
      next = min(next, now + every + every)
      let isDue = now >= next
      await once(isDue ? .everything : .requests)
      if isDue { next = clock() + every + jitter(every / 10) }
      do { try await sleep(watch) } catch { return }
    }
  }

  /// How often it is told how far a long walk has come.
  private static let walkTold = Duration.seconds(30)

  /// Plans and runs once.
  private func once(_ scope: SyncPlan.Scope) async {
    do throws(LedgerError) {
      // Somebody is on the phone with the user who has the order.
      let orders = try await run.lookUpOrders(in: ledger)
      if !orders.isEmpty { tell(.lookedUp(orders)) }
      switch scope {
      case .everything: try ledger.advance(to: clock())
      case .requests where try ledger.openRefreshRequests(limit: 1).isEmpty: return
      case .requests: break
      }
      let plan = try run.plan(ledger, scope: scope)
      guard !plan.questions.isEmpty else { return }
      for walk in plan.wholeWalks { tell(.walking(walk)) }
      let pace = ScanPace(every: Self.walkTold, clock: clock)
      let report = try await run.run(plan) { [tell] progress in
        for walk in progress.walks where walk.walk.isWhole && pace.admits(walk) {
          tell(.walking(walk))
        }
      }
      tell(.ran(scope, report))
    } catch {
      tell(.failed(error))
    }
  }
}

/// Says when it is time again to tell how far a walk has come.
private final class ScanPace: Sendable {
  private let every: Duration
  private let clock: @Sendable () -> Timestamp
  private let told: Mutex<Timestamp>

  init(every: Duration, clock: @escaping @Sendable () -> Timestamp) {
    (self.every, self.clock) = (every, clock)
    told = Mutex(clock())
  }

  /// A Boolean value that indicates whether it is over, or was not told of for long.
  func admits(_ walk: WalkProgress) -> Bool {
    let now = clock()
    return told.withLock { told in
      guard walk.isOver || now - told >= every || now < told else { return false }
      told = now
      return true
    }
  }
}
