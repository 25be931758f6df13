import Dispatch
import EventLedger
import SubscriptionCore
import Synchronization

/// Batches on their way from the tasks that read them to the one thread that stores them.
///
/// It holds few, so that reading waits for storing and memory stays flat.
final class BatchChannel: Sendable {
  private struct State {
    var batches: [(batch: ParsedBatch, byteCount: Int)] = []
    var isEnded = false
    var failure: LedgerError?
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let ready = DispatchSemaphore(value: 0)

  /// The most batches that wait.
  private static let batchesMax = 1

  /// Creates an empty feed.
  init() {
    // A semaphore may not go away with less than it began with, and a failure leaves less.
    for _ in 0..<Self.batchesMax { room.signal() }
  }

  /// Hands a batch over, waiting for room.
  ///
  /// - Throws: What storing failed with.
  func put(_ batch: ParsedBatch, byteCount: Int) throws(LedgerError) {
    room.wait()
    let failure = state.withLock { state in
      if state.failure == nil { state.batches.append((batch, byteCount)) }
      return state.failure
    }
    if let failure {
      // Nobody is to wait for room any more.
      room.signal()
      throw failure
    }
    ready.signal()
  }

  /// Says that nothing follows.
  func end() {
    state.withLock { $0.isEnded = true }
    ready.signal()
  }

  /// Says that nothing more can be stored.
  func fail(_ error: LedgerError) {
    state.withLock { state in
      state.failure = error
      state.batches = []
    }
    room.signal()
  }

  /// What storing failed with.
  var failure: LedgerError? { state.withLock(\.failure) }

  /// Takes the next batch, waiting for it; `nil` when nothing follows, or not by then.
  func take(until deadline: DispatchTime = .distantFuture) -> (batch: ParsedBatch, byteCount: Int)?
  {
    guard ready.wait(timeout: deadline) == .success else { return nil }
    let next = state.withLock { state in
      state.batches.isEmpty ? nil : state.batches.removeFirst()
    }
    // The end stays ready for whoever asks again.
    if next == nil { ready.signal() } else { room.signal() }
    return next
  }
}
