import EventLedger
import StoreClients
import SubscriptionCore
import Synchronization

/// The delivery of pending changes to one receiver: at least once, and in order for one
/// subscription.
///
/// Results are stored once a page, so that a crash in between repeats at most one page, with the
/// same ids.
struct DeliveryRun: Sendable {
  let receiver: Receiver
  /// The ledger with the outbox.
  let ledger: any Ledger
  /// The transport of posts.
  let transport: any HTTPTransport
  /// The environment variables.
  let environment: [String: String]
  /// Returns the current time.
  let clock: @Sendable () -> Timestamp
  /// Returns a random duration from zero up to the given one.
  let jitter: @Sendable (Duration) -> Duration
  /// Called with the outcome of each post.
  var report: @Sendable (DeliveryAttempt.Outcome) -> Void = { _ in }

  /// The number of changes that are read at once.
  static let pageMax = 64
  /// The number of concurrent posts.
  static let width = 8

  /// The recent health of a receiver.
  struct Health: Sendable {
    /// A Boolean value that indicates whether something was sent since the process began; a
    /// receiver that may be down is tried with one change.
    var isKnown = true
    /// The number of consecutive pages that failed.
    var failures = 0
    /// The problem of the last page that failed.
    var problem = ""
    /// The beginning and the end of the current pause.
    private(set) var rest = (since: Timestamp.distantPast, until: Timestamp.distantPast)
    /// The receiver's cursor when the pause began.
    private var cursor: Int64 = 0

    /// Begins a pause, with the receiver's cursor after the attempts that led to it.
    mutating func pause(until end: Timestamp, at now: Timestamp, cursor: Int64) {
      (rest, self.cursor) = ((now, end), cursor)
    }

    /// A Boolean value that indicates whether there is a pause; one that a clock ahead began is
    /// none.
    func isPaused(at now: Timestamp) -> Bool { rest.since <= now && now < rest.until }

    /// A Boolean value that indicates whether an operator has asked for a retry or a replay since
    /// the pause began, which ends it.
    func isRecalled(by work: DeliveryWork) -> Bool {
      let isRetried = work.due.contains { retry in
        retry.delivery.attempts == 0 && retry.delivery.nextAt >= rest.since
      }
      return isRetried || work.state?.cursor != cursor
    }
  }

  /// The result of a look at a receiver's pending changes.
  enum Progress: Hashable, Sendable {
    /// More changes are pending.
    case more
    /// No change is due.
    case idle
    /// Nothing can be sent, for the given reason.
    case stuck(String)
  }

  /// Makes due what an earlier version left held behind nothing.
  ///
  /// - Throws: `LedgerError` if the ledger cannot be written.
  func begin() async throws(LedgerError) {
    let (name, now) = (receiver.name, clock())
    try await BlockingExecutor.attempt { [ledger] () throws(LedgerError) in
      try ledger.releaseDeliveries(of: name, at: now)
    }
  }

  /// Sends the changes that are due, at most one page.
  ///
  /// - Throws: `LedgerError` if the ledger cannot be read or written; nothing is lost then.
  func once(_ health: inout Health) async throws(LedgerError) -> Progress {
    let now = clock()
    let name = receiver.name
    if health.isPaused(at: now) {
      let work = try await BlockingExecutor.attempt { [ledger] () throws(LedgerError) in
        try ledger.deliveryWork(for: name, at: now, limit: Self.pageMax)
      }
      if !health.isRecalled(by: work) { return .idle }
    }
    let limit = health.failures > 0 || !health.isKnown ? 1 : Self.pageMax
    let work = try await BlockingExecutor.attempt { [ledger] () throws(LedgerError) in
      let work = try ledger.deliveryWork(for: name, at: now, limit: limit)
      if work.state == nil {
        // A new receiver starts at the present; earlier changes can be replayed.
        try ledger.putReceiver(ReceiverState(name: name, cursor: try ledger.outboxBounds().last))
      }
      return work
    }
    guard let state = work.state else { return .more }
    guard state.disabled == nil, !work.due.isEmpty || !work.next.isEmpty else { return .idle }
    let secret: WebhookSecret
    switch readSecret() {
    case .success(let found): secret = found
    case .failure(let problem):
      health.pause(until: now + .minutes(1), at: now, cursor: state.cursor)
      return .stuck(problem.description)
    }
    let page = DeliveryPage(work, for: receiver)
    let results = await send(
      page, DeliveryAttempt(receiver: receiver, secret: secret, transport: transport))
    for outcome in results.values { report(outcome) }
    if !results.isEmpty { health.isKnown = true }
    let update = page.update(results, jitter: jitter, at: clock(), health: &health)
    try await BlockingExecutor.attempt { [ledger] () throws(LedgerError) in
      try ledger.settle(update)
    }
    if let disabled = update.disabled { return .stuck(disabled) }
    return health.failures > 0 ? .idle : .more
  }

  /// The reason that a secret cannot be read.
  struct SecretProblem: Error, CustomStringConvertible {
    let description: String
  }

  private func readSecret() -> Result<WebhookSecret, SecretProblem> {
    do throws(SecretSource.Problem) {
      guard let bytes = try receiver.secret?.read(environment), let secret = WebhookSecret(bytes)
      else { return .failure(SecretProblem(description: "its secret " + WebhookSecret.advice)) }
      return .success(secret)
    } catch {
      return .failure(SecretProblem(description: "its secret: \(error)"))
    }
  }

  // MARK: Sending

  /// Sends the chains of a page concurrently, each in order up to its first failure.
  private func send(
    _ page: DeliveryPage, _ attempt: DeliveryAttempt
  ) async -> [Int64: DeliveryAttempt.Outcome] {
    let signs = DeliverySigns()
    let clock = clock
    return await withTaskGroup(of: [(Int64, DeliveryAttempt.Outcome)].self) { group in
      var waiting = page.chains[...]
      func begin() {
        let isFirst = waiting.startIndex == 0
        guard let chain = waiting.popFirst() else { return }
        group.addTask {
          var outcomes: [(Int64, DeliveryAttempt.Outcome)] = []
          // The first is posted whatever else fails, so that a page that failed leaves a record.
          for (place, item) in chain.enumerated() where isFirst && place == 0 || !signs.isStopped {
            let outcome = await attempt.post(item.change, at: clock())
            if outcome == .cancelled { break }
            signs.note(outcome)
            outcomes.append((item.change.number, outcome))
            if outcome != .arrived { break }
          }
          return outcomes
        }
      }
      for _ in 0..<Self.width { begin() }
      var results: [Int64: DeliveryAttempt.Outcome] = [:]
      for await outcomes in group {
        for (number, outcome) in outcomes { results[number] = outcome }
        begin()
      }
      return results
    }
  }
}

/// The signals that the chains of a page share.
private final class DeliverySigns: Sendable {
  private let state = Mutex((isStopped: false, hasArrived: false))

  /// A Boolean value that indicates whether the rest of the page is not sent now.
  var isStopped: Bool { state.withLock(\.isStopped) }

  /// Records an outcome: a receiver that is gone, or down for every change, gets no more posts.
  func note(_ outcome: DeliveryAttempt.Outcome) {
    state.withLock { state in
      switch outcome {
      case .arrived: state.hasArrived = true
      case .gone: state.isStopped = true
      case .failed(_, let isDown, _): if isDown, !state.hasArrived { state.isStopped = true }
      case .cancelled: break
      }
    }
  }
}
