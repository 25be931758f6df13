import Intake
import SubscriptionCore
import Synchronization

/// What several workers share while they put the questions of one plan.
final class SyncRunState: Sendable {
  private struct State {
    var waiting: [StoreRequest]
    var done = 0
    var total: Int
    var checkpoints: SyncCheckpoints
    var report = SyncReport()
    /// Failures without an answer between them, by app.
    var failuresInARow: [StoreApp: Int] = [:]
    /// How far each walk has come, and which of them were gone on with since somebody looked.
    var walks: [StoreApp: [HistoryScan.Kind: WalkProgress]] = [:]
    var walked: [WalkProgress] = []
  }

  private let state: Mutex<State>
  private let store: any SyncCheckpointStore
  /// Held while the memory is read and saved, so that no older one is saved after a newer.
  private let saving = Mutex(())

  /// How long a subscription is left alone after an answer that was new.
  static let breath = Duration.seconds(10)

  /// How many failures in a row mean that a store is down.
  static let failuresMax = 3

  init(_ plan: SyncPlan, checkpoints: SyncCheckpoints, store: any SyncCheckpointStore) {
    self.store = store
    state = Mutex(
      State(
        waiting: plan.questions.reversed(), total: plan.questions.count, checkpoints: checkpoints))
  }

  /// The next question to an app that is still asked.
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

  /// How far the run has come; pages are told of once.
  func progress() -> SyncProgress {
    state.withLock { state in
      var progress = SyncProgress(done: state.done, total: state.total)
      swap(&progress.walks, &state.walked)
      return progress
    }
  }

  /// What became of everything, with what was not planned for want of quota.
  func report(left: Int) -> SyncReport {
    state.withLock { state in
      var report = state.report
      report.left += left + state.waiting.count
      return report
    }
  }

  /// Saves the memory; one that cannot be saved costs questions later and nothing else.
  func save() {
    saving.withLock { _ in
      let checkpoints = state.withLock(\.checkpoints)
      try? store.save(checkpoints)
    }
  }

  // MARK: Subscriptions

  /// Leaves a question out that nobody can be asked.
  func skip() {
    state.withLock { state in
      state.done += 1
      state.report.left += 1
    }
  }

  /// Notes an answer about a subscription, which is not asked for again at once though the request
  /// should stay open: briefly where it was new, long where it was not.
  func answered(
    _ id: SubscriptionID, _ result: IntakeResult, app: StoreApp, until: Timestamp, now: Timestamp
  ) {
    state.withLock { state in
      Self.count(result, of: app, in: &state)
      let isNew = result.outcomes.contains { if case .stored = $0 { true } else { false } }
      state.checkpoints.wait(id, until: isNew ? now + Self.breath : until, now: now)
    }
  }

  /// Notes that the store does not know a purchase, or no longer.
  func absent(
    _ id: SubscriptionID, _ result: IntakeResult, app: StoreApp, until: Timestamp, now: Timestamp
  ) {
    state.withLock { state in
      var result = result
      // What the store does not know is refused at the door; that is no lie of the store.
      result.outcomes.removeAll { if case .refused = $0 { true } else { false } }
      Self.count(result, of: app, in: &state)
      state.report.absent += 1
      state.checkpoints.wait(id, until: until, now: now)
    }
  }

  /// Notes that a subscription is not to be asked about for a while.
  func wait(_ id: SubscriptionID, until: Timestamp, now: Timestamp) {
    state.withLock { $0.checkpoints.wait(id, until: until, now: now) }
  }

  /// Notes that a question got no answer, and whether its app is asked any further.
  ///
  /// - Parameters:
  ///   - error: Why there is no answer.
  ///   - app: The app.
  ///   - pause: Until when it is left alone where the store does not say.
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
      case .unavailable, .refused, .malformed, .notFound, .gone: return
      }
      state.report.stops[app] = error
      state.checkpoints.pause(app, until: until)
    }
  }

  // MARK: Walks

  /// Notes a page, durably before the next is asked for, and queues that.
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

  /// Begins a walk anew the next time where the store no longer takes its page.
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
