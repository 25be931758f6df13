import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// One step of a search through the events of all subscriptions.
  ///
  /// The events are walked by their numbers; a kind is compared as it is stored, the rest of an
  /// event is read where the predicate asks for it, and so is its subscriber's row.
  ///
  /// - Complexity: O(`EventSearch.span`), however many match.
  public func search(_ search: EventSearch) throws(LedgerError) -> EventSearchPage {
    var page = try read { database in try SQLiteLedger.step(database, search) }
    page.events = page.events.newestFirst
    return page
  }

  private static func step(
    _ database: Database, _ search: EventSearch
  ) throws -> EventSearchPage {
    let positions = search.positions(upTo: try Meta.lastPosition(database))
    var page = EventSearchPage(
      events: [], reached: positions.lowerBound, reachedAt: nil, looked: 0)
    if let id = search.subscription, try key(of: id, database) == nil { return page }
    try find(database, search, SQLCondition(of: search, in: positions), &page)
    try database.raw.complete(&page, of: search, before: positions.upperBound)
    return page
  }

  /// Reads the events that match, until the entry that reaches the limit is complete.
  private static func find(
    _ database: Database, _ search: EventSearch, _ within: SQLCondition,
    _ page: inout EventSearchPage
  ) throws {
    let readsRows = search.predicate?.fields.contains { !$0.isOfEvent } ?? false
    var matching = search.predicate.map { SQLCondition($0) } ?? .always
    if !search.kinds.isEmpty {
      let kinds = search.kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ",")
      matching = .all([SQLCondition("eventKind IN (\(kinds))"), matching])
    }
    let statement = try RawStatement(
      database,
      """
      SELECT eventNumber, eventBody FROM (
        SELECT number AS eventNumber, kind AS eventKind, subscription AS eventSubscription,
          recordedAt AS eventRecordedAt, body AS eventBody FROM events WHERE \(within.sql))
      \(readsRows ? "LEFT JOIN subscribers ON key = eventSubscription" : "")
      WHERE \(matching.sql) ORDER BY eventNumber DESC
      """, isKept: false)
    statement.bind(within.values + matching.values)
    defer { statement.reset() }
    while try statement.step() {
      let position = statement.integer(0) >> EventNumber.bits
      if page.events.count >= search.limit, let last = page.events.last,
        last.position != position
      {
        page.reached = last.position
        return
      }
      let event = try StoredEvent.decode(statement.buffer(1))
      page.events.append(LedgerEvent(position: position, event: event))
    }
  }
}
