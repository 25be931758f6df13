import EventLedger
import Intake
import SubscriptionCore
import Synchronization

/// The state that the workers of one app's backfill share: the next purchases, and pauses.
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

  /// The number of purchases that are read ahead.
  private static let pageSize = 256

  init(_ ledger: any Ledger, run: Int64, app: StoreApp) {
    (self.ledger, self.run, self.app) = (ledger, run, app)
  }

  /// The next purchase to request; `nil` at the end, or when the app is stopped.
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

  // MARK: Pauses

  /// The end of the pause; `nil` where there is none.
  func pause(at now: Timestamp) -> Timestamp? {
    state.withLock { state in state.pausedUntil.flatMap { $0 > now ? $0 : nil } }
  }

  /// A Boolean value that indicates whether the app is stopped.
  var isStopped: Bool { state.withLock(\.isStopped) }

  /// Pauses requests until an instant.
  func pause(until instant: Timestamp) {
    state.withLock { $0.pausedUntil = max(instant, $0.pausedUntil ?? instant) }
  }

  /// Stops the app.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Records a reply of the store.
  func noteReply() { state.withLock { $0.failuresInARow = 0 } }

  /// Records a failed request and returns the number of consecutive failures.
  func noteFailure() -> Int {
    state.withLock { state in
      state.failuresInARow += 1
      return state.failuresInARow
    }
  }
}

/// The counts that the workers of all apps share.
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

  /// The counts so far.
  var report: BackfillReport { state.withLock(\.report) }

  /// Changes the counts.
  func count(_ change: (inout BackfillReport) -> Void) { state.withLock { change(&$0.report) } }

  /// Counts the outcomes of an answer's statements.
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

  /// Reports that a purchase is done.
  func step() {
    let progress = state.withLock { state in
      state.progress.done += 1
      return state.progress
    }
    tell(progress)
  }

  /// Reports that a store asks for a pause.
  func wait(until instant: Timestamp) {
    var progress = state.withLock(\.progress)
    progress.pausedUntil = instant
    tell(progress)
  }
}
