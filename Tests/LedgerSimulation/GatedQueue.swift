import Dispatch
import EventLedger
import Intake
import SubscriptionCore
import Synchronization

/// A ``CommitQueue`` whose groups do not depend on the speed of threads: of several deliveries the
/// first is stored alone and the others, which arrive meanwhile, together and in order.
final class GatedQueue: Sendable {
  private let commitQueue: CommitQueue
  private let gate: Gate

  /// Holds the door's own queue after a transaction until it is opened.
  private final class Gate: Sendable {
    private enum State { case open, armed, holding }

    private let state = Mutex(State.open)
    private let opened = DispatchSemaphore(value: 0)

    var isHolding: Bool { state.withLock { $0 == .holding } }

    func arm() { state.withLock { $0 = .armed } }

    func open() {
      state.withLock { $0 = .open }
      opened.signal()
    }

    func pass() {
      let waits = state.withLock { state in
        guard state == .armed else { return false }
        state = .holding
        return true
      }
      if waits { opened.wait() }
    }
  }

  init(ledger: any Ledger, clock: @escaping @Sendable () -> Timestamp) {
    let gate = Gate()
    self.gate = gate
    commitQueue = CommitQueue(ledger: ledger, clock: clock, uptime: { .zero }) { report in
      if case .committed = report { gate.pass() }
    }
  }

  /// Sends deliveries, and answers what became of each.
  func send(_ deliveries: [IngestBatch]) async -> [Result<IntakeResult, CommitQueueError>] {
    guard deliveries.count > 1 else {
      return deliveries.isEmpty ? [] : [await Self.take(deliveries[0], commitQueue)]
    }
    gate.arm()
    var tasks = [Task { [commitQueue] in await Self.take(deliveries[0], commitQueue) }]
    await Self.wait { gate.isHolding }
    for delivery in deliveries.dropFirst() {
      let depth = commitQueue.depth
      tasks.append(Task { [commitQueue] in await Self.take(delivery, commitQueue) })
      await Self.wait { commitQueue.depth > depth }
    }
    gate.open()
    var results: [Result<IntakeResult, CommitQueueError>] = []
    for task in tasks { results.append(await task.value) }
    return results
  }

  private static func wait(until holds: () -> Bool) async {
    while !holds() { try? await Task.sleep(for: .microseconds(50)) }
  }

  private static func take(
    _ delivery: IngestBatch, _ commitQueue: CommitQueue
  ) async -> Result<IntakeResult, CommitQueueError> {
    do throws(CommitQueueError) {
      return .success(try await commitQueue.take(delivery))
    } catch {
      return .failure(error)
    }
  }

  /// Waits until everything inside is stored or failed.
  func close() async { await commitQueue.close() }
}
