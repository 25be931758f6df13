import EventLedger
import SubscriptionCore

extension LedgerRule {
  /// The rules of free text in filters.
  public static let textRules = [
    LedgerRule(19, "Free text means the same as in memory, also after texts changed") { make in
      let ledger = try make()
      var texts = OddTexts(seed: 23)
      let at = SampleWorld.middle - .days(40)
      try ledger.append((0..<150).map { _ in texts.entry(at: at) }, now: SampleWorld.middle)
      try checkTexts(ledger, &texts)
      let rows = try allRows(of: ledger)
      let accounts = Set(rows.compactMap(\.account)).filter { !$0.rawValue.isEmpty }
      try ledger.putProfiles(
        accounts.sorted().prefix(60).map { account in texts.profile(of: account) })
      try checkTexts(ledger, &texts)
      try ledger.append(
        rows.prefix(40).map { texts.entry(of: $0.id, at: at + .days(1)) }
          + (0..<20).map { _ in texts.entry(at: at) }, now: SampleWorld.middle)
      try checkTexts(ledger, &texts)
      if let account = accounts.min() {
        _ = try ledger.erase(account, actor: "test", now: SampleWorld.middle)
      }
      try checkTexts(ledger, &texts)
      try require(try ledger.verify(), equals: [])
    }
  ]

  /// Compares what filters for texts find in a ledger with their evaluation on its rows.
  public static func checkTexts(
    _ ledger: any Ledger, _ texts: inout OddTexts, count: Int = 80
  ) throws {
    let all = try allRows(of: ledger)
    var matched = 0
    for _ in 0..<count {
      let filter = texts.filter()
      let predicate = filter.lowered(at: SampleWorld.middle)
      let expected = all.filter(predicate.matches).map(\.id)
      let found = try ledger.subscribers(
        SubscriberQuery(filter: filter, sort: .id, limit: all.count + 1))
      try require(found.rows.map(\.id), equals: expected, "\(filter)")
      try require(try ledger.count(filter), equals: expected.count, "\(filter)")
      let last = try ledger.subscribers(
        SubscriberQuery(filter: filter, sort: .id, cursor: .end, limit: 5))
      try require(last.rows.map(\.id), equals: expected.suffix(5), "\(filter), the end")
      if !expected.isEmpty, expected.count < all.count { matched += 1 }
    }
    try require(matched > count / 4, "filters tell rows apart: \(matched)")
  }
}
