/// The outcome of compacting a ledger's file.
public struct LedgerCompaction: Hashable, Sendable {
  /// The work that is being done.
  public enum Step: Hashable, Sendable {
    /// Payloads and events of earlier versions are compressed; how many hundredths are done.
    case compressing(share: Int)
    /// The file is rewritten without its free pages.
    case givingBack
  }

  /// The number of payloads that take less room than before.
  public var payloads: Int
  /// The number of events that take less room than before.
  public var events: Int
  /// The bytes of the file before.
  public var bytesBefore: Int64
  /// The bytes of the file after.
  public var bytesAfter: Int64

  /// Creates an outcome from its parts.
  public init(payloads: Int, events: Int, bytesBefore: Int64, bytesAfter: Int64) {
    (self.payloads, self.events) = (payloads, events)
    (self.bytesBefore, self.bytesAfter) = (bytesBefore, bytesAfter)
  }
}
