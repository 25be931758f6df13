import EventLedger
import SubscriptionCore

extension Intake {
  /// Takes a file in, however long, with flat memory.
  ///
  /// Documents are recognised by shape: one JSON document over any number of lines, an array of
  /// documents, a document a line, bare compact JWS lines, and any mixture. What is refused is
  /// kept in quarantine and never stops the rest.
  ///
  /// - Parameters:
  ///   - path: The file; `-` for standard input.
  ///   - now: The present.
  ///   - stopwatch: The time since any fixed instant, for ``ImportReport/elapsed``.
  ///   - progress: Called after each batch.
  public func importFile(
    _ path: String, now: Timestamp, stopwatch: @Sendable () -> Duration = { .zero },
    progress: @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(ImportError) -> ImportReport {
    ImportReport()
  }

  /// Takes in what an open file descriptor gives until its end; the caller closes it.
  ///
  /// - Parameters:
  ///   - descriptor: The open file descriptor: a file, a pipe, standard input.
  ///   - name: What to call it in refusals.
  ///   - now: The present.
  ///   - stopwatch: The time since any fixed instant, for ``ImportReport/elapsed``.
  ///   - progress: Called after each batch.
  public func importDescriptor(
    _ descriptor: Int32, named name: String, now: Timestamp,
    stopwatch: @Sendable () -> Duration = { .zero },
    progress: @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(ImportError) -> ImportReport {
    ImportReport()
  }

  /// Takes refused payloads in again, after a fix; those taken in leave the quarantine.
  ///
  /// - Parameters:
  ///   - numbers: Their numbers; `nil` for all.
  ///   - now: The present.
  public func retryQuarantine(
    _ numbers: Set<Int64>? = nil, now: Timestamp
  ) throws(LedgerError) -> ImportReport {
    ImportReport()
  }
}
