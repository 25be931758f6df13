import EventLedger
import StorePayloads
import SubscriptionCore

/// An export of a ledger as archive records, one a line, which `importFile` reads back.
///
/// Every payload keeps its bytes and the time at which it was received, so importing an export
/// gives the same subscriptions with their history, but for payloads that were pruned. Payloads
/// that were stored unverified need the same trust policy again. Profiles, products and the
/// quarantine are not in an export.
public struct ArchiveExport: Sendable {
  private let ledger: any Ledger

  /// Creates an export of a ledger.
  public init(ledger: any Ledger) { self.ledger = ledger }

  /// The number of entries that an export wrote, and of those that it could not.
  public struct Outcome: Hashable, Sendable {
    /// The number of lines.
    public var lines = 0
    /// The number of entries whose payloads were pruned, of which there is nothing to write.
    public var pruned = 0
  }

  /// Passes every entry as a line of NDJSON with its line feed, in order of position, but for those
  /// whose payloads were pruned, and returns what was written.
  ///
  /// - Throws: `LedgerError` when the ledger cannot be read, and any error of the closure.
  @discardableResult
  public func forEachLine(
    _ body: ([UInt8]) throws(LedgerError) -> Void
  ) throws(LedgerError) -> Outcome {
    var outcome = Outcome()
    try ledger.forEachEntry(after: 0) { (_, entry) throws(LedgerError) in
      guard entry.pruning == nil else {
        outcome.pruned += 1
        return
      }
      let line = ArchiveRecord.line(
        raw: entry.raw, identity: entry.identity, store: Self.store(of: entry),
        receivedAt: entry.receivedAt)
      try body(line + [UInt8(ascii: "\n")])
      outcome.lines += 1
    }
    return outcome
  }

  /// The store that an entry came from; `nil` for actions of operators and the app.
  private static func store(of entry: LedgerEntry) -> Store? {
    switch PayloadFormat(rawValue: entry.format) {
    case .googlePlayNotification, .googlePlaySubscription, .googlePlaySubscriptionV1,
      .googlePlayVoidedPurchase:
      .googlePlay
    case .appStoreNotification, .appStoreNotificationV1, .appStoreTransaction,
      .appStoreRenewalInfo, .appStoreStatus, .appStoreReceipt:
      .appStore
    case .action, nil: nil
    }
  }
}
