import EventLedger

/// What a ``CommitQueue`` tells whoever measures it.
public enum CommitQueueReport: Hashable, Sendable {
  /// A transaction ended: how many deliveries it held, how long each waited from its place in the
  /// queue until now, and why nothing is stored where that is so.
  case committed(waited: [Duration], error: LedgerError?)
  /// Refused payloads of a source were not kept, since its share of the quarantine is used up or
  /// the quarantine could not be written.
  case omitted(source: String, count: Int)
}
