import EventLedger
import Intake
import SubscriptionCore

/// The runner of a ``SyncPlan``: it makes several requests at once and ingests the answers.
public struct SyncRun: Sendable {
  let connections: [StoreApp: StoreConnection]
  let policy: SyncPolicy
  let clock: @Sendable () -> Timestamp
  let store: any SyncCheckpointStore

  /// Creates a runner.
  public init(
    connections: [StoreConnection], policy: SyncPolicy = .standard, store: any SyncCheckpointStore,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.connections = Dictionary(
      connections.map { ($0.app, $0) }, uniquingKeysWith: { first, _ in first })
    (self.policy, self.store, self.clock) = (policy, store, clock)
  }

  /// The apps, in a fixed order.
  public var apps: [StoreApp] { connections.keys.sorted { $0.name < $1.name } }

  /// Plans the requests that a ledger, whose rows are of the present, makes necessary now; history
  /// scans may start over, whatever the checkpoints say.
  ///
  /// - Throws: `LedgerError` when the ledger cannot be read.
  public func plan(
    _ ledger: any Ledger, scope: SyncPlan.Scope = .everything, isAnew: Bool = false
  ) throws(LedgerError) -> SyncPlan {
    try SyncPlan(
      ledger: ledger, apps: apps, checkpoints: store.load(), scope: scope, isAnew: isAnew,
      policy: policy, now: clock())
  }

  /// Makes the requests of a plan.
  ///
  /// An app whose store refuses the credentials, throttles or keeps failing is stopped; the rest of
  /// its requests is planned again next time.
  ///
  /// - Throws: `LedgerError` when the ledger cannot store an answer; earlier answers stay stored.
  public func run(
    _ plan: SyncPlan, progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws(LedgerError) -> SyncReport {
    var checkpoints = store.load()
    if plan.isAnew { checkpoints.restart() }
    checkpoints.mark = plan.mark
    checkpoints.removeEndedWaits(at: clock())
    let state = SyncRunState(plan, checkpoints: checkpoints, store: store)
    let workers = max(1, min(policy.concurrency, plan.questions.count))
    let failure = await withTaskGroup(of: LedgerError?.self) { group in
      for _ in 0..<workers { group.addTask { await work(at: state, progress) } }
      return await group.firstFailure()
    }
    state.save()
    if let failure { throw failure }
    return state.report(left: plan.left)
  }

  /// Makes one request after another until none is left or the ledger fails.
  private func work(
    at state: SyncRunState, _ progress: @Sendable (SyncProgress) -> Void
  ) async -> LedgerError? {
    do throws(LedgerError) {
      while !Task.isCancelled, let question = state.next() {
        try await put(question, state)
        progress(state.progress())
      }
      return nil
    } catch {
      return error
    }
  }

  private func put(_ question: StoreRequest, _ state: SyncRunState) async throws(LedgerError) {
    guard let connection = connections[question.app] else { return state.skip() }
    switch question.subject {
    case .subscription(let purchase, _): try await ask(about: purchase, connection, state)
    case .walk(let walk): try await step(walk, connection, state)
    }
  }

  /// Requests the status of one subscription.
  private func ask(
    about purchase: KnownPurchase, _ connection: StoreConnection, _ state: SyncRunState
  ) async throws(LedgerError) {
    let answer = await Result(of: { () async throws(StoreAPIError) in
      try await connection.subscription(purchase.name, clock: clock)
    })
    let now = clock()
    let (again, unknown) = (now + policy.retryAfter, now + policy.unknownLasts)
    func absence(_ code: Int, _ detail: String) -> [UInt8] {
      connection.absence(of: purchase.name, code: code, detail: detail, at: now)
    }
    switch answer {
    case .success(let document):
      let result = try await take(document, connection, now: now)
      state.answered(purchase.id, result, app: connection.app, until: again, now: now)
    case .failure(.gone(let detail)) where purchase.mayBeGone(at: now):
      let result = try await take(absence(410, detail), connection, now: now)
      state.absent(purchase.id, result, app: connection.app, until: unknown, now: now)
    case .failure(.notFound(let detail)), .failure(.gone(let detail)):
      let result = try await take(absence(404, detail), connection, now: now)
      state.absent(purchase.id, result, app: connection.app, until: unknown, now: now)
    // A reload says nothing about the store.
    case .failure where Task.isCancelled: state.skip()
    case .failure(let error):
      let pause = now + policy.pause
      state.failed(error, app: connection.app, pause: pause)
      state.wait(purchase.id, until: error.isRetryable ? pause : again, now: now)
    }
  }

  /// Requests one page of a history scan and queues the next.
  private func step(
    _ walk: HistoryScan, _ connection: StoreConnection, _ state: SyncRunState
  ) async throws(LedgerError) {
    let answer = await Result(of: { () async throws(StoreAPIError) in
      try await connection.page(of: walk, clock: clock)
    })
    switch answer {
    case .success(let page):
      let result = try await take(page.body, connection, now: clock())
      state.took(walk, nextPage: page.nextPage, sentAt: page.sentAt, result, app: connection.app)
    case .failure where Task.isCancelled: state.skip()
    case .failure(let error):
      state.failed(error, app: connection.app, pause: clock() + policy.pause)
      state.failed(walk, error, app: connection.app)
    }
  }

  /// Ingests an answer through its connection.
  func take(
    _ document: [UInt8], _ connection: StoreConnection, now: Timestamp
  ) async throws(LedgerError) -> IntakeResult {
    try await connection.takeIn(
      [IncomingDocument(bytes: document[...], receivedAt: now)], connection.app.name, now)
  }
}

extension Result {
  /// Creates the outcome of a call.
  init(of call: () async throws(Failure) -> Success) async {
    do throws(Failure) { self = .success(try await call()) } catch { self = .failure(error) }
  }
}

extension TaskGroup where ChildTaskResult == LedgerError? {
  /// The first error of a group of workers, of which any error cancels all; `nil` for none.
  mutating func firstFailure() async -> LedgerError? {
    var failure: LedgerError?
    for await error in self {
      guard let error else { continue }
      failure = failure ?? error
      cancelAll()
    }
    return failure
  }
}
