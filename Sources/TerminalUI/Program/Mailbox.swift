import Synchronization

/// A bounded queue of messages from other threads to the thread that draws.
///
/// If it is full, a sender either learns so (``post(_:)``) or waits for space (``send(_:)``); no
/// message is dropped silently.
public final class Mailbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let capacity: Int
  private let wake: @Sendable () -> Void
  private let state = Mutex(State())

  /// Creates an empty mailbox of a capacity of at least 1, which calls a closure after each
  /// message, on the sender's thread; usually to wake the terminal.
  public init(capacity: Int = 1024, wake: @escaping @Sendable () -> Void = {}) {
    self.capacity = max(1, capacity)
    self.wake = wake
  }

  /// Adds a message from any thread and returns true, if there is space.
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

  /// Adds a message, waiting for space if necessary.
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

  /// Removes and returns all messages, in order of arrival.
  public func drain() -> [Message] {
    let (messages, waiting) = state.withLock { state in
      defer { state = State() }
      return (state.messages, state.waiting)
    }
    for continuation in waiting { continuation.resume() }
    return messages
  }
}
