import EventLedger
import LedgerContract
import LedgerSQLite
import SubscriptionCore

extension FuzzTarget {
  /// The filter language, about subscribers and about events.
  static let filter = FuzzTarget("filter", lengthMax: 512) { input in
    let text = String(decoding: input, as: UTF8.self)
    let length = text.unicodeScalars.count
    let world = try FilteredWorld.shared.get()
    for scope in FilterScope.allCases {
      for place in [0, length / 2, length] {
        _ = Filter.completions(in: text, at: place, about: scope)
        _ = Filter.offers(in: text, at: place, known: ["a"], about: scope)
      }
      let filter: Filter
      do throws(FilterError) {
        filter = try Filter.parse(text, about: scope)
      } catch {
        try demand((0...length).contains(error.offset), "a problem outside of the text: \(error)")
        try Aftermath.isSafe(error.sentence)
        continue
      }
      let again = try Filter.parse(filter.description, about: scope)
      try demand(again, equals: filter, "written and read again, it is another filter")
      let predicate = filter.lowered(at: FuzzWorld.now)
      _ = (filter.fields, filter.canNamePerson, predicate.fields)
      for row in world.rows { _ = predicate.matches(row) }
    }
  }

  /// The filter language as SQL: the file answers what memory answers.
  static let filterSQL = FuzzTarget("filter-sql", lengthMax: 256) { input in
    let text = String(decoding: input, as: UTF8.self)
    guard let filter = try? Filter.parse(text) else { return }
    let world = try FilteredWorld.shared.get()
    let query = SubscriberQuery(filter: filter, sort: .id, limit: 100)
    let stored = try world.file.subscribers(query).rows.map(\.id)
    try demand(stored, equals: try world.memory.subscribers(query).rows.map(\.id), "SQL differs")
    try demand(try world.file.count(filter), equals: stored.count, "the count differs")
  }

  /// A pattern and, behind the first line end, a text to look in.
  static let pattern = FuzzTarget("pattern", lengthMax: 512) { input in
    let parts = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let source = String(decoding: parts.first ?? [], as: UTF8.self)
    let text = String(decoding: parts.dropFirst().first ?? [], as: UTF8.self)
    let pattern: FilterPattern
    do throws(PatternError) {
      pattern = try FilterPattern(source)
    } catch {
      let isInside = (0...source.unicodeScalars.count).contains(error.offset)
      return try demand(isInside, "a problem outside of the pattern: \(error)")
    }
    let isFound = pattern.matches(text)
    try demand(
      try FilterPattern(pattern.source).matches(text), equals: isFound,
      "its own source is another pattern")
    guard case .pattern(let again)? = try? Filter.parse(pattern.description) else { return }
    try demand(again.matches(text), equals: isFound, "written and read again, it is another")
  }
}

/// The same subscribers in memory and in a file.
private struct FilteredWorld: Sendable {
  let memory: any Ledger
  let file: SQLiteLedger
  let rows: [SubscriberSummary]

  static let shared = Result { try FilteredWorld() }

  private init() throws {
    let world = try FuzzWorld.shared.get()
    memory = try world.ledger()
    file = try SQLiteLedger(path: FuzzFolder().file("filter"), policy: memory.policy)
    _ = try file.append(world.entries, now: FuzzWorld.now)
    try file.advance(to: FuzzWorld.now)
    let profiles = try memory.subscribers(SubscriberQuery(sort: .id, limit: 100)).rows
      .compactMap(\.account).enumerated().map { index, account in
        AccountProfile(
          account: account, name: ["Jo Lindqvist", "田中 美恵", "ß K. Sørensen"][index % 3],
          email: "user\(index)@example.com", tags: index == 1 ? ["vip"] : [])
      }
    try memory.putProfiles(profiles)
    try file.putProfiles(profiles)
    rows = try memory.subscribers(SubscriberQuery(sort: .id, limit: 100)).rows
  }
}
