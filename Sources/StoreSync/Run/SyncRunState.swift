import Intake
import SubscriptionCore
import Synchronization

/// The state that the workers of one sync run share.
final class SyncRunState: Sendable {
  private struct State {
    var waiting: [StoreRequest]
    var done = 0
    var total: Int
    var checkpoints: SyncCheckpoints
    var report = SyncReport()
    /// Consecutive failures, by app.
    var failuresInARow: [StoreApp: Int] = [:]
    /// The progress of each history scan, and which of them advanced since the last report.
    var walks: [StoreApp: [HistoryScan.Kind: WalkProgress]] = [:]
    var walked: [WalkProgress] = []
  }

  private let state: Mutex<State>
  private let store: any SyncCheckpointStore
  /// Held while the checkpoints are read and saved, so that no older ones overwrite newer ones.
  private let saving = Mutex(())

  /// The pause of a subscription after a new answer.
  static let cooldown = Duration.seconds(10)

  /// The number of consecutive failures that mean that a store is down.
  static let failuresMax = 3

  init(_ plan: SyncPlan, checkpoints: SyncCheckpoints, store: any SyncCheckpointStore) {
    self.store = store
    state = Mutex(
      State(
        waiting: plan.questions.reversed(), total: plan.questions.count, checkpoints: checkpoints))
  }

  /// The next request to an app that is not stopped.
  func next() -> StoreRequest? {
    state.withLock { state in
      while let question = state.waiting.popLast() {
        if state.report.stops[question.app] == nil { return question }
        state.report.left += 1
        state.done += 1
      }
      return nil
    }
  }

  /// The progress of the run; each page is reported once.
  func progress() -> SyncProgress {
    state.withLock { state in
      var progress = SyncProgress(done: state.done, total: state.total)
      swap(&progress.walks, &state.walked)
      return progress
    }
  }

  /// The report of the run, with the number of requests beyond the quota.
  func report(left: Int) -> SyncReport {
    state.withLock { state in
      var report = state.report
      report.left += left + state.waiting.count
      return report
    }
  }

  /// Saves the checkpoints; a failure costs repeated requests later and nothing else.
  func save() {
    saving.withLock { _ in
      let checkpoints = state.withLock(\.checkpoints)
      store.save(checkpoints)
    }
  }

  // MARK: Subscriptions

  /// Skips a request that no client can make.
  func skip() {
    state.withLock { state in
      state.done += 1
      state.report.left += 1
    }
  }

  /// Records an answer about a subscription and pauses it, even if the refresh request stays open:
  /// briefly after a new answer, for longer after a known one.
  func answered(
    _ id: SubscriptionID, _ result: IntakeResult, app: StoreApp, until: Timestamp, now: Timestamp
  ) {
    state.withLock { state in
      Self.count(result, of: app, in: &state)
      let isNew = result.outcomes.contains { if case .stored = $0 { true } else { false } }
      state.checkpoints.wait(id, until: isNew ? now + Self.cooldown : until, now: now)
    }
  }

  /// Records that the store does not know a purchase, or no longer.
  func absent(
    _ id: SubscriptionID, _ result: IntakeResult, app: StoreApp, until: Timestamp, now: Timestamp
  ) {
    state.withLock { state in
      var result = result
      // The refusal of an unknown purchase is expected, and not a fault of the store.
      result.outcomes.removeAll { if case .refused = $0 { true } else { false } }
      Self.count(result, of: app, in: &state)
      state.report.absent += 1
      state.checkpoints.wait(id, until: until, now: now)
    }
  }

  /// Pauses requests about a subscription.
  func wait(_ id: SubscriptionID, until: Timestamp, now: Timestamp) {
    state.withLock { $0.checkpoints.wait(id, until: until, now: now) }
  }

  /// Records a failed request, and stops its app where further requests would fail as well, until a
  /// given end of its pause where the store states none.
  func failed(_ error: StoreAPIError, app: StoreApp, pause: Timestamp) {
    state.withLock { state in
      state.done += 1
      state.report.asked += 1
      state.report.fail(error, of: app)
      let failures = state.failuresInARow[app, default: 0] + 1
      state.failuresInARow[app] = failures
      var until = pause
      switch error {
      case .throttled(let stated): until = max(pause, stated ?? pause)
      case .unauthorized, .clockSkew: break
      case .unavailable where failures >= Self.failuresMax: break
      // It is not one request that is wrong, but the app, or the way to the store.
      case .refused(let status, _) where status != 400 && failures >= Self.failuresMax: break
      case .unavailable, .refused, .malformed, .notFound, .gone: return
      }
      state.report.stops[app] = error
      state.checkpoints.pause(app, until: until)
    }
  }

  // MARK: History scans

  /// Records a page durably, and then queues the next one.
  func took(
    _ walk: HistoryScan, nextPage: String?, sentAt: Timestamp? = nil, _ result: IntakeResult,
    app: StoreApp
  ) {
    state.withLock { state in
      Self.count(result, of: app, in: &state)
      state.checkpoints.took(walk, nextPage: nextPage, of: app)
      var progress = state.walks[app]?[walk.kind] ?? WalkProgress(app: app, walk: walk)
      progress.pages += 1
      progress.statements += result.outcomes.count
      (progress.sentAt, progress.isOver) = (sentAt, nextPage == nil)
      state.walks[app, default: [:]][walk.kind] = progress
      state.walked.append(progress)
      if let nextPage {
        var next = walk
        next.page = nextPage
        state.waiting.append(StoreRequest(.walk(next), of: app))
        state.total += 1
      }
    }
    save()
  }

  /// Restarts a history scan next time if the store no longer accepts its page token.
  func failed(_ walk: HistoryScan, _ error: StoreAPIError, app: StoreApp) {
    switch error {
    case .refused, .notFound, .gone, .malformed:
      state.withLock { $0.checkpoints.restart(walk.kind, of: app) }
    case .unauthorized, .clockSkew, .throttled, .unavailable: break
    }
  }

  // MARK: Counting

  private static func count(_ result: IntakeResult, of app: StoreApp, in state: inout State) {
    state.done += 1
    state.report.asked += 1
    state.failuresInARow[app] = nil
    for outcome in result.outcomes {
      switch outcome {
      case .stored: state.report.stored += 1
      case .duplicate: state.report.duplicate += 1
      case .refused: state.report.refused += 1
      }
    }
  }
}
