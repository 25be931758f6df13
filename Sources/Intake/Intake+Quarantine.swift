import EventLedger
import StorePayloads
import SubscriptionCore

extension Intake {
  /// Ingests refused payloads again, after a fix, those of some numbers or all for `nil`; those
  /// that are stored leave the quarantine.
  ///
  /// The result is that of importing them now for the first time: a payload from a file was not
  /// received when it was refused, and has only the time that it states. One that is longer than
  /// the quarantine stores stays there.
  ///
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
    } else if let store = refused.postedFor {
      return readPosted(refused, store)
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

  /// Reads the body of a request again, as the route to which it was posted reads it: anybody may
  /// post, and what was refused there must not become fact by a detour.
  ///
  /// What was refused as another app's needs a trust that names its app, and what was refused as
  /// another environment's a trust that names that.
  private func readPosted(_ refused: RefusedEntry, _ store: Store) -> ParsedBatch {
    var reader = takeReader()
    defer { giveBack(reader) }
    var batch = ParsedBatch()
    switch reader.readNotification(refused.raw[...], from: store, receivedAt: refused.receivedAt) {
    case .payload(let payload) where isOthers(payload, refused): batch.add(refused)
    case .payload(let payload): batch.add(payload)
    case .refused(let refusal):
      var refused = refused
      (refused.reason, refused.field) = (refusal.reason, refusal.field)
      batch.add(refused)
    }
    return batch
  }

  /// Returns whether a payload was refused for its app or its environment, which this trust
  /// does not name.
  private func isOthers(_ payload: StorePayload, _ refused: RefusedEntry) -> Bool {
    guard trust.apps == nil else { return false }
    var others: [ProofProblem] = []
    if trust.bundle == nil {
      others.append(.otherApp(payload.events.first?.facts.app?.rawValue ?? ""))
    }
    if trust.environment == nil {
      others += StoreEnvironment.allCases.map { .otherEnvironment($0.rawValue) }
    }
    return others.contains { refused.reason == PayloadError.proof($0).description }
  }
}

extension RefusedEntry {
  /// The store to whose address it was posted, as the origin says; `nil` if it was not.
  fileprivate var postedFor: Store? {
    guard line == 0, origin.hasPrefix("POST ") else { return nil }
    return origin.hasSuffix("/google-play/notifications") ? .googlePlay : .appStore
  }
}
