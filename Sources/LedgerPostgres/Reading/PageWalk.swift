#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// Reads one page of a list by walking from a place, in either direction, without counting rows.
  ///
  /// Every index of an order begins with the state: a list is walked in each state that its filter
  /// leaves, and the first rows of all of them are the page. So a filter to some states costs no
  /// more than none, however few rows they have, and whether or not these have a value at all.
  ///
  /// A text takes its place by its first 200 characters, as an index has no room for any length.
  struct PageWalk {
    private let connection: PostgresConnection
    private let query: SubscriberQuery
    private let predicate: FilterPredicate
    private let filter: SQLCondition
    private let isForward: Bool
    /// A Boolean value that indicates whether the walk meets greater keys first.
    private let isFalling: Bool

    /// A place in the list: the values of the order, and the id.
    fileprivate struct Place {
      /// The key of the order; `nil` for a row without a value.
      var key: SQLValue?
      var id: String
    }

    /// The two stretches of a list: rows with a value, then rows without.
    private enum Partition: CaseIterable { case valued, bare }

    /// Prepares to read a page of the rows that satisfy a predicate.
    init(
      _ connection: PostgresConnection, _ query: SubscriberQuery, _ predicate: FilterPredicate
    ) throws {
      var query = query
      // Without a name, every row stands by its id.
      if StoredRow.hidden.contains(query.sort.field), try !connection.showsProfiles() {
        query.sort = .id
      }
      (self.connection, self.query, self.predicate) = (connection, query, predicate)
      var filter = SQLCondition(predicate)
      // The episodes are found once, rather than joined in each state.
      if predicate.someEpisode != nil { filter.sql = "\(filter.sql) IS TRUE" }
      self.filter = filter
      isForward = query.cursor?.direction != .before
      isFalling = query.descending == isForward
    }

    /// Reads the page.
    func page() throws -> SubscriberPage {
      let wanted = max(0, query.limit)
      let start = try start()
      var partitions = isForward ? Partition.allCases : Partition.allCases.reversed()
      if let start {
        partitions = Array(partitions.drop { $0 != (start.key == nil ? .bare : .valued) })
      }
      var rows: [SubscriberSummary] = []
      for partition in partitions where rows.count <= wanted {
        let isPlaced = start.map { ($0.key == nil ? .bare : .valued) == partition } ?? false
        rows += try walk(partition, from: isPlaced ? start : nil, limit: wanted + 1 - rows.count)
      }
      let hasMore = rows.count > wanted
      let page = rows.prefix(wanted)
      return SubscriberPage(rows: isForward ? Array(page) : page.reversed(), hasMore: hasMore)
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
      guard query.sort != .id, let order, let key = place.key else { return [.text(place.id)] }
      guard order.isText, case .storedText(let text) = key else { return [key, .text(place.id)] }
      // A character of the stored form is a scalar, as for PostgreSQL.
      let beginning = String(text.unicodeScalars.prefix(200))
      return [.storedText(beginning), .text(place.id)]
    }

    /// The row at the cursor; `nil` for a list's end.
    private func start() throws -> Place? {
      guard let id = query.cursor?.id else { return nil }
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
      _ partition: Partition, from start: Place?, limit: Int
    ) throws -> [SubscriberSummary] {
      guard query.sort.field.mayBe(present: partition == .valued, in: predicate.states) else {
        return []
      }
      guard !filter.isExact else { return try part(partition, from: start, limit: limit) }
      var (found, place) = ([SubscriberSummary](), start)
      while found.count < limit {
        let rows = try part(partition, from: place, limit: PageWalk.stretch)
        found += rows.filter(predicate.matches)
        guard rows.count == PageWalk.stretch, let last = rows.last else { break }
        place = Place(last, order: partition == .valued ? order : nil, query.sort)
      }
      return Array(found.prefix(limit))
    }

    /// The number of rows that are looked at together where SQL cannot tell which match.
    private static let stretch = 500

    /// The numbers of the states in each of which rows are walked, joined by commas; `nil` where
    /// one index has the rows of all in the list's order.
    private func walkedStates(_ partition: Partition) -> String? {
      let states = predicate.states
      if query.sort.field == .state || query.sort == .id && states == nil { return nil }
      let present =
        partition == .valued
        ? query.sort.field.definition.states : Set(SubscriptionState.allCases)
      let walked = states.map { $0.intersection(present) } ?? present
      let codes: [Int64] = walked.map(\.code)
      return codes.sorted().map { "\($0)" }.joined(separator: ",")
    }

    private func part(
      _ partition: Partition, from start: Place?, limit: Int
    ) throws -> [SubscriberSummary] {
      let isValued = partition == .valued
      let keys = isValued ? keys : ["id"]
      let direction = isFalling ? "DESC" : "ASC"
      var conditions: [SQLCondition] = []
      if query.sort != .id, let order {
        conditions.append(
          SQLCondition("\(order) IS \(isValued ? "NOT NULL" : "NULL")"))
      }
      if let start {
        let values = isValued ? values(start) : [.text(start.id)]
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        conditions.append(
          SQLCondition(
            "(\(keys.joined(separator: ", "))) \(isFalling ? "<" : ">") (\(marks))", values))
      }
      var select = SQLCondition.all(conditions + [filter])
      // Rows without a value stand together in the index of the order, by id.
      let sorted = isValued || order?.isText ?? true ? keys : order.map { ["\($0)"] + keys } ?? keys
      func ending(_ keys: [String]) -> String {
        "ORDER BY \(keys.map { "\($0) \(direction)" }.joined(separator: ", ")) LIMIT \(limit)"
      }
      let row = try connection.storedRow()
      if let states = walkedStates(partition) {
        let names = sorted.indices.map { "key\($0)" }
        let places = zip(sorted, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
        select.sql = """
          SELECT \(row) FROM (
            SELECT found.* FROM unnest('{\(states)}'::bigint[]) AS walked(state), LATERAL (
              SELECT \(places) FROM subscribers
              WHERE subscribers.state = walked.state AND \(select.sql) \(ending(sorted))
            ) AS found \(ending(names))
          ) AS found JOIN subscribers ON id = \(names.last ?? "id") \(ending(names))
          """
      } else {
        select.sql = "SELECT \(row) FROM subscribers WHERE \(select.sql) \(ending(sorted))"
      }
      let rows = try connection.query(select, isKept: query.filter == nil)
      return try (0..<rows.count).map { try rows.summary($0, 0) }
    }
  }

  extension PageWalk.Place {
    /// The place of a row.
    fileprivate init(_ row: SubscriberSummary, order: RowColumn?, _ sort: SubscriberSort) {
      id = row.id.rawValue
      guard sort != .id, order != nil else {
        key = sort == .id ? .text(id) : nil
        return
      }
      switch sort.key(of: row) {
      case .number(let number)?: key = .integer(number)
      case .text(let text)?: key = .storedText(StoredText.stored(text))
      case nil: key = nil
      }
    }
  }
#endif
