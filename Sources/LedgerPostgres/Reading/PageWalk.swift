#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// Reads one page of a list by walking from a place, in either direction, without counting rows.
  ///
  /// Every index of an order begins with the state: a list is walked in each state that its filter
  /// leaves, and the first rows of all of them are the page. So a filter to some states costs no
  /// more than none, however few rows they have, and whether or not these have a value at all: it
  /// is the same statement.
  ///
  /// A text takes its place by its first 200 characters, as an index has no room for any length.
  struct PageWalk {
    private let connection: PostgresConnection
    private let query: SubscriberQuery
    private let predicate: FilterPredicate
    private let filter: SQLCondition

    /// A place in the list: the values of the order, and the id.
    fileprivate struct Place {
      /// The key of the order; `nil` for a row without a value.
      var key: SQLValue?
      var id: String
    }

    /// Prepares to read a page of the rows that satisfy a predicate.
    init(
      _ connection: PostgresConnection, _ query: SubscriberQuery, _ predicate: FilterPredicate
    ) throws {
      if StoredRow.hidden.contains(query.sort.field), try !connection.showsProfiles() {
        throw PostgresError.hidden
      }
      (self.connection, self.query, self.predicate) = (connection, query, predicate)
      var filter = predicate.isOfStatesAlone ? .always : SQLCondition(predicate)
      // The parts are found once, rather than joined in each state.
      if predicate.somePart != nil { filter.sql = "\(filter.sql) IS TRUE" }
      self.filter = filter
    }

    /// Reads the page.
    func page() throws -> SubscriberPage {
      let start = try start()
      let first = start.map { $0.key == nil ? ListPartition.bare : .valued }
      return try query.page(from: first) { partition, limit in
        try walk(partition, from: partition == first ? start : nil, limit: limit)
      }
    }

    // MARK: Places

    private var order: RowColumn? { RowColumns.form(of: query.sort.field)?.columns.first }

    /// The expressions by which rows with a value are ordered.
    private var keys: [String] {
      guard query.sort != .id, let order else { return ["id"] }
      return order.isText ? ["left(\(order), 200)", "id"] : ["\(order)", "id"]
    }

    /// The values of the expressions at a place.
    private func values(_ place: Place) -> [SQLValue] {
      guard query.sort != .id, order != nil, let key = place.key else { return [.text(place.id)] }
      return [key, .text(place.id)]
    }

    /// The row at the cursor; `nil` for a list's end.
    private func start() throws -> Place? {
      guard let cursor = query.cursor else { return nil }
      let id = cursor.id
      if case .read(let key) = cursor.key { return Place(id, key: key, order: order, query.sort) }
      guard query.sort != .id, let order else {
        let rows = try connection.query(
          "SELECT 1 FROM subscribers WHERE id = $1", [.text(id.rawValue)])
        return rows.count > 0 ? Place(key: .text(id.rawValue), id: id.rawValue) : nil
      }
      let rows = try connection.query(
        "SELECT \(order) FROM subscribers WHERE id = $1", [.text(id.rawValue)])
      guard rows.count > 0 else { return nil }
      if rows.isNull(0, 0) { return Place(key: nil, id: id.rawValue) }
      let key: SQLValue =
        order.isText
        ? .storedText(String(decoding: rows.buffer(0, 0), as: UTF8.self))
        : .integer(rows.integer(0, 0))
      return Place(key: key, id: id.rawValue)
    }

    // MARK: Walking

    private func walk(
      _ partition: ListPartition, from start: Place?, limit: Int
    ) throws -> [SubscriberSummary] {
      guard query.sort.field.mayBe(present: partition == .valued, in: predicate) else { return [] }
      guard !filter.isExact else { return try part(partition, from: start, limit: limit) }
      var (found, place) = ([SubscriberSummary](), start)
      while found.count < limit {
        let rows = try part(partition, from: place, limit: PageWalk.batch)
        found += rows.filter(predicate.matches)
        guard rows.count == PageWalk.batch, let last = rows.last else { break }
        place = Place(last, order: partition == .valued ? order : nil, query.sort)
      }
      return Array(found.prefix(limit))
    }

    /// The number of rows that are looked at together where SQL cannot tell which match.
    private static let batch = 500

    /// The numbers of the states in each of which rows are walked; `nil` where one index has the
    /// rows of all in the list's order.
    private func walkedStates(_ partition: ListPartition) -> [Int64]? {
      let states = predicate.states
      if states == nil, query.sort == .id || query.sort == .state { return nil }
      let present =
        partition == .valued
        ? query.sort.field.definition.states : Set(SubscriptionState.allCases)
      let walked = states.map { $0.intersection(present) } ?? present
      return walked.map(\.code).sorted()
    }

    /// The next rows of a partition.
    ///
    /// Those without a value in an order whose index leaves out most of them are walked by two
    /// indexes, in the order of ids by each.
    private func part(
      _ partition: ListPartition, from start: Place?, limit: Int
    ) throws -> [SubscriberSummary] {
      let states = walkedStates(partition)
      guard partition == .bare, let states, let held = ListIndexes.sparse[query.sort.field]
      else { return try part(partition, states, isSparse: isText, from: start, limit: limit) }
      var rows: [SubscriberSummary] = []
      for isSparse in [false, true] {
        let states = states.filter { held.contains($0) != isSparse }
        guard !states.isEmpty else { continue }
        rows += try part(partition, states, isSparse: isSparse, from: start, limit: limit)
      }
      rows.sort { left, right in
        let (first, second) = query.isFalling ? (right, left) : (left, right)
        return first.id.rawValue.utf8Precedes(second.id.rawValue)
      }
      return Array(rows.prefix(limit))
    }

    /// The next rows of a partition in some states.
    ///
    /// An index that is sparse leaves these rows out where they have no value: they are walked by
    /// the one that has nothing but the state and the id.
    private func part(
      _ partition: ListPartition, _ states: [Int64]?, isSparse: Bool, from start: Place?, limit: Int
    ) throws -> [SubscriberSummary] {
      let isValued = partition == .valued
      var conditions: [SQLCondition] = []
      if query.sort != .id, let order {
        conditions.append(
          SQLCondition("\(order) IS \(isValued ? "NOT NULL" : "NULL")"))
      }
      if !isValued, !isSparse, ListIndexes.sparse[query.sort.field] != nil {
        conditions.append(SQLCondition(ListIndexes.isValued(query.sort.field)))
      }
      if let start {
        let isByID = !isValued || states != nil && query.sort == .id
        conditions.append(
          isByID ? behind(start.id, isSparse: isSparse) : behind(keys, values(start)))
      }
      var select = SQLCondition.all(conditions + [filter])
      let row = try connection.storedRow()
      if let states {
        let isAlone = states.count == 1
        select.sql = walk(
          isAlone: isAlone, isValued, isSparse: isSparse, where: select.sql, row, limit)
        select.values.insert(isAlone ? .integer(states[0]) : .integers(states), at: 0)
      } else {
        select.sql = "SELECT \(row) FROM subscribers WHERE \(select.sql) \(ending(keys, limit))"
      }
      return try connection.query(select, isKept: predicate.isOfStatesAlone)
        .compactMap { try $0.summary(0) }
    }

    /// A Boolean value that indicates whether texts are ordered, or ids alone.
    private var isText: Bool { order?.isText ?? true }

    /// The statement that walks in the state, or in each of the states, that it binds first.
    ///
    /// Of one state, an index has the rows of the page in its order; of several, the places are
    /// merged before the rows are read.
    private func walk(
      isAlone: Bool, _ isValued: Bool, isSparse: Bool, where condition: String, _ row: String,
      _ limit: Int
    ) -> String {
      var (keys, state) = (keys, "state = walked.code")
      if query.sort == .id || query.sort == .state || !isValued && isSparse {
        // Between equal bounds, the order by state and id is that of one index alone: of a state
        // that equals another value the server would search the ids of all states.
        keys = ["state", "id"]
        state = "state BETWEEN walked.code AND walked.code"
      } else if !isValued, let order {
        // Rows without a value stand together in the index of the order, by id.
        keys = ["\(order)", "id"]
      }
      guard !isAlone else {
        return """
          SELECT \(row) FROM (SELECT ?::bigint AS code) AS walked, subscribers
          WHERE \(state) AND \(condition) \(ending(keys, limit))
          """
      }
      let names = keys.indices.map { "key\($0)" }
      let places = zip(keys, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
      let sorted = isValued && query.sort != .id ? names : names.suffix(1)
      return """
        SELECT \(row) FROM (
          SELECT found.* FROM unnest(?::bigint[]) AS walked(code), LATERAL (
            SELECT \(places) FROM subscribers
            WHERE \(state) AND \(condition) \(ending(keys, limit))
          ) AS found \(ending(sorted, limit))
        ) AS found JOIN subscribers ON id = \(names.last ?? "id") \(ending(sorted, limit))
        """
    }

    private func ending(_ keys: [String], _ limit: Int) -> String {
      let direction = query.isFalling ? "DESC" : "ASC"
      let order = keys.map { "\($0) \(direction)" }.joined(separator: ", ")
      return "ORDER BY \(order) LIMIT \(limit)"
    }

    /// The condition that rows come behind a place in the direction of the walk.
    private func behind(_ keys: [String], _ values: [SQLValue]) -> SQLCondition {
      // The server cuts a text as it did for its index: in characters, or in bytes where it does
      // not know the encoding.
      let marks = keys.map { $0.hasPrefix("left(") ? "left(?, 200)" : "?" }.joined(separator: ", ")
      return SQLCondition(
        "(\(keys.joined(separator: ", "))) \(query.isFalling ? "<" : ">") (\(marks))", values)
    }

    /// The condition that rows in the order of ids come behind one in the direction of the walk.
    private func behind(_ id: String, isSparse: Bool) -> SQLCondition {
      guard isSparse else { return behind(["id"], [.text(id)]) }
      return SQLCondition(
        "(state, id) \(query.isFalling ? "<" : ">") (walked.code, ?)", [.text(id)])
    }
  }

  extension PageWalk.Place {
    /// The place of a row.
    fileprivate init(_ row: SubscriberSummary, order: RowColumn?, _ sort: SubscriberSort) {
      self.init(row.id, key: sort.key(of: row), order: order, sort)
    }

    /// The place of a row with a value in the order.
    fileprivate init(
      _ row: SubscriptionID, key value: SortKey?, order: RowColumn?, _ sort: SubscriberSort
    ) {
      id = row.rawValue
      guard sort != .id, order != nil else {
        key = sort == .id ? .text(id) : nil
        return
      }
      switch value {
      case .number(let number)?: key = .integer(number)
      case .text(let text)?: key = .storedText(StoredText.stored(text))
      case nil: key = nil
      }
    }
  }
#endif
