import EventLedger
import SubscriptionCore

/// The values that complete filters.
extension LedgerReader {
  /// The values that rows have in a field, the most frequent first.
  ///
  /// They come from a sample: the first rows of several orders that have an index. Names and mail
  /// addresses are left out where they may not be shown.
  ///
  /// - Complexity: O(1) in the number of subscribers.
  func values(of field: SubscriberField) throws(LedgerError) -> [String] {
    let audit = ledger.auditMode
    guard field.kind == .text, audit != .hidden || !Masking.fields.contains(field) else {
      return []
    }
    var counts: [String: Int] = [:]
    var seen: Set<SubscriptionID> = []
    for (sort, descending) in Self.sampled {
      // A role that sees no names may not order by them.
      if audit == .nothingToSee, Masking.fields.contains(sort.field) { continue }
      let page = try ledger.subscribers(
        SubscriberQuery(sort: sort, descending: descending, limit: Self.samplePage))
      for row in page.rows where seen.insert(row.id).inserted {
        for text in row.values(of: field).flatMap(\.texts) { counts[text, default: 0] += 1 }
      }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.valuesMax).map(\.key)
  }

  private static let sampled: [(SubscriberSort, Bool)] = [
    (.losesAccess, false), (.promptDue, false), (.stateSince, true), (.id, false), (.id, true),
    (.name, false),
  ]
  private static let samplePage = 250
  private static let valuesMax = 60
}
