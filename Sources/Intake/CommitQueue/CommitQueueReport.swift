import EventLedger

/// A report of a ``CommitQueue``, for metrics.
public enum CommitQueueReport: Hashable, Sendable {
  /// A transaction ended: how long each of its deliveries was in the queue, and the error if it
  /// failed.
  case committed(waited: [Duration], error: LedgerError?)
  /// Refused payloads of a source were not kept, because its share of the quarantine is used up or
  /// the quarantine could not be written.
  case omitted(source: String, count: Int)
}
