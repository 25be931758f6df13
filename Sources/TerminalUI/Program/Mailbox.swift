import Synchronization

/// Where work done elsewhere leaves its messages for the thread that draws.
///
/// It holds a limited number. Whoever finds it full either learns so (``post(_:)``) or waits for
/// room (``send(_:)``); nothing is dropped in silence.
public final class Mailbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let capacity: Int
  private let wake: @Sendable () -> Void
  private let state = Mutex(State())

  /// Creates an empty mailbox.
  ///
  /// - Parameters:
  ///   - capacity: The most messages it holds; at least 1.
  ///   - wake: Called after each message, from the sender's thread; usually a ``Terminal/waker``.
  public init(capacity: Int = 1024, wake: @escaping @Sendable () -> Void = {}) {
    self.capacity = max(1, capacity)
    self.wake = wake
  }

  /// Leaves a message if there is room, from any thread.
  ///
  /// - Returns: Whether there was room.
  @discardableResult
  public func post(_ message: Message) -> Bool {
    let accepted = state.withLock { state in
      guard state.messages.count < capacity else { return false }
      state.messages.append(message)
      return true
    }
    if accepted { wake() }
    return accepted
  }

  /// Leaves a message, waiting for room if there is none.
  public func send(_ message: Message) async {
    while !post(message) {
      await withCheckedContinuation { continuation in
        let hasRoom = state.withLock { state in
          if state.messages.count < capacity { return true }
          state.waiting.append(continuation)
          return false
        }
        if hasRoom { continuation.resume() }
      }
    }
  }

  /// Takes every message, in the order they came.
  public func drain() -> [Message] {
    let (messages, waiting) = state.withLock { state in
      defer { state = State() }
      return (state.messages, state.waiting)
    }
    for continuation in waiting { continuation.resume() }
    return messages
  }
}
