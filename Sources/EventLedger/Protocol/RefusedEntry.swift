import SubscriptionCore

/// A payload that was refused: kept as it came, with the reason, and never as fact.
public struct RefusedEntry: Hashable, Sendable {
  /// Its number in the quarantine; 0 before it is stored.
  public var number: Int64
  /// The text that is the same when the same payload arrives again.
  public var identity: String
  /// The payload as it came, cut to ``rawBytesMax``.
  public var raw: [UInt8]
  /// The instant at which the payload was received.
  public var receivedAt: Timestamp
  /// The file or the channel it came from; text from outside.
  public var origin: String
  /// The line in that file, counted from 1; 0 when it has none.
  public var line: Int
  /// The reason for the refusal and the advice, as one sentence.
  public var reason: String
  /// The field at fault, as a path such as `data.signedTransactionInfo`; empty for none.
  public var field: String

  /// The most bytes of a refused payload that are kept: 1 MiB.
  public static let rawBytesMax = 1 << 20

  /// Creates a refused entry.
  public init(
    number: Int64 = 0, identity: String, raw: [UInt8], receivedAt: Timestamp, origin: String,
    line: Int, reason: String, field: String
  ) {
    (self.number, self.identity, self.raw, self.receivedAt) = (number, identity, raw, receivedAt)
    (self.origin, self.line, self.reason, self.field) = (origin, line, reason, field)
  }
}
