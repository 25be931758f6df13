import EventLedger
import SubscriptionCore

extension Intake {
  /// Stores a batch: its entries in one transaction, its refusals in quarantine.
  ///
  /// Refusals that are in quarantine already (`quarantines` is false) are only reported.
  func store(
    _ batch: ParsedBatch, now: Timestamp, quarantines: Bool = true
  ) throws(LedgerError) -> IntakeResult {
    let (entries, refused) = (batch.entries, batch.refused)
    let appended = entries.isEmpty ? [] : try ledger.append(entries, now: now)
    if quarantines, !refused.isEmpty { try ledger.refuse(refused) }
    var outcomes = appended[...]
    return IntakeResult(batch, appended: &outcomes)
  }

  /// Stores batches as they come, all of them in one transaction, and their refusals in quarantine.
  ///
  /// - Parameters:
  ///   - now: The present.
  ///   - next: Returns the next batch; `nil` at the end.
  /// - Throws: `LedgerError` when the ledger cannot take them; nothing is stored then.
  public func store(now: Timestamp, batches next: () -> ParsedBatch?) throws(LedgerError) {
    var refused: [RefusedEntry] = []
    _ = try ledger.append(now: now) {
      next().map { batch in
        refused += batch.refused
        return batch.entries
      }
    }
    if !refused.isEmpty { try ledger.refuse(refused) }
  }
}

extension IntakeResult {
  /// Creates the result of one batch, and removes its outcomes from the front of a transaction's.
  init(_ batch: ParsedBatch, appended: inout ArraySlice<AppendOutcome>) {
    outcomes.reserveCapacity(batch.items.count)
    var seen: Set<SubscriptionID> = []
    for item in batch.items {
      switch item {
      case .refused(let entry): outcomes.append(.refused(ImportRefusal(entry)))
      case .entry(let entry):
        switch appended.popFirst() {
        case .duplicate(let position)?: outcomes.append(.duplicate(position))
        case .stored(let position)?:
          outcomes.append(.stored(position))
          if entry.hasUnknown { unknownKinds += 1 }
          for event in entry.events where seen.insert(event.subscription).inserted {
            subscriptions.append(event.subscription)
          }
        case nil: break
        }
      }
    }
  }
}

extension ImportReport {
  /// Counts the outcomes of one more batch.
  mutating func add(_ result: IntakeResult) {
    read += result.outcomes.count
    unknownKind += result.unknownKinds
    for outcome in result.outcomes {
      switch outcome {
      case .stored: stored += 1
      case .duplicate: duplicate += 1
      case .refused(let refusal): add(refusal)
      }
    }
  }
}
