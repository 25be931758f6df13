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

  private let reader: Mutex<PayloadReader>

  /// Creates a way into a ledger.
  ///
  /// - Parameters:
  ///   - ledger: Where everything goes.
  ///   - trust: Which signatures, apps and environments are accepted.
  public init(ledger: any Ledger, trust: TrustPolicy) {
    self.ledger = ledger
    self.trust = trust
    reader = Mutex(PayloadReader(trust: trust))
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
    let batch = reader.withLock { reader in
      ReadBatch(documents, origin: origin, now: now, reader: &reader)
    }
    return try store(batch, now: now)
  }

  /// Reads one document without storing anything.
  func read(_ document: IncomingDocument, origin: String, now: Timestamp) -> ReadBatch {
    reader.withLock { ReadBatch([document], origin: origin, now: now, reader: &$0) }
  }

  /// A reader of its own for a task.
  func makeReader() -> PayloadReader { PayloadReader(trust: trust) }

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
    var batch = ReadBatch()
    batch.add(action.payload)
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

  /// Creates a document on its way in.
  public init(bytes: ArraySlice<UInt8>, line: Int = 0, receivedAt: Timestamp? = nil) {
    (self.bytes, self.line, self.receivedAt) = (bytes, line, receivedAt)
  }
}
