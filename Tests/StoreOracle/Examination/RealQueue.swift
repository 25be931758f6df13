import EventLedger
import LedgerContract
import StorePayloads
import SubscriptionCore

/// The way that every document takes: read, mapped to events, folded.
enum RealQueue {
  /// Reads documents, and says which were refused.
  static func entries(
    _ documents: [OracleDocument]
  ) -> (entries: [LedgerEntry], refusals: [String]) {
    var reader = PayloadReader(trust: TrustPolicy(mode: .signed))
    var entries: [LedgerEntry] = []
    var refusals: [String] = []
    for document in documents {
      for outcome in reader.read(ArraySlice(document.text.utf8), heardAt: document.arrivesAt) {
        switch outcome {
        case .payload(let payload):
          entries.append(
            LedgerEntry(
              identity: payload.identity, format: payload.format.rawValue, raw: payload.raw,
              receivedAt: payload.receivedAt, verification: payload.verification,
              hasUnknown: payload.hasUnknown, events: payload.events))
        case .refused(let refusal): refusals.append("\(refusal.field): \(refusal.reason)")
        }
      }
    }
    return (entries, refusals)
  }

  /// Folds entries: through a ledger where purchases lie beside each other, otherwise directly.
  static func subscribers(
    _ entries: [LedgerEntry], at instant: Timestamp
  ) -> [String: Subscriber] {
    var byID: [SubscriptionID: [SubscriptionEvent]] = [:]
    for event in entries.flatMap(\.events) { byID[event.subscription, default: []].append(event) }
    var found: [Subscriber] = []
    if byID.count > 1 {
      let ledger = MemoryLedger(policy: Examiner.policy)
      if (try? ledger.append(entries, now: instant)) != nil {
        found = (try? ledger.subscribers(Array(byID.keys))) ?? []
      }
    } else {
      found = byID.values.compactMap { Subscriber.fold($0) }
    }
    return found.reduce(into: [:]) { all, subscriber in
      let name = subscriber.facts.purchaseToken ?? subscriber.facts.originalTransactionID
      if let name { all[name] = subscriber }
    }
  }
}
