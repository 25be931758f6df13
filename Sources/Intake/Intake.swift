import Dispatch
import EventLedger
import StorePayloads
import SubscriptionCore
import Synchronization

/// The one way into a ledger: webhooks, files, operators, the app and the demo all pass here.
///
/// A message is verified, decoded, mapped to events and appended; what cannot be is refused with
/// a reason and kept in quarantine, never as fact. All calls block on the ledger, so none may be
/// made on the thread that draws the screen.
public final class Intake: Sendable {
  /// Where everything goes.
  public let ledger: any Ledger
  /// Which signatures, apps and environments are accepted.
  public let trust: TrustPolicy

  private let idleReaders = Mutex<[PayloadReader]>([])

  /// Creates a way into a ledger.
  ///
  /// - Parameters:
  ///   - ledger: Where everything goes.
  ///   - trust: Which signatures, apps and environments are accepted.
  public init(ledger: any Ledger, trust: TrustPolicy) {
    self.ledger = ledger
    self.trust = trust
  }

  /// Takes one document in: a notification, an API answer, a receipt, an archive record.
  ///
  /// - Parameters:
  ///   - document: The document byte for byte.
  ///   - origin: Where it came from, for the quarantine, for example a route or a file name.
  ///   - receivedAt: When it was heard, where that is known better than by the document itself.
  ///   - now: The present.
  /// - Returns: What became of each message in it.
  /// - Throws: ``LedgerError`` when the ledger cannot take it; nothing is stored then.
  public func take(
    _ document: [UInt8], origin: String, receivedAt: Timestamp? = nil, now: Timestamp
  ) throws(LedgerError) -> IntakeResult {
    try take(
      [IncomingDocument(bytes: document[...], line: 0, receivedAt: receivedAt)], origin: origin,
      now: now)
  }

  /// Takes several documents in, all of them in one transaction.
  ///
  /// - Parameters:
  ///   - documents: The documents, in the order in which they are to be stored.
  ///   - origin: Where they came from, for the quarantine.
  ///   - now: The present.
  /// - Returns: What became of each message in them.
  /// - Throws: ``LedgerError`` when the ledger cannot take them; nothing is stored then.
  /// - Complexity: O(*n* log *m*) for *n* documents and a ledger of *m* entries.
  public func take(
    _ documents: [IncomingDocument], origin: String, now: Timestamp
  ) throws(LedgerError) -> IntakeResult {
    try store(read(documents, origin: origin, now: now), now: now)
  }

  /// Reads documents without storing anything, on all cores where they are many.
  func read(_ documents: [IncomingDocument], origin: String, now: Timestamp) -> ParsedBatch {
    let parts = min(Self.readersMax, documents.count / Self.documentsPerReaderMin)
    guard parts > 1 else { return readInOrder(documents[...], origin: origin, now: now) }
    let batches = Mutex([ParsedBatch?](repeating: nil, count: parts))
    DispatchQueue.concurrentPerform(iterations: parts) { part in
      let range = documents.count * part / parts..<documents.count * (part + 1) / parts
      let batch = readInOrder(documents[range], origin: origin, now: now)
      batches.withLock { $0[part] = batch }
    }
    return batches.withLock(\.self).reduce(into: ParsedBatch()) { whole, part in
      if let part { whole.append(part) }
    }
  }

  private func readInOrder(
    _ documents: ArraySlice<IncomingDocument>, origin: String, now: Timestamp
  ) -> ParsedBatch {
    var reader = takeReader()
    defer { giveBack(reader) }
    return ParsedBatch(documents, origin: origin, now: now, reader: &reader)
  }

  /// A reader for one task; its cache of verified chains is worth giving back.
  func takeReader() -> PayloadReader {
    idleReaders.withLock { $0.popLast() } ?? PayloadReader(trust: trust)
  }

  /// Takes a reader back for the next task.
  func giveBack(_ reader: PayloadReader) {
    idleReaders.withLock { readers in
      if readers.count < Self.readersMax { readers.append(reader) }
    }
  }

  /// How many readers work at once at the most.
  static let readersMax = 4
  private static let documentsPerReaderMin = 16

  /// Records what an operator or the app did, by the same door, whatever stores must prove.
  ///
  /// - Parameters:
  ///   - action: What was done.
  ///   - now: The present.
  /// - Returns: Where it is stored, or that the same action is stored already.
  /// - Throws: ``LedgerError`` when the ledger cannot take it.
  public func record(
    _ action: ActionRecord, now: Timestamp
  ) throws(LedgerError) -> IntakeResult {
    try record([action], now: now)
  }

  /// Records several actions in one transaction: all of them, or none.
  ///
  /// - Parameters:
  ///   - actions: What was done, in order.
  ///   - now: The present.
  /// - Returns: Where they are stored, or which are stored already.
  /// - Throws: ``LedgerError`` when the ledger cannot take them.
  public func record(
    _ actions: [ActionRecord], now: Timestamp
  ) throws(LedgerError) -> IntakeResult {
    var batch = ParsedBatch()
    for action in actions { batch.add(action.payload) }
    return try store(batch, now: now)
  }
}

/// A document on its way in.
public struct IncomingDocument: Sendable {
  /// The document byte for byte.
  public var bytes: ArraySlice<UInt8>
  /// The line on which it begins, counted from 1; 0 where there are no lines.
  public var line: Int
  /// When it was heard, where that is known better than by the document itself.
  public var receivedAt: Timestamp?
  /// The item of a list that it answers; see ``EventLedger/LedgerEntry/backfill``.
  public var backfill: Int64?

  /// Creates a document on its way in.
  public init(
    bytes: ArraySlice<UInt8>, line: Int = 0, receivedAt: Timestamp? = nil, backfill: Int64? = nil
  ) {
    (self.bytes, self.line) = (bytes, line)
    (self.receivedAt, self.backfill) = (receivedAt, backfill)
  }
}
