import Synchronization

/// A one-shot promise for the outcome of a request, fulfilled by the response, by the time limit or
/// by cancellation, whichever comes first; it may be fulfilled before anyone waits for it.
final class OneShot: Sendable {
  typealias Outcome = Result<ClientResponse, TransportError>

  private enum State {
    /// There is no outcome yet, and no waiter.
    case open
    /// A waiter is suspended.
    case awaited(CheckedContinuation<Outcome, Never>)
    /// There is an outcome, and no waiter yet.
    case ended(Outcome)
    /// The outcome has been delivered.
    case told
  }

  private let state = Mutex(State.open)

  /// A Boolean value that indicates whether there is an outcome.
  var isOver: Bool {
    state.withLock { state in
      switch state {
      case .open, .awaited: false
      case .ended, .told: true
      }
    }
  }

  /// Fulfils the promise, unless it is fulfilled already.
  func end(_ outcome: Outcome) {
    let waiting = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      switch state {
      case .open: state = .ended(outcome)
      case .awaited(let waiting):
        state = .told
        return waiting
      case .ended, .told: break
      }
      return nil
    }
    waiting?.resume(returning: outcome)
  }

  /// Waits for the outcome; may be called once.
  func outcome() async -> Outcome {
    await withCheckedContinuation { continuation in
      let ended = state.withLock { state -> Outcome? in
        guard case .ended(let outcome) = state else {
          state = .awaited(continuation)
          return nil
        }
        state = .told
        return outcome
      }
      if let ended { continuation.resume(returning: ended) }
    }
  }
}
