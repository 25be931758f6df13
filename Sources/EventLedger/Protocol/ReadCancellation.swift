/// The cancellation of a read from a ledger whose answer is not needed any more.
///
/// A ledger looks at ``isRequested`` while it waits for its database, and ends with
/// ``LedgerError/canceled(location:)`` within some hundredths of a second. Nothing is canceled that
/// writes. Only a task that says so (``$isAllowed``) gives its questions up when it is canceled, so
/// that a program in the middle of its end reads on:
///
/// ```swift
/// let task = Task.detached {
///   try ReadCancellation.$isAllowed.withValue(true) { try ledger.count(filter) }
/// }
/// task.cancel()
/// ```
public enum ReadCancellation {
  /// A Boolean value that indicates whether reading ends with the task that reads.
  @TaskLocal public static var isAllowed = false

  /// A Boolean value that indicates whether what the current task reads is not wanted any more.
  public static var isRequested: Bool { isAllowed && Task.isCancelled }
}
