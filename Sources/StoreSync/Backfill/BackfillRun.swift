import EventLedger
import Intake
import StorePayloads
import SubscriptionCore

/// A backfill: it requests every purchase of an existing list, the nearest risk first.
///
/// Every answer is stored in one transaction with the outcome of its item, so that a run that was
/// killed resumes without repeated requests. It waits while a store throttles or is down; items
/// without an answer stay in the ledger for the next run.
public struct BackfillRun: Sendable {
  /// One app with its environments, production first.
  private struct Target: Sendable {
    var app: StoreApp
    var connections: [StoreConnection]
  }

  private let targets: [Target]
  private let ledger: any Ledger
  private let policy: BackfillPolicy
  private let clock: @Sendable () -> Timestamp
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a backfill of the apps with a client, in every environment, into the ledger with the
  /// list; `sleep` throws when the task is cancelled.
  public init(
    connections: [StoreConnection], ledger: any Ledger, policy: BackfillPolicy = BackfillPolicy(),
    clock: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    var targets: [Target] = []
    for connection in connections.sorted(by: { $0.app.name < $1.app.name }) {
      let app = connection.app
      if let place = targets.firstIndex(where: { $0.app.isSameApp(as: app) }) {
        targets[place].connections.append(connection)
      } else {
        targets.append(Target(app: app, connections: [connection]))
      }
    }
    self.targets = targets
    (self.ledger, self.policy, self.clock, self.sleep) = (ledger, policy, clock, sleep)
  }

  /// Requests every open item of a run; `progress` is called after each, from several tasks.
  ///
  /// - Throws: `LedgerError` when the ledger cannot store an answer; earlier answers stay stored.
  public func run(
    _ number: Int64, progress: @escaping @Sendable (BackfillProgress) -> Void = { _ in }
  ) async throws(LedgerError) -> BackfillReport {
    let total = try ledger.backfillCounts(run: number)[.waiting] ?? 0
    let counter = BackfillCounts(total: total, tell: progress)
    let failure = await withTaskGroup(of: LedgerError?.self) { group in
      for target in targets {
        let state = BackfillRunState(ledger, run: number, app: target.app)
        for _ in 0..<max(1, policy.concurrency) {
          group.addTask { await work(on: target, state, counter) }
        }
      }
      return await group.firstFailure()
    }
    if let failure { throw failure }
    var report = counter.report
    report.outcomes = try ledger.backfillCounts(run: number)
    return report
  }

  /// Requests one purchase after another until none is left or the ledger fails.
  private func work(
    on target: Target, _ state: BackfillRunState, _ counter: BackfillCounts
  ) async -> LedgerError? {
    do throws(LedgerError) {
      while !Task.isCancelled, let item = try state.next() {
        try await put(item, to: target, state, counter)
        counter.step()
      }
      return nil
    } catch {
      return error
    }
  }

  /// The answer of one environment.
  private enum Reply {
    /// The answer is stored.
    case stored
    /// There is nothing to store.
    case nothing(BackfillOutcome)
    /// The environment refuses the request, as one that does not know the app, and says nothing
    /// about the purchase.
    case refused(StoreAPIError)
    /// There is no answer yet.
    case open
  }

  /// Requests a purchase in every environment until one knows it; it stays open where one of them
  /// refuses the request.
  private func put(
    _ item: BackfillItem, to target: Target, _ state: BackfillRunState, _ counter: BackfillCounts
  ) async throws(LedgerError) {
    var outcome = BackfillOutcome.unknown
    var refusal: (error: StoreAPIError, app: StoreApp)?
    for connection in target.connections {
      switch try await ask(about: item, connection, state, counter) {
      case .stored, .open: return
      case .refused(let error): refusal = (error, connection.app)
      case .nothing(.unknown): break
      case .nothing(let other): outcome = other
      }
    }
    if let refusal {
      _ = again(after: refusal.error, policy.attempts, refusal.app, state, counter)
    } else {
      try ledger.settleBackfill(item.number, outcome)
    }
  }

