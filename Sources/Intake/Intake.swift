import Dispatch
import EventLedger
import StorePayloads
import SubscriptionCore
import Synchronization

/// The ingestion of payloads into a ledger, from webhooks, files, operators, the app and the demo.
///
/// A message is verified, decoded, mapped to events and appended; a message that fails any of these
/// is refused with a reason and kept in quarantine, never as fact. All calls block on the ledger,
/// so none may be made on the thread that draws the screen.
public final class Intake: Sendable {
  /// The ledger that stores everything.
  public let ledger: any Ledger
  /// The signatures, apps and environments that are accepted.
  public let trust: TrustPolicy

  private let idleReaders = Mutex<[PayloadReader]>([])

  /// Creates the ingestion into a ledger.
  public init(ledger: any Ledger, trust: TrustPolicy) {
    self.ledger = ledger
    self.trust = trust
  }

  /// Ingests one document, byte for byte: a notification, an API answer, a receipt, an archive
  /// record.
  ///
  /// The origin is for the quarantine, for example a route or a file name; only the document itself
  /// may say when it was received where `receivedAt` is `nil`.
  ///
  /// - Throws: `LedgerError` when the ledger cannot take it; nothing is stored then.
  public func take(
    _ document: [UInt8], origin: String, receivedAt: Timestamp? = nil, now: Timestamp
  ) throws(LedgerError) -> IntakeResult {
    try take(
      [IncomingDocument(bytes: document[...], line: 0, receivedAt: receivedAt)], origin: origin,
      now: now)
  }

  /// Ingests several documents, in order and in one transaction, and returns the outcome of each
  /// message in them.
  ///
  /// - Throws: `LedgerError` when the ledger cannot take them; nothing is stored then.
  /// - Complexity: O(*n* log *m*) for *n* documents and a ledger of *m* entries.
  public func take(
    _ documents: [IncomingDocument], origin: String, now: Timestamp
  ) throws(LedgerError) -> IntakeResult {
    try store(read(documents, origin: origin, now: now), now: now)
  }

  /// Reads documents without storing anything; many of them on all cores.
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

  /// Reads documents on the calling thread without storing anything, for
  /// ``store(now:batches:)``.
  public func readInOrder(
    _ documents: ArraySlice<IncomingDocument>, origin: String, now: Timestamp
  ) -> ParsedBatch {
    var reader = takeReader()
    defer { giveBack(reader) }
    return ParsedBatch(documents, origin: origin, now: now, reader: &reader)
  }

  /// Borrows a reader for one task, with its cache of verified certificate chains.
  func takeReader() -> PayloadReader {
    idleReaders.withLock { $0.popLast() } ?? PayloadReader(trust: trust)
  }

  /// Returns a reader for the next task.
  func giveBack(_ reader: PayloadReader) {
    idleReaders.withLock { readers in
      if readers.count < Self.readersMax { readers.append(reader) }
    }
  }

  /// The largest number of readers that work at once.
  static let readersMax = 4
  private static let documentsPerReaderMin = 16

  /// Records an action of an operator or the app, of which no signature is asked.
  ///
  /// - Throws: `LedgerError` when the ledger cannot take it.
  public func record(_ action: ActionRecord, now: Timestamp) throws(LedgerError) -> IntakeResult {
    try record([action], now: now)
  }

  /// Records several actions, in order and in one transaction: all of them, or none.
  ///
  /// - Throws: `LedgerError` when the ledger cannot take them.
  public func record(
    _ actions: [ActionRecord], now: Timestamp
  ) throws(LedgerError) -> IntakeResult {
    var batch = ParsedBatch()
    for action in actions { batch.add(action.payload) }
    return try store(batch, now: now)
  }
}

/// A document to ingest.
public struct IncomingDocument: Sendable {
  /// The document byte for byte.
  public var bytes: ArraySlice<UInt8>
  /// The line on which it begins, counted from 1; 0 where there are no lines.
  public var line: Int
  /// The instant of receipt; `nil` if only the document itself may state it.
  public var receivedAt: Timestamp?
  /// The number of the backfill item that it answers; see `LedgerEntry.backfill`.
  public var backfill: Int64?

  /// Creates a document to ingest.
  public init(
    bytes: ArraySlice<UInt8>, line: Int = 0, receivedAt: Timestamp? = nil, backfill: Int64? = nil
  ) {
    (self.bytes, self.line) = (bytes, line)
    (self.receivedAt, self.backfill) = (receivedAt, backfill)
  }
}
