import EventLedger

/// A ledger written out as archive records, one a line, which `importFile` reads back.
public struct ArchiveExport: Sendable {
  private let ledger: any Ledger

  /// Creates an export of a ledger.
  public init(ledger: any Ledger) { self.ledger = ledger }

  /// Gives every entry as a line of NDJSON with its line feed, in order of position.
  ///
  /// - Returns: The number of lines.
  public func forEachLine(
    _ body: ([UInt8]) throws(LedgerError) -> Void
  ) throws(LedgerError) -> Int { 0 }
}
