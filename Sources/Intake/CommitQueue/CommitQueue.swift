import Dispatch
import EventLedger
import SubscriptionCore
import Synchronization

/// A group-commit queue: it stores concurrent deliveries together, one transaction after another.
///
/// While a transaction runs, new deliveries wait, and the next transaction stores all of them. A
/// transaction writes most of its pages only once however many deliveries it stores, so after one
/// that stored several, the next waits for a moment until as many are there. Each delivery is
/// answered when it is durable and not before. The ledger is called on a dispatch queue of its own,
/// never on the caller's thread.
public final class CommitQueue: Sendable {
  /// The ledger that stores everything.
  public let ledger: any Ledger
  /// The limits of the queue.
  public let limits: CommitQueueLimits

  private let clock: @Sendable () -> Timestamp
  private let uptime: @Sendable () -> Duration
  private let tell: @Sendable (CommitQueueReport) -> Void
  private let queue = DispatchQueue(label: "churntop.commit-queue")
  private let state: Mutex<State>

  private typealias Answer = CheckedContinuation<Result<IntakeResult, CommitQueueError>, Never>

  /// A delivery in the queue.
  private struct Waiting {
    var batch: ParsedBatch
    var since: Duration
    var answer: Answer
  }

  private struct State {
    var waiting: [Waiting] = []
    var waitingBytes = 0
    /// The refused payloads to keep, and whether a store verifiably sent them.
    var refused: [(entry: RefusedEntry, isProven: Bool)] = []
    var budget: QuarantineBudget
    var isCommitting = false
    /// The number of deliveries in the latest transaction.
    var latestCount = 0
    /// The number of the wait for further deliveries; `nil` when there is none.
    var gathering: Int?
    var gatherings = 0
    var isClosing = false
    var whenIdle: [CheckedContinuation<Void, Never>] = []
    var lastFailure: (error: LedgerError, at: Duration)?
  }

  /// Creates an open queue.
  ///
  /// `uptime` returns a monotonic time, for measuring; `tell` is called after every transaction, on
  /// the dispatch queue.
  public init(
    ledger: any Ledger, limits: CommitQueueLimits = CommitQueueLimits(),
    clock: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration,
    tell: @escaping @Sendable (CommitQueueReport) -> Void = { _ in }
  ) {
    (self.ledger, self.limits, self.clock, self.uptime) = (ledger, limits, clock, uptime)
    self.tell = tell
    state = Mutex(State(budget: QuarantineBudget(limits)))
  }

  /// Stores a delivery, in one transaction with those that arrive meanwhile.
  ///
  /// Its refused messages are only reported; ``quarantine(_:)`` keeps them.
  ///
  /// - Returns: The outcome of each of its messages; stored ones are durable.
  /// - Throws: ``CommitQueueError``, with nothing of it stored.
  public func take(_ delivery: IngestBatch) async throws(CommitQueueError) -> IntakeResult {
    try await withCheckedContinuation { answer in enqueue(delivery.batch, answer) }.get()
  }

  /// Reads documents that this process made or requested itself, and stores them as one delivery,
  /// in order, of an origin for the quarantine; the ingestion says which apps are accepted.
  ///
  /// - Throws: `LedgerError`, with nothing stored; a full queue counts as a busy ledger.
  public func take(
    _ documents: [IncomingDocument], by intake: Intake, origin: String, now: Timestamp
  ) async throws(LedgerError) -> IntakeResult {
    let delivery = intake.readDocuments(documents, origin: origin, now: now)
    if !delivery.refusals.isEmpty { quarantine(delivery) }
    do throws(CommitQueueError) {
      return try await take(delivery)
    } catch {
      switch error {
      case .full: throw .busy(location: "the queue of deliveries")
      case .closing: throw .unavailable(location: "the ledger", detail: "the server is stopping")
      case .ledger(let error): throw error
      }
    }
  }

