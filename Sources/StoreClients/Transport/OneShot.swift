import Synchronization

/// The outcome of a question, told once to whoever waits for it: by the network, by the limit of
/// time or by a cancellation, whichever comes first, and before anybody waits as well.
final class OneShot: Sendable {
  typealias Outcome = Result<ClientResponse, TransportError>

  private enum State {
    /// Nothing has happened.
    case open
    /// Somebody waits.
    case awaited(CheckedContinuation<Outcome, Never>)
    /// It has ended, and nobody has waited yet.
    case ended(Outcome)
    /// It was told.
    case told
  }

  private let state = Mutex(State.open)

  /// Ends it, unless it has ended.
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

  /// Waits for the outcome; to be called once.
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
