import Dispatch
import Synchronization

/// A value that another thread computes until it is asked for.
///
/// Where no thread has begun by then, the thread that needs it computes it, rather than wait for
/// one that is not there.
public final class Ahead<Value: Sendable>: Sendable {
  private enum State {
    case waiting(@Sendable () -> Value)
    case begun
    case done(Value)
  }

  private let state: Mutex<State>
  private let isDone = DispatchSemaphore(value: 0)

  /// Takes a value that is there.
  init(_ value: Value) {
    state = Mutex(.done(value))
    isDone.signal()
  }

  /// Begins to compute a value.
  public init(on queue: DispatchQueue = .global(), computing work: @escaping @Sendable () -> Value)
  {
    state = Mutex(.waiting(work))
    queue.async { self.compute() }
  }

  /// Computes the value, unless another thread does.
  private func compute() {
    let work = state.withLock { state -> (@Sendable () -> Value)? in
      guard case .waiting(let work) = state else { return nil }
      state = .begun
      return work
    }
    guard let work else { return }
    let value = work()
    state.withLock { $0 = .done(value) }
    isDone.signal()
  }

  /// Waits for the value; to be called once.
  public func value() -> Value {
    compute()
    isDone.wait()
    return state.withLock { state in
      guard case .done(let value) = state else { preconditionFailure("it was computed") }
      state = .begun
      return value
    }
  }
}
