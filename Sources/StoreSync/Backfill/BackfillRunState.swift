import EventLedger
import Intake
import SubscriptionCore
import Synchronization

/// What the workers of one app share: the purchases that come next, and when the store is asked.
final class BackfillRunState: Sendable {
  private struct State {
    var page: ArraySlice<BackfillItem> = []
    var last: BackfillItem?
    var isAtEnd = false
    var pausedUntil: Timestamp?
    var isStopped = false
    var failuresInARow = 0
  }

  private let ledger: any Ledger
  private let run: Int64
  private let app: StoreApp
  private let state = Mutex(State())

  /// How many purchases are read ahead.
  private static let pageSize = 256

  init(_ ledger: any Ledger, run: Int64, app: StoreApp) {
    (self.ledger, self.run, self.app) = (ledger, run, app)
  }

  /// The next purchase to ask about; `nil` at the end, or where the store is not asked any further.
  func next() throws(LedgerError) -> BackfillItem? {
    try state.withLock { state throws(LedgerError) in
      if state.isStopped { return nil }
      if state.page.isEmpty, !state.isAtEnd {
        let page = try ledger.openBackfill(
          run: run, store: app.store, app: app.app, after: state.last, limit: Self.pageSize)
        state.page = page[...]
        state.last = page.last
        state.isAtEnd = page.count < Self.pageSize
      }
      return state.page.popFirst()
    }
  }

  // MARK: When the store is asked

  /// Until when the store is left alone; `nil` where it may be asked.
  func pause(at now: Timestamp) -> Timestamp? {
    state.withLock { state in state.pausedUntil.flatMap { $0 > now ? $0 : nil } }
  }

  /// A Boolean value that indicates whether the store is not asked any further.
  var isStopped: Bool { state.withLock(\.isStopped) }

  /// Leaves the store alone for a while.
  func pause(until instant: Timestamp) {
    state.withLock { $0.pausedUntil = max(instant, $0.pausedUntil ?? instant) }
  }

  /// Asks the store no further.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Notes a reply of the store.
  func noteReply() { state.withLock { $0.failuresInARow = 0 } }

  /// Notes that the store could not be asked.
  ///
  /// - Returns: How often that was so in a row.
  func noteFailure() -> Int {
    state.withLock { state in
      state.failuresInARow += 1
      return state.failuresInARow
    }
  }
}

/// What the workers of all apps count together.
final class BackfillCounts: Sendable {
  private struct State {
    var report = BackfillReport()
    var progress: BackfillProgress
  }

  private let state: Mutex<State>
  private let tell: @Sendable (BackfillProgress) -> Void

  init(total: Int, tell: @escaping @Sendable (BackfillProgress) -> Void) {
    state = Mutex(State(progress: BackfillProgress(done: 0, total: total)))
    self.tell = tell
  }

  /// What was counted.
  var report: BackfillReport { state.withLock(\.report) }

  /// Changes what is counted.
  func count(_ change: (inout BackfillReport) -> Void) { state.withLock { change(&$0.report) } }

  /// Counts what became of the statements of an answer.
  func count(_ result: IntakeResult) {
    count { report in
      for outcome in result.outcomes {
        switch outcome {
        case .stored: report.stored += 1
        case .duplicate: report.duplicate += 1
        case .refused: break
        }
      }
    }
  }

  /// Tells that a purchase is done with.
  func step() {
    let progress = state.withLock { state in
      state.progress.done += 1
      return state.progress
    }
    tell(progress)
  }

  /// Tells that a store wants to be left alone.
  func wait(until instant: Timestamp) {
    var progress = state.withLock(\.progress)
    progress.pausedUntil = instant
    tell(progress)
  }
}
