import EventLedger
import SubscriptionCore
import Synchronization

/// The loop that syncs with the stores on a schedule, and at once when a refresh is requested.
public struct SyncLoop: Sendable {
  /// A report of the loop.
  public enum Report: Hashable, Sendable {
    /// A run ended that was not empty.
    case ran(SyncPlan.Scope, SyncReport)
    /// History scans start over, because the ledger lacks what the checkpoints call stored.
    case restarted
    /// The first history scan of an app begins, advances or ends.
    case walking(WalkProgress)
    /// Orders were looked up, with a result.
    case lookedUp(OrderReport)
    /// The ledger could not be read or written; the loop continues.
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
  /// The beginnings of history scans that were logged: without an answer, each run begins one.
  private let begun = Begun()

  /// Creates a loop with the time between two runs of everything, and the interval at which the
  /// ledger is checked for refresh requests.
  ///
  /// `jitter` returns a random duration up to the given one, so that several daemons do not send
  /// requests at the same moment; `sleep` throws when the task is cancelled.
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
      // A clock that was set back must not stop the loop for as long as it was set back.
      next = min(next, now + every + every)
      let isDue = now >= next
      await once(isDue ? .everything : .requests)
      if isDue { next = clock() + every + jitter(every / 10) }
      do { try await sleep(watch) } catch { return }
    }
  }

  /// The interval between progress reports of a long history scan.
  private static let walkTold = Duration.seconds(30)

  /// Plans and runs once.
  private func once(_ scope: SyncPlan.Scope) async {
    do throws(LedgerError) {
      // A support agent may be on the phone with the user who has the order.
      let orders = try await run.lookUpOrders(in: ledger)
      if !orders.isEmpty { tell(.lookedUp(orders)) }
      switch scope {
      case .everything: try ledger.advance(to: clock())
      case .requests where try ledger.openRefreshRequests(limit: 1).isEmpty: return
      case .requests: break
      }
      let plan = try run.plan(ledger, scope: scope)
      if plan.isAnew { tell(.restarted) }
      guard !plan.questions.isEmpty else {
        // The checkpoints still learn how far the ledger is.
        if scope == .everything || plan.isAnew { _ = try await run.run(plan) }
        return
      }
      for walk in plan.wholeWalks where begun.isNew(walk) { tell(.walking(walk)) }
      let pace = ScanPace(every: Self.walkTold, clock: clock)
      let report = try await run.run(plan) { [tell] progress in
        for walk in progress.walks where walk.isWhole && pace.admits(walk) { tell(.walking(walk)) }
      }
      tell(.ran(scope, report))
    } catch {
      tell(.failed(error))
    }
  }
}

/// A memory of the beginnings of history scans.
private final class Begun: Sendable {
  private struct Beginning: Hashable {
    let app: StoreApp
    let kind: HistoryScan.Kind
    let page: String?
  }

  private let known = Mutex<Set<Beginning>>([])

  /// Remembers a beginning, and returns whether it was not known before.
  func isNew(_ walk: WalkProgress) -> Bool {
    let beginning = Beginning(app: walk.app, kind: walk.walk.kind, page: walk.walk.page)
    return known.withLock { $0.insert(beginning).inserted }
  }
}

/// A throttle of progress reports of history scans.
private final class ScanPace: Sendable {
  private let every: Duration
  private let clock: @Sendable () -> Timestamp
  private let told: Mutex<Timestamp>

  init(every: Duration, clock: @escaping @Sendable () -> Timestamp) {
    (self.every, self.clock) = (every, clock)
    told = Mutex(clock())
  }

  /// A Boolean value that indicates whether the scan is over, or its last report is old enough.
  func admits(_ walk: WalkProgress) -> Bool {
    let now = clock()
    return told.withLock { told in
      guard walk.isOver || now - told >= every || now < told else { return false }
      told = now
      return true
    }
  }
}
