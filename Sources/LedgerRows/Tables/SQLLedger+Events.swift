import EventLedger
import SubscriptionCore

extension SQLLedger {
  /// The entry at a position.
  public func entry(at position: LedgerPosition) throws(LedgerError) -> LedgerEntry? {
    try entries(after: position - 1, through: position, limit: 1).first?.entry
  }

  /// Calls a closure for entries in order of position.
  ///
  /// They are read in short batches, so that writers are not held up.
  public func readEntries(
    after position: LedgerPosition,
    _ body: (LedgerPosition, LedgerEntry) throws(LedgerError) -> Bool
  ) throws(LedgerError) {
    var place = position
    while true {
      let batch = try entries(after: place, through: .max, limit: 256)
      guard let last = batch.last else { return }
      for (position, entry) in batch where try !body(position, entry) { return }
      place = last.position
    }
  }

  /// The events of one subscription in fold order.
  public func events(of id: SubscriptionID) throws(LedgerError) -> [LedgerEvent] {
    let stored = try access(.reading) { connection in try connection.events(of: id) }
    return stored.sorted { SubscriptionEvent.precedes($0.event, $1.event) }
  }

  /// Events of all subscriptions, newest position first.
  public func recentEvents(_ query: EventQuery) throws(LedgerError) -> [LedgerEvent] {
    guard query.limit > 0 else { return [] }
    return try access(.reading) { connection in try connection.recentEvents(query) }.newestFirst
  }
}

extension [LedgerEvent] {
  /// The events as lists of all subscriptions have them.
  public var newestFirst: [LedgerEvent] {
    sorted { left, right in
      left.position != right.position
        ? left.position > right.position
        : SubscriptionEvent.precedes(right.event, left.event)
    }
  }
}

extension SQLConnection {
  fileprivate func events(of id: SubscriptionID) throws -> [LedgerEvent] {
    try events(
      where: .all([SQLCondition("isRepeat = 0"), SQLCondition(ofEventsOf: id)]), order: "number")
  }

  fileprivate func recentEvents(_ query: EventQuery) throws -> [LedgerEvent] {
    typealias Condition = SQLCondition<Dialect>
    var conditions = [Condition("isRepeat = 0")]
    if let before = query.before {
      conditions.append(Condition("number < ?", [Dialect.value(EventNumber.first(at: before))]))
    }
    let condition = Condition.all(conditions)
    let page = try events(where: condition, order: "number DESC LIMIT \(query.limit)")
    guard page.count == query.limit, let last = page.last else { return page }
    // The entry that reaches the limit is complete.
    let whole = Condition.all([
      condition, Condition(ofEventsAt: last.position..<last.position + 1),
    ])
    return page.filter { $0.position != last.position }
      + (try events(where: whole, order: "number DESC"))
  }

  /// Returns stored events that satisfy a condition.
  public func events(
    where condition: SQLCondition<Dialect>, order: String, isKept: Bool = false
  ) throws -> [LedgerEvent] {
    var select = condition
    select.sql = """
      SELECT number, \(Dialect.eventBody) FROM events WHERE \(condition.sql) ORDER BY \(order)
      """
    return try fetch(select, isKept: isKept) { row in
      LedgerEvent(
        position: row.integer(0) >> EventNumber.bits, event: try EventCodec.decode(row.buffer(1)))
    }
  }
}

extension SQLConnection {
  /// Completes a page with how far the search came and how many events it looked at on the way.
  public func complete(
    _ page: inout EventSearchPage, of search: EventSearch, before end: LedgerPosition
  ) throws {
    var looked = SQLCondition<Dialect>(of: search, in: page.reached..<end)
    looked.sql = "SELECT count(*) FROM events WHERE \(looked.sql)"
    page.looked = try fetch(looked, isKept: false) { Int($0.integer(0)) }.first ?? 0
    page.reachedAt = try fetch(
      "SELECT receivedAt FROM entries WHERE position = $1", [.integer(page.reached)]
    ) { $0.time(0) }.first
  }
}

extension SQLCondition {
  /// The condition that a search looks at an event.
  public init(of search: EventSearch, in positions: Range<LedgerPosition>) {
    self = .all(
      [SQLCondition("isRepeat = 0"), SQLCondition(ofEventsAt: positions)]
        + (search.subscription.map { [SQLCondition(ofEventsOf: $0)] } ?? []))
  }

  /// The condition that an event is of a subscription.
  public init(ofEventsOf id: SubscriptionID) {
    self.init(
      "subscription = (SELECT key FROM subscriptions WHERE id = ?)", [Dialect.value(id.rawValue)])
  }

  /// The condition that an event is of an entry at some positions.
  public init(ofEventsAt positions: Range<LedgerPosition>) {
    self.init(
      "number >= ? AND number < ?",
      [positions.lowerBound, positions.upperBound].map { Dialect.value(EventNumber.first(at: $0)) })
  }
}

/// The numbers of events: the position of an entry, shifted, and the place in it.
public enum EventNumber {
  /// The number of bits by which the position is shifted.
  public static let bits: Int64 = 20

  /// The most events that one entry can have.
  public static let perEntryMax = 1 << Int(bits)

  /// Returns the smallest number that an event at a position can have.
  public static func first(at position: LedgerPosition) -> Int64 {
    max(0, min(position, Int64.max >> bits)) << bits
  }
}
