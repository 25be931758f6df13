/// The counts and refusals of one import.
///
/// The numbers count messages, not lines: a notification history of twenty is twenty. Every
/// message is one of stored, duplicate and refused.
public struct ImportReport: Hashable, Sendable {
  /// Messages read.
  public var read = 0
  /// Messages stored.
  public var stored = 0
  /// Messages that were stored already, in the ledger or earlier in the same import.
  public var duplicate = 0
  /// Stored messages that use a kind or a value this build does not know.
  public var unknownKind = 0
  /// Messages refused and kept in quarantine.
  public var refused = 0
  /// Different subscriptions that the stored messages concern.
  public var subscriptions = 0
  /// The identifiers of these subscriptions, so that several imports can be counted as one.
  public internal(set) var marks = SubscriptionIDSet()
  /// The duration by the caller's stopwatch.
  public var elapsed: Duration = .zero
  /// The error that ended the import before the end of the input; `nil` if nothing did.
  public internal(set) var failure: ImportError?
  /// The first refusals, in the order of the input, at most ``refusalsMax``.
  public var refusals: [ImportRefusal] = []

  /// The most refusals that a report lists; all are kept in quarantine.
  public static let refusalsMax = 1_000

  /// Creates an empty report.
  public init() {}

  /// Adds one more refusal, listing it while there is room.
  mutating func add(_ refusal: ImportRefusal) {
    refused += 1
    if refusals.count < Self.refusalsMax { refusals.append(refusal) }
  }
}

/// A refused message: its place in the input, and the reason.
public struct ImportRefusal: Hashable, Sendable {
  /// The file or the channel it came from.
  ///
  /// Text from outside.
  public var file: String
  /// The line on which it begins, counted from 1; 0 where there are no lines.
  public var line: Int
  /// The reason and what to do about it, as one sentence.
  public var reason: String
  /// The field at fault, as a path such as `data.signedTransactionInfo`; empty for none.
  public var field: String
}

/// The progress of an import.
public struct ImportProgress: Hashable, Sendable {
  /// Bytes of the input that are stored.
  public var bytesDone: Int64
  /// Bytes of the input in all; `nil` where that is not known, as for a pipe.
  public var bytesTotal: Int64?
  /// Messages read so far.
  public var read: Int
  /// The share of the indexes that is made, in hundredths, at the end of a load that put them off;
  /// `nil` before.
  public var indexesMade: Int?

  /// Creates a report of progress.
  public init(bytesDone: Int64, bytesTotal: Int64?, read: Int) {
    (self.bytesDone, self.bytesTotal, self.read) = (bytesDone, bytesTotal, read)
  }
}
