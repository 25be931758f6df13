import EventLedger
import StorePayloads
import SubscriptionCore

extension Intake {
  /// Ingests refused payloads again, after a fix; those that are stored leave the quarantine.
  ///
  /// The result is that of importing them now for the first time: a payload from a file was not
  /// received when it was refused, and has only the time that it states. One that is longer than
  /// the quarantine stores stays there.
  ///
  /// - Parameters:
  ///   - numbers: Their numbers; `nil` for all.
  ///   - now: The present.
  /// - Returns: The outcome of every message; those refused again stay in quarantine.
  /// - Throws: `LedgerError` when the ledger cannot be read or written.
  public func retryQuarantine(
    _ numbers: Set<Int64>? = nil, now: Timestamp
  ) throws(LedgerError) -> ImportReport {
    var report = ImportReport()
    var subscriptions: Set<SubscriptionID> = []
    var number: Int64 = 0
    while true {
      let page = try ledger.refused(after: number, limit: 100)
      guard let last = page.last else { break }
      number = last.number
      for refused in page where numbers?.contains(refused.number) ?? true {
        let batch = readAgain(refused, now: now)
        let result = try store(batch, now: now, quarantines: false)
        report.add(result)
        subscriptions.formUnion(result.subscriptions)
        if !result.outcomes.isEmpty, result.refusals.isEmpty {
          _ = try ledger.dropRefused(refused.number)
        }
      }
    }
    report.subscriptions = subscriptions.count
    return report
  }

  private func readAgain(_ refused: RefusedEntry, now: Timestamp) -> ParsedBatch {
    var refused = refused
    if refused.raw.count >= RefusedEntry.rawBytesMax {
      refused.reason = PayloadError.document(.storedInPart).description
    } else if !ParsedChunk.isFragment(refused) {
      // Only files have lines, and only they do not say when something was received.
      let document = IncomingDocument(
        bytes: refused.raw[...], line: refused.line,
        receivedAt: refused.line == 0 ? refused.receivedAt : nil)
      return read([document], origin: refused.origin, now: now)
    }
    var batch = ParsedBatch()
    batch.add(refused)
    return batch
  }
}