  /// Keeps the refused messages of a delivery in quarantine, within their source's share of it,
  /// without waiting until they are written; proven ones have a share of their own.
  public func quarantine(_ delivery: IngestBatch) {
    var omitted: [String: Int] = [:]
    let uptime = uptime()
    let step = state.withLock { state in
      for entry in delivery.batch.refused {
        let source = (delivery.isProven ? "proven " : "") + entry.origin
        if !state.isClosing, state.budget.take(source, bytes: entry.raw.count, uptime: uptime) {
          state.refused.append((entry, delivery.isProven))
        } else {
          omitted[entry.origin, default: 0] += 1
        }
      }
      return state.refused.isEmpty ? .none : begin(&state)
    }
    take(step)
    if let (source, count) = delivery.unkept { omitted[source, default: 0] += count }
    for (source, count) in omitted { tell(.omitted(source: source, count: count)) }
  }

  /// A Boolean value that indicates whether a source's share of the quarantine has room for what
  /// anybody may have sent.
  public func hasRoom(forRefused source: String) -> Bool {
    let uptime = uptime()
    return state.withLock { !$0.isClosing && $0.budget.hasRoom(source, uptime: uptime) }
  }

  /// Rejects new deliveries, and waits until those in the queue are stored or have failed.
  public func close() async {
    await withCheckedContinuation { idle in
      let (step, isIdle) = state.withLock { state in
        state.isClosing = true
        let step = state.gathering == nil ? Step.none : begin(&state)
        if state.isCommitting { state.whenIdle.append(idle) }
        return (step, !state.isCommitting)
      }
      take(step)
      if isIdle { idle.resume() }
    }
  }

  /// The number of deliveries that wait.
  public var depth: Int { state.withLock { $0.waiting.count } }
  /// A Boolean value that indicates whether new deliveries are rejected because the process stops.
  public var isClosing: Bool { state.withLock { $0.isClosing } }
  /// The error of the latest transaction; `nil` when it succeeded, or failed half a minute ago.
  ///
  /// It ends by itself: a server that gets no deliveries because of a failure would otherwise never
  /// learn that it is over.
  public var lastFailure: LedgerError? {
    let now = uptime()
    return state.withLock { state in
      state.lastFailure.flatMap { now - $0.at < Self.failureMemory ? $0.error : nil }
    }
  }

  /// The time for which a failed transaction is remembered.
  public static let failureMemory = Duration.seconds(30)

  // MARK: Waiting

  private func enqueue(_ batch: ParsedBatch, _ answer: Answer) {
    let since = uptime()
    let result = state.withLock { state -> Result<Step, CommitQueueError> in
      if state.isClosing { return .failure(.closing) }
      guard state.waiting.count < limits.waitingMax,
        state.waitingBytes + batch.byteCount <= limits.waitingBytesMax
      else { return .failure(.full) }
      state.waiting.append(Waiting(batch: batch, since: since, answer: answer))
      state.waitingBytes += batch.byteCount
      return .success(begin(&state))
    }
    switch result {
    case .success(let step): take(step)
    case .failure(let problem): answer.resume(returning: .failure(problem))
    }
  }

  /// The next step of the dispatch queue.
  private enum Step {
    /// None: it is at work, or waits already.
    case none
    /// To store what waits.
    case commit
    /// To wait for more first; the number tells waits apart.
    case gather(Int, patience: DispatchTimeInterval)
  }

  /// Begins to store what waits, or to wait for more; the step is to be taken outside the lock.
  private func begin(_ state: inout State) -> Step {
    guard !state.isCommitting else { return .none }
    // Where several came together, as many again may be on their way.
    let wanted = state.latestCount > 1 ? 2 * state.latestCount : 1
    if state.isClosing || state.waiting.count >= min(wanted, limits.groupMax) {
      (state.isCommitting, state.gathering) = (true, nil)
      return .commit
    }
    guard state.gathering == nil else { return .none }
    state.gatherings += 1
    state.gathering = state.gatherings
    return .gather(state.gatherings, patience: Self.patience(after: state.latestCount))
  }

