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
    let partition = try read { database in try SQLiteLedger.step(database, search) }
    var sorted = partition
    sorted.events.sort { left, right in
      left.position != right.position
        ? left.position > right.position
        : SubscriptionEvent.precedes(right.event, left.event)
    }
    return sorted
  }

  private static func step(
    _ database: Database, _ search: EventSearch
  ) throws -> EventSearchPage {
    let positions = search.positions(upTo: try Meta.lastPosition(database))
    var partition = EventSearchPage(
      events: [], reached: positions.lowerBound, reachedAt: nil, looked: 0)
    var within = SQLCondition(
      "isRepeat = 0 AND number >= ? AND number < ?",
      [firstNumber(at: positions.lowerBound), firstNumber(at: positions.upperBound)])
    if let id = search.subscription {
      guard let key = try key(of: id, database) else { return partition }
      within = .all([within, SQLCondition("subscription = ?", [key])])
    }
    try find(database, search, within, &partition)
    partition.reachedAt = try Int64.fetchOne(
      database, sql: "SELECT receivedAt FROM entries WHERE position = ?",
      arguments: [partition.reached]
    ).map(Timestamp.init(milliseconds:))
    let looked = try RawStatement(
      database, "SELECT count(*) FROM events WHERE \(within.sql)", isKept: false)
    var bounds = within.values
    bounds[0] = firstNumber(at: partition.reached).databaseValue
    looked.bind(bounds)
    defer { looked.reset() }
    partition.looked = try looked.step() ? Int(looked.integer(0)) : 0
    return partition
  }

  /// Reads the events that match, until the entry that reaches the limit is told whole.
  private static func find(
    _ database: Database, _ search: EventSearch, _ within: SQLCondition,
    _ partition: inout EventSearchPage
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
      let position = statement.integer(0) >> Schema.eventBits
      if partition.events.count >= search.limit, let last = partition.events.last,
        last.position != position
      {
        partition.reached = last.position
        return
      }
      let event = try statement.withBytes(1) { bytes in try EventCodec.decode(bytes) }
      partition.events.append(LedgerEvent(position: position, event: event))
    }
  }
}
