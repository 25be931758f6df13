import EventLedger
import SubscriptionCore

extension LedgerRule {
  private static func world(_ make: LedgerFactory, seed: UInt64) throws -> any Ledger {
    try SampleWorld(seed: seed, subscriptions: 120).ledger(make)
  }

  /// Walks a list page by page in one direction.
  private static func walk(
    _ ledger: any Ledger, _ query: SubscriberQuery, from end: PageCursor?
  ) throws -> [SubscriberSummary] {
    var query = query
    query.cursor = end
    var rows: [SubscriberSummary] = []
    while true {
      let page = try ledger.subscribers(query)
      let isBackward = query.cursor?.direction == .before
      rows = isBackward ? page.rows + rows : rows + page.rows
      guard page.hasMore, let edge = isBackward ? page.rows.first : page.rows.last else {
        return rows
      }
      query.cursor = PageCursor(isBackward ? .before : .after, edge.id)
    }
  }

  /// The rules of lists and of filters.
  public static let listRules = [
    LedgerRule(20, "Pages of every order visit every row once, in both directions") { make in
      let ledger = try world(make, seed: 20)
      let all = try allRows(of: ledger)
      for filter in [nil, try Filter.parse("store:play -state:expired"), Filter.all] {
        for sort in SubscriberSort.allCases {
          for descending in [false, true] {
            let query = SubscriberQuery(
              filter: filter, sort: sort, descending: descending, limit: 7)
            let expected = all.filter { filter?.matches($0, at: SampleWorld.middle) ?? true }
              .sorted { query.precedes($0, $1) }
            try require(
              try walk(ledger, query, from: nil).map(\.id), equals: expected.map(\.id),
              "\(sort) forwards, descending \(descending)")
            try require(
              try walk(ledger, query, from: .end), equals: expected,
              "\(sort) backwards, descending \(descending)")
          }
        }
      }
    },
    LedgerRule(21, "Filters mean the same as in memory") { make in
      let ledger = try world(make, seed: 21)
      let all = try allRows(of: ledger)
      var filters = SampleFilters(seed: 21)
      var matched = 0
      for _ in 0..<500 {
        let text = filters.next()
        guard let filter = try? Filter.parse(text) else { continue }
        let expected = all.filter { filter.matches($0, at: SampleWorld.middle) }.map(\.id)
        let found = try ledger.subscribers(
          SubscriberQuery(filter: filter, sort: .id, limit: 1_000))
        try require(found.rows.map(\.id), equals: expected, text)
        try require(try ledger.count(filter), equals: expected.count, text)
        if !expected.isEmpty, expected.count < all.count { matched += 1 }
      }
      try require(matched > 150, "most expressions tell rows apart: \(matched)")
      try require(try ledger.count(nil), equals: all.count)
      try require(try ledger.count(.all), equals: all.count)
    },
    LedgerRule(22, "Odd pages: nothing wanted, a row that is gone") { make in
      let ledger = try world(make, seed: 22)
      let first = try ledger.subscribers(SubscriberQuery(limit: 3))
      try require(
        try ledger.subscribers(SubscriberQuery(limit: 0)),
        equals: SubscriberPage(rows: [], hasMore: true))
      try require(
        try ledger.subscribers(SubscriberQuery(cursor: PageCursor(.after, "gone"), limit: 3)),
        equals: first)
      try require(
        try make().subscribers(SubscriberQuery(cursor: .end)),
        equals: SubscriberPage(rows: [], hasMore: false))
    },
  ]
}
