import Dispatch
import EventLedger
import Synchronization

/// A bounded channel of batches, from the tasks that parse them to the thread that stores them.
///
/// Its bound makes parsing wait for storing, so that memory stays flat.
final class BatchChannel: Sendable {
  private struct State {
    var batches: [(batch: ParsedBatch, byteCount: Int)] = []
    var failure: LedgerError?
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let ready = DispatchSemaphore(value: 0)

  /// The most batches that wait.
  private static let batchesMax = 1

  init() {
    // A semaphore may not go away with less than it began with, and a failure leaves less.
    for _ in 0..<Self.batchesMax { room.signal() }
  }

  /// Sends a batch, waiting for room.
  ///
  /// - Throws: The error of storing.
  func put(_ batch: ParsedBatch, byteCount: Int) throws(ImportError) {
    room.wait()
    let failure = state.withLock { state in
      if state.failure == nil { state.batches.append((batch, byteCount)) }
      return state.failure
    }
    if let failure {
      // Nothing waits for room any more.
      room.signal()
      throw .ledger(failure)
    }
    ready.signal()
  }

  /// Ends the channel: no batch follows.
  func end() { ready.signal() }

  /// Fails the channel: nothing more can be stored.
  func fail(_ error: LedgerError) {
    state.withLock { state in
      state.failure = error
      state.batches = []
    }
    room.signal()
  }

  /// The error of storing.
  var failure: LedgerError? { state.withLock(\.failure) }

  /// Receives the next batch, waiting for it; `nil` at the end, or when the deadline passes.
  func take(until deadline: DispatchTime = .distantFuture) -> (batch: ParsedBatch, byteCount: Int)?
  {
    guard ready.wait(timeout: deadline) == .success else { return nil }
    let next = state.withLock { state in
      state.batches.isEmpty ? nil : state.batches.removeFirst()
    }
    // The end stays available for further calls.
    if next == nil { ready.signal() } else { room.signal() }
    return next
  }
}