  private func take(_ step: Step) {
    switch step {
    case .none: break
    case .commit: queue.async { self.commitNext() }
    case .gather(let number, let patience):
      queue.asyncAfter(deadline: .now() + patience) { self.endGathering(number) }
    }
  }

  private func endGathering(_ number: Int) {
    let isFirst = state.withLock { state in
      guard state.gathering == number else { return false }
      (state.isCommitting, state.gathering) = (true, nil)
      return true
    }
    if isFirst { commitNext() }
  }

  /// The longest wait for further deliveries after a transaction that stored so many: the more
  /// come, the more each of them saves where they are stored together.
  static func patience(after count: Int) -> DispatchTimeInterval {
    .microseconds(min(8_000, 400 * count))
  }

  // MARK: Storing

  /// Stores what waits in one transaction, and begins the next one.
  private func commitNext() {
    let (group, refused) = takeGroup()
    if !group.isEmpty { commit(group) }
    let (proven, others) = (refused.filter { $0.isProven }, refused.filter { !$0.isProven })
    keep(others.map { $0.entry }, upTo: limits.quarantineMax / 2)
    keep(proven.map { $0.entry }, upTo: limits.quarantineMax)
    let (step, idle) = state.withLock { state -> (Step, [CheckedContinuation<Void, Never>]) in
      state.isCommitting = false
      guard state.waiting.isEmpty, state.refused.isEmpty else { return (begin(&state), []) }
      defer { state.whenIdle = [] }
      return (.none, state.whenIdle)
    }
    take(step)
    for continuation in idle { continuation.resume() }
  }

  private func takeGroup() -> (group: [Waiting], refused: [(entry: RefusedEntry, isProven: Bool)]) {
    state.withLock { state in
      var group = state.waiting
      if group.count > limits.groupMax {
        group = Array(group.prefix(limits.groupMax))
        state.waiting.removeFirst(group.count)
        state.waitingBytes -= group.reduce(0) { $0 + $1.batch.byteCount }
      } else {
        (state.waiting, state.waitingBytes) = ([], 0)
      }
      if !group.isEmpty { state.latestCount = group.count }
      defer { state.refused = [] }
      return (group, state.refused)
    }
  }

  private func commit(_ group: [Waiting]) {
    do throws(LedgerError) {
      let results = try ledger.store(group.map(\.batch), now: clock())
      answer(group, error: nil) { .success(results[$0]) }
    } catch {
      // A temporary error concerns all of them; any other may concern one, so each is tried alone.
      if group.count > 1, !error.isTemporary {
        for waiting in group { commit([waiting]) }
      } else {
        answer(group, error: error) { _ in .failure(.ledger(error)) }
      }
    }
  }

  private func answer(
    _ group: [Waiting], error: LedgerError?,
    _ result: (Int) -> Result<IntakeResult, CommitQueueError>
  ) {
    let end = uptime()
    state.withLock { $0.lastFailure = error.map { ($0, end) } }
    tell(.committed(waited: group.map { end - $0.since }, error: error))
    for (index, waiting) in group.enumerated() { waiting.answer.resume(returning: result(index)) }
  }

  private func keep(_ refused: [RefusedEntry], upTo most: Int) {
    guard !refused.isEmpty else { return }
    do throws(LedgerError) {
      if try ledger.refusedCount() + refused.count <= most { return try ledger.refuse(refused) }
    } catch {
      // Counted below like those over the limit: the quarantine holds no facts.
    }
    for (source, entries) in Dictionary(grouping: refused, by: \.origin) {
      tell(.omitted(source: source, count: entries.count))
    }
  }
}

extension Ledger {
  /// Stores the entries of several batches in one transaction.
  fileprivate func store(
    _ batches: [ParsedBatch], now: Timestamp
  ) throws(LedgerError) -> [IntakeResult] {
    let entries = batches.flatMap(\.entries)
    var appended = (entries.isEmpty ? [] : try append(entries, now: now))[...]
    return batches.map { IntakeResult($0, appended: &appended) }
  }
}