  /// Requests a purchase in one environment, with retries.
  private func ask(
    about item: BackfillItem, _ connection: StoreConnection, _ state: BackfillRunState,
    _ counter: BackfillCounts
  ) async throws(LedgerError) -> Reply {
    var attempt = 0
    while true {
      guard await mayAsk(state, counter) else { return .open }
      attempt += 1
      counter.count { $0.asked += 1 }
      let answer = await Result(of: { () async throws(StoreAPIError) in
        try await connection.subscription(
          item.purchase.name, account: item.purchase.account, clock: clock)
      })
      switch answer {
      case .success(let document):
        state.noteReply()
        return try await take(document, item, connection, counter)
      case .failure(.gone(let detail)):
        state.noteReply()
        return try await end(item, detail, connection, counter)
      case .failure(.notFound):
        state.noteReply()
        return .nothing(.unknown)
      case .failure(.refused(status: 400, _)):
        state.noteReply()
        return .nothing(.invalid)
      case .failure(let error) where error.isRefusal: return .refused(error)
      case .failure(.throttled(let until)):
        attempt -= 1
        counter.count { $0.throttled += 1 }
        state.pause(until: max(until ?? clock() + policy.pause, clock() + .seconds(1)))
      case .failure(let error):
        guard again(after: error, attempt, connection.app, state, counter) else { return .open }
      }
    }
  }

  /// Waits for the end of a pause; `false` when the app is stopped.
  private func mayAsk(_ state: BackfillRunState, _ counter: BackfillCounts) async -> Bool {
    while !Task.isCancelled, !state.isStopped {
      guard let until = state.pause(at: clock()) else { return true }
      counter.wait(until: until)
      do { try await sleep(until - clock()) } catch { return false }
    }
    return false
  }

  /// Records a failure; `true` when the request is made again in this run.
  private func again(
    after error: StoreAPIError, _ attempt: Int, _ app: StoreApp, _ state: BackfillRunState,
    _ counter: BackfillCounts
  ) -> Bool {
    let failures = state.noteFailure()
    let isDown = failures >= policy.failuresMax
    let isOver = isDown || error.isUnauthorized
    if error.isRetryable, !isOver, attempt < policy.attempts {
      state.pause(until: clock() + policy.pause)
      return true
    }
    if isOver { state.stop() }
    counter.count { report in
      report.fail(error, of: app)
      if isOver { report.stops[app] = error }
    }
    return false
  }

  // MARK: Storing

  /// Ingests an answer together with the outcome of its item, in one transaction.
  private func take(
    _ document: [UInt8], _ item: BackfillItem, _ connection: StoreConnection,
    _ counter: BackfillCounts
  ) async throws(LedgerError) -> Reply {
    let now = clock()
    let result = try await connection.takeIn(
      [IncomingDocument(bytes: document[...], receivedAt: now, backfill: item.number)],
      connection.app.name, now)
    counter.count(result)
    guard result.refusals.count == result.outcomes.count else { return .stored }
    return .nothing(result.outcomes.isEmpty ? .noSubscription : .refused)
  }

  /// Records that the store has deleted a purchase, if the ledger knows it and it may be that old.
  private func end(
    _ item: BackfillItem, _ detail: String, _ connection: StoreConnection, _ counter: BackfillCounts
  ) async throws(LedgerError) -> Reply {
    let id = SubscriptionID.named(
      item.purchase.name, at: item.purchase.store, app: item.purchase.app)
    let now = clock()
    guard let known = try ledger.subscriber(id).flatMap({ KnownPurchase($0) }),
      known.mayBeGone(at: now)
    else { return .nothing(.gone) }
    let absence = connection.absence(of: item.purchase.name, code: 410, detail: detail, at: now)
    return try await take(absence, item, connection, counter)
  }
}

extension StoreAPIError {
  /// A Boolean value that indicates whether the store refuses the request itself.
  fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }
}

extension StoreApp {
  /// A Boolean value that indicates whether another is the same app in any environment.
  fileprivate func isSameApp(as other: StoreApp) -> Bool {
    store == other.store && app == other.app
  }
}

/// The concurrency, pauses and retries of a backfill.
public struct BackfillPolicy: Hashable, Sendable {
  /// The number of concurrent requests for one app; the client keeps the store's own rate limit.
  public var concurrency: Int
  /// The pause after a store fails, unless it states one itself.
  public var pause: Duration
  /// The number of attempts for one purchase in one run.
  public var attempts: Int
  /// The number of consecutive failures that mean that a store is down.
  public var failuresMax: Int

  /// Creates a policy.
  public init(
    concurrency: Int = 16, pause: Duration = .seconds(15), attempts: Int = 3,
    failuresMax: Int = 48
  ) {
    (self.concurrency, self.pause) = (concurrency, pause)
    (self.attempts, self.failuresMax) = (attempts, failuresMax)
  }
}
