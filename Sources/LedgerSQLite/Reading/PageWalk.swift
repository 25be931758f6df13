import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// Reads one page of a list by walking from a place, in either direction, without counting rows.
struct PageWalk {
  private let database: Database
  private let query: SubscriberQuery
  private let predicate: FilterPredicate
  private let filter: SQLCondition
  /// A Boolean value that indicates whether rows are met in the list's order rather than sorted.
  private let walksOrder: Bool
  /// A Boolean value that indicates whether rows are looked up by their numbers, which the filter
  /// lists.
  private let looksUpKeys: Bool
  /// The index to walk for the rows that are in no sparse one.
  private let index: ListIndex?

  /// Prepares to read a page of the rows that satisfy a predicate, of which terms of texts may be
  /// answered already.
  init(
    _ database: Database, _ query: SubscriberQuery, _ predicate: FilterPredicate,
    _ answer: (texts: TextAnswer, rest: FilterPredicate)?
  ) throws {
    self.database = database
    self.query = query
    self.predicate = predicate
    let rest = answer?.rest ?? predicate
    let condition = SQLCondition(rest)
    filter = answer.map { .all([$0.texts.condition, condition]) } ?? condition
    looksUpKeys = try answer?.texts.isNarrow ?? false || rest.hasFewParts(database)
    walksOrder = try !looksUpKeys && rest.isBroad(database)
    // The rows of one state stand together there, in the order in which they lose access.
    let isOfOneState = query.sort == .losesAccess && predicate.states?.count == 1
    index =
      try isOfOneState && ListIndex.byStateAndLoss.exists(database)
      ? .byStateAndLoss : query.sort.listIndex
  }

  /// Returns the hint by which SQLite finds the rows of a partition.
  private func hint(_ partition: ListPartition) throws -> String {
    guard walksOrder else { return looksUpKeys ? "NOT INDEXED" : "" }
    if partition == .valued, let index = query.sort.sparseIndex {
      return try database.hasIndex(index) ? "INDEXED BY \(index)" : "NOT INDEXED"
    }
    guard let index, try index.exists(database) else { return "NOT INDEXED" }
    return "INDEXED BY \(index.rawValue)"
  }

  /// Reads the page.
  func page() throws -> SubscriberPage {
    guard query.limit > 0 else {
      return SubscriberPage(rows: [], hasMore: try count() > 0)
    }
    let place = try place()
    let first = place.map { $0.key.isNull ? ListPartition.bare : .valued }
    return try query.page(from: first) { partition, limit in
      try walk(partition, from: partition == first ? place : nil, limit: limit)
    }
  }

  private func count() throws -> Int {
    var select = filter
    select.sql = "SELECT EXISTS (SELECT 1 FROM subscribers WHERE \(filter.sql))"
    return try database.raw.fetch(select, isKept: false) { Int($0.integer(0)) }.first ?? 0
  }

  /// The key and the id of the row at the cursor; `nil` for a list's end.
  private func place() throws -> (key: DatabaseValue, id: String)? {
    guard let cursor = query.cursor else { return nil }
    let id = cursor.id
    switch cursor.key {
    case .read(.number(let number)?): return (number.databaseValue, id.rawValue)
    case .read(.text(let text)?): return (text.databaseValue, id.rawValue)
    case .read(nil): return (.null, id.rawValue)
    case .current: break
    }
    let sql = """
      SELECT \(query.sort.expression) AS key FROM subscribers
      WHERE key = (SELECT key FROM subscriptions WHERE id = ?)
      """
    let row = try Row.fetchOne(database, sql: sql, arguments: [id.rawValue])
    return row.map { ($0["key"], id.rawValue) }
  }

  /// The query for rows of a partition.
  func select(
    _ partition: ListPartition, from place: (key: DatabaseValue, id: String)?, limit: Int
  ) throws -> SQLCondition {
    let key = query.sort.expression
    let direction = query.isFalling ? "DESC" : "ASC"
    let sign = query.isFalling ? "<" : ">"
    var conditions: [SQLCondition]
    let order: String
    switch partition {
    case .valued where query.sort == .id:
      (conditions, order) = ([], "id \(direction)")
      if let place { conditions.append(SQLCondition("id \(sign) ?", [place.id])) }
    case .valued:
      conditions = [SQLCondition("\(key) IS NOT NULL")]
      order = "\(key) \(direction), id \(direction)"
      if let place {
        conditions.append(SQLCondition("(\(key), id) \(sign) (?, ?)", [place.key, place.id]))
      }
    case .bare:
      (conditions, order) = ([SQLCondition("\(key) IS NULL")], "id \(direction)")
      if let place { conditions.append(SQLCondition("id \(sign) ?", [place.id])) }
    }
    var select = SQLCondition.all(conditions + [filter])
    select.sql = """
      SELECT row FROM subscribers \(try hint(partition))
      WHERE \(select.sql) ORDER BY \(order) LIMIT \(limit)
      """
    return select
  }

  private func walk(
    _ partition: ListPartition, from place: (key: DatabaseValue, id: String)?, limit: Int
  ) throws -> [SubscriberSummary] {
    guard query.sort.field.mayBe(present: partition == .valued, in: predicate) else { return [] }
    let select = try select(partition, from: place, limit: limit)
    return try database.raw.fetch(select, isKept: query.filter == nil) { row in
      try EventCodec.decode(summary: row.buffer(0))
    }
  }
}

extension SubscriberSort {
  /// The column of the key of ``key(of:)``.
  var expression: String { field.columnName }
}

extension FilterPredicate {
  /// The most rows of the states asked for that are worth sorting instead of walking the order.
  private static let sortedRowsMax: Int64 = 5_000

  /// A Boolean value that indicates whether so many rows may match that walking the list's order
  /// finds a page sooner than looking the rows up by their state and sorting them.
  func isBroad(_ database: Database) throws -> Bool {
    guard let states else { return true }
    let statement = try RawStatement(
      database, "SELECT ifnull(sum(count), 0) FROM counters WHERE kind = ? AND variant GLOB ?")
    defer { statement.reset() }
    var rows: Int64 = 0
    for state in states {
      statement.bind(Int64(CounterKind.state.rawValue), at: 1)
      statement.bind(state.rawValue + "/*", at: 2)
      if try statement.step() { rows = rows.addingClamped(statement.integer(0)) }
      statement.reset()
    }
    return rows > FilterPredicate.sortedRowsMax
  }

  /// A Boolean value that indicates whether only subscribers of a few parts can match, so that
  /// looking their rows up by number and sorting them finds a page sooner than walking an order.
  func hasFewParts(_ database: Database) throws -> Bool {
    guard let some = somePart else { return false }
    var select = SQLCondition.parts("1", of: some.part, where: some.terms)
    let limit = FilterPredicate.sortedRowsMax + 1
    select.sql = "SELECT count(*) FROM (\(select.sql) LIMIT \(limit))"
    let count = try database.raw.fetch(select, isKept: false) { $0.integer(0) }.first
    return count.map { $0 <= FilterPredicate.sortedRowsMax } ?? false
  }
}
