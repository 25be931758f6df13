import EventLedger

/// A read in a task that was canceled while it ran.
public struct CanceledRead: Sendable {
  /// The error that it ended with; `nil` where it had an answer.
  public let error: (any Error)?

  /// Begins a read, and cancels its task after a time.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - isAllowed: Whether the task gives up what it reads.
  ///   - read: The read.
  /// - Throws: `CancellationError` where the test itself is canceled.
  public init(
    after time: Duration, isAllowed: Bool = true, _ read: @escaping @Sendable () throws -> Void
  ) async throws {
    let task = Task.detached { () -> (any Error)? in
      ReadCancellation.$isAllowed.withValue(isAllowed) {
        do { try read() } catch { return error }
        return nil
      }
    }
    try await Task.sleep(for: time)
    task.cancel()
    error = await task.value
  }

  /// A Boolean value that indicates whether the ledger says that it was given up.
  public var isCanceled: Bool {
    if case .canceled = error as? LedgerError { true } else { false }
  }
}
