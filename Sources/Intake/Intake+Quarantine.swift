import EventLedger
import SubscriptionCore

extension Intake {
  /// Ingests refused payloads again, after a fix; those that are stored leave the quarantine.
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
        let document = IncomingDocument(
          bytes: refused.raw[...], line: refused.line, receivedAt: refused.receivedAt)
        let batch = read([document], origin: refused.origin, now: now)
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
}
