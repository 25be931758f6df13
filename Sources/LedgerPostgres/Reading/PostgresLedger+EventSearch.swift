#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// One step of a search through the events of all subscriptions.
    ///
    /// The server picks the events by position, subscription and kind; the rest of a predicate is
    /// decided here, on the event and its subscriber's row.
    ///
    /// - Complexity: O(`EventSearch.span`), however many match.
    public func search(_ search: EventSearch) throws(LedgerError) -> EventSearchPage {
      var search = search
      var page = try read { connection in
        search.predicate = try search.predicate.map(connection.shown)
        let last = try connection.query("SELECT lastPosition FROM ledger").integer(0, 0)
        return try PostgresLedger.step(connection, search, search.positions(upTo: last))
      }
      page.events = page.events.newestFirst
      return page
    }

    private static func step(
      _ connection: PostgresConnection, _ search: EventSearch, _ positions: Range<LedgerPosition>
    ) throws -> EventSearchPage {
      var page = EventSearchPage(
        events: [], reached: positions.lowerBound, reachedAt: nil, looked: 0)
      try find(connection, search, positions, &page)
      try connection.complete(&page, of: search, before: positions.upperBound)
      return page
    }

    /// The number of events that are looked at together.
    private static let batch = 2_000

    /// Reads the events that match, until the entry that reaches the limit is complete.
    private static func find(
      _ connection: PostgresConnection, _ search: EventSearch, _ positions: Range<LedgerPosition>,
      _ page: inout EventSearchPage
    ) throws {
      let kinds =
        search.kinds.isEmpty
        ? SQLCondition.always
        : SQLCondition("kind = ANY(?)", [.texts(search.kinds.map(\.rawValue).sorted())])
      let readsRows = search.predicate?.fields.contains { !$0.isOfEvent } ?? false
      var end = EventNumber.first(at: positions.upperBound)
      while true {
        var select = SQLCondition.all([
          SQLCondition(of: search, in: positions), kinds,
          SQLCondition("number < ?", [.integer(end)]),
        ])
        select.sql = """
          SELECT number, body FROM events WHERE \(select.sql)
          ORDER BY number DESC LIMIT \(batch)
          """
        let rows = try connection.query(select)
        let found = try (0..<rows.count).map { try EventCodec.decode(rows.buffer($0, 1)) }
        let subscribers =
          readsRows ? try connection.summaries(Array(Set(found.map(\.subscription)))) : [:]
        for (place, event) in found.enumerated() {
          let position = rows.integer(place, 0) >> EventNumber.bits
          if page.events.count >= search.limit {
            let reached = page.events.last?.position ?? positions.upperBound
            if reached != position {
              page.reached = reached
              return
            }
          }
          let subject = EventSubject(event, of: subscribers[event.subscription])
          guard search.predicate?.matches(subject) ?? true else { continue }
          page.events.append(LedgerEvent(position: position, event: event))
        }
        guard rows.count == batch else { return }
        end = rows.integer(rows.count - 1, 0)
      }
    }
  }
#endif
