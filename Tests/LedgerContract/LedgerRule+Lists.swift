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

  /// Filters whose matches are figures that a ledger maintains.
  private static let countedFilters =
    SubscriptionState.allCases.flatMap {
      ["state:\($0.rawValue)", "state:\($0.rawValue) env:production"]
    } + [
      "env:production", "-env:production", "state:grace,hold env:production",
      "-state:expired env:production", "due:now", "due:now state:hold", "due:scheduled",
      "due:scheduled due<24h", "due:now due<-1d",
      "state:grace loses<24h env:production", "state:grace loses>=24h loses<3d env:production",
      "state:grace loses>=7d env:production", "state:grace loses<5d",
      "state:hold retry<24h env:production", "state:hold retry>=24h retry<7d env:production",
      "state:hold retry>=7d env:production", "state:hold retry>=7d retry<1d env:production",
    ]

  /// The rules of lists and of filters.
  public static let listRules = [
    LedgerRule(20, "Pages of every order visit every row once, in both directions") { make in
      let ledger = try world(make, seed: 20)
      let all = try allRows(of: ledger)
      let texts = [
        "store:play -state:expired", "state:active", "state:grace,hold", "state:expired",
        "state:active store:play | state:hold", "state:grace state:hold",
        "outcome:recoveredInGrace,ranOut",
      ]
      for filter in try [nil, Filter.all] + texts.map({ try Filter.parse($0) }) {
        let predicate = filter?.lowered(at: SampleWorld.middle)
        let matching = all.filter { predicate?.matches($0) ?? true }
        for sort in SubscriberSort.allCases {
          for descending in [false, true] {
            let query = SubscriberQuery(
              filter: filter, sort: sort, descending: descending, limit: 7)
            let expected = ListedRow.list(matching, query).map(\.row)
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
        let predicate = filter.lowered(at: SampleWorld.middle)
        let expected = all.filter(predicate.matches).map(\.id)
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
    LedgerRule(25, "A capped count is exact up to its cap, and beyond where figures tell") { make in
      let ledger = try world(make, seed: 25)
      let all = try allRows(of: ledger)
      var filters = SampleFilters(seed: 25)
      var (capped, told) = (0, 0)
      for text in countedFilters + (0..<60).map({ _ in filters.next() }) {
        guard let filter = try? Filter.parse(text) else { continue }
        let predicate = filter.lowered(at: SampleWorld.middle)
        let number = all.count(where: predicate.matches)
        let counted = CountedFilter(predicate)
        let isTold = counted.map { $0.environments != .all || $0.isEverybody } ?? false
        for cap in [-1, 0, number - 1, number, number + 1, .max] {
          let found = try ledger.count(filter, atMost: cap)
          if found == .over(max(0, cap)), number > max(0, cap), !isTold {
            capped += 1
          } else {
            try require(found, equals: .exact(number), "\(text), at most \(cap)")
            if isTold, number > max(0, cap) { told += 1 }
          }
        }
      }
      try require(capped > 40, "many counts are cut off: \(capped)")
      try require(told > 30, "many figures are counted whole: \(told)")
      try require(try ledger.count(nil, atMost: 0), equals: .exact(all.count))
      for text in countedFilters {
        let predicate = try Filter.parse(text).lowered(at: SampleWorld.middle)
        try require(CountedFilter(predicate) != nil, "\(text) is a figure")
      }
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
    LedgerRule(87, "A page goes on from where a row stood, whatever became of it") { make in
      let ledger = try world(make, seed: 23)
      let all = try allRows(of: ledger)
      for sort in SubscriberSort.allCases where sort != .id {
        for (index, other) in all.enumerated() where index.isMultiple(of: 5) {
          var query = SubscriberQuery(sort: sort, descending: index.isMultiple(of: 2), limit: 999)
          let list = ListedRow.list(all, query)
          // A row that stood where the other one stands now, and one that is gone since.
          for id in [all[(index + 37) % all.count].id, "gone"] {
            let stood = ListedRow.Place(key: sort.key(of: other), id: id)
            query.cursor = PageCursor(.after, id, key: .read(stood.key))
            try require(
              try ledger.subscribers(query).rows.map(\.id),
              equals: list.filter { stood.precedes($0.place, query) }.map(\.row.id),
              "\(sort) after")
            query.cursor?.direction = .before
            try require(
              try ledger.subscribers(query).rows.map(\.id),
              equals: list.filter { $0.place.precedes(stood, query) }.map(\.row.id),
              "\(sort) before")
          }
        }
      }
    },
  ]
}
