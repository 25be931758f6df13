import EventLedger
import StoreClients
import SubscriptionCore
import Synchronization

/// Sends one receiver what it waits for: at least once, and in order for one subscription.
///
/// What it was sent is stored once a page, so that a kill in between sends a page again at most,
/// with the same ids.
struct DeliveryRun: Sendable {
  /// The receiver.
  let receiver: Receiver
  /// Where the changes are.
  let ledger: any Ledger
  /// Carries posts.
  let transport: any HTTPTransport
  /// The environment variables.
  let environment: [String: String]
  /// The present.
  let clock: @Sendable () -> Timestamp
  /// A random duration from zero up to the given one.
  let jitter: @Sendable (Duration) -> Duration

  /// How many changes are read at once.
  static let pageMax = 64
  /// How many posts are under way at once.
  static let width = 8

  /// How the receiver has been lately.
  struct Health: Hashable, Sendable {
    /// How many pages in a row did not get through.
    var failures = 0
    /// Until when it is left alone.
    var restsUntil = Timestamp.distantPast
  }

  /// What a look at the receiver came to.
  enum Progress: Hashable, Sendable {
    /// There is more to do at once.
    case more
    /// There is nothing to do for now.
    case idle
    /// Nothing can be sent, for the reason given.
    case stuck(String)
  }

  /// Sends what is due, a page at the most.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read or written; nothing is lost then.
  func once(_ health: inout Health) async throws(LedgerError) -> Progress {
    let now = clock()
    // A clock that was ahead must not silence anybody for long.
    guard now >= health.restsUntil || health.restsUntil - now > .days(1) else { return .idle }
    let (name, limit) = (receiver.name, health.failures > 0 ? 1 : Self.pageMax)
    let work = try await ask { (ledger) throws(LedgerError) in
      let work = try ledger.deliveryWork(for: name, at: now, limit: limit)
      if work.state == nil {
        // A new receiver begins with the present; what was before can be replayed.
        try ledger.putReceiver(
          ReceiverState(name: name, cursor: try ledger.outboxBounds().last))
      }
      return work
    }
    guard let state = work.state else { return .more }
    guard state.disabled == nil, !work.due.isEmpty || !work.next.isEmpty else { return .idle }
    let secret: WebhookSecret
    switch readSecret() {
    case .success(let found): secret = found
    case .failure(let problem):
      health.restsUntil = now + .minutes(1)
      return .stuck(problem.description)
    }
    let page = DeliveryPage(work, for: receiver)
    let results = await send(
      page, DeliveryAttempt(receiver: receiver, secret: secret, transport: transport))
    let update = page.update(results, jitter: jitter, at: clock(), health: &health)
    try await ask { (ledger) throws(LedgerError) in try ledger.settle(update) }
    if let disabled = update.disabled { return .stuck(disabled) }
    return health.failures > 0 ? .idle : .more
  }

  /// Why there is no secret.
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

  private func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (any Ledger) throws(LedgerError) -> Answer
  ) async throws(LedgerError) -> Answer {
    let ledger = ledger
    return try await BlockingExecutor.run {
      Result { () throws(LedgerError) -> Answer in try question(ledger) }
    }.get()
  }

  // MARK: Sending

  /// Sends the chains of a page side by side, each in its order to the first that fails.
  private func send(
    _ page: DeliveryPage, _ attempt: DeliveryAttempt
  ) async -> [Int64: DeliveryAttempt.Outcome] {
    let signs = DeliverySigns()
    let clock = clock
    return await withTaskGroup(of: [(Int64, DeliveryAttempt.Outcome)].self) { group in
      var waiting = page.chains[...]
      func begin() {
        guard let chain = waiting.popFirst() else { return }
        group.addTask {
          var outcomes: [(Int64, DeliveryAttempt.Outcome)] = []
          for item in chain where !signs.isStopped {
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

/// What the chains of a page tell each other.
private final class DeliverySigns: Sendable {
  private let state = Mutex((isStopped: false, hasArrived: false))

  /// Whether the rest of the page is not sent now.
  var isStopped: Bool { state.withLock(\.isStopped) }

  /// Notes an outcome: a receiver that is gone, or down for everything, is not asked further.
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
