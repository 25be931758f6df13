import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// Writes derived rows into `subscribers`, `episodes` and `moments`, and keeps the counters in
/// step.
struct RowWriter {
  private let database: Database
  private let insert: RawStatement
  private let select: RawStatement
  private let compare: RawStatement
  private let remove: RawStatement
  private let episodes: EpisodeTable
  private let moments: MomentTable
  /// The statements that change rows, by the fields that they set.
  private var updates: [FieldSet: RawStatement] = [:]
  /// An instant before which no row changes by itself, in a load; `nil` where an index tells.
  var nextChange: Timestamp?
  /// The change of the counters by the rows written so far.
  private var counters = CounterDeltas()
  /// The hours of the failures whose episodes were written so far, in milliseconds since 1970.
  private var failureHours: Set<Int64> = []

  /// Prepares the statements, valid within one access to the database.
  init(_ database: Database) throws {
    self.database = database
    insert = try RawStatement(database, RowWriter.insertSQL)
    select = try RawStatement(database, "SELECT row FROM subscribers WHERE key = ?")
    compare = try RawStatement(database, RowWriter.compareSQL)
    remove = try RawStatement(database, "DELETE FROM subscribers WHERE key = ?")
    episodes = try EpisodeTable(database)
    moments = try MomentTable(database)
  }

  private static let insertSQL: String = {
    let names = RowColumns.all.map(\.name) + ["accessKnown", "row"]
    let marks = Array(repeating: "?", count: names.count + 1).joined(separator: ", ")
    return "INSERT INTO subscribers (key, \(names.joined(separator: ", "))) VALUES (\(marks))"
  }()

  private static let compareSQL: String = {
    let equal = RowColumns.all.map { "\($0) IS ?\($0.parameter)" }.joined(separator: " AND ")
    let known = "accessKnown = ?\(RowColumns.accessKnownParameter)"
    return "SELECT 1 FROM subscribers WHERE key = ?1 AND \(equal) AND \(known)"
  }()

  /// A Boolean value that indicates whether the stored columns, episodes and moments of a
  /// subscription repeat what its stored row says.
  func repeats(_ row: SubscriberProjection, key: Int64) throws -> Bool {
    compare.clear()
    compare.bind(key, at: 1)
    RowBinding.bind(row.summary, to: compare)
    defer { compare.reset() }
    return try compare.step() && episodes.repeats(row, key: key) && moments.repeats(row, key: key)
  }

  /// The stored row of a subscription.
  func row(_ key: Int64) throws -> SubscriberProjection? {
    try withStoredRow(key) { bytes in try EventCodec.decode(row: bytes) }
  }

  /// The row of a subscription, byte for byte.
  func storedRow(_ key: Int64) throws -> [UInt8]? { try withStoredRow(key) { [UInt8]($0) } }

  private func withStoredRow<Value>(
    _ key: Int64, _ body: (UnsafeRawBufferPointer) throws -> Value
  ) throws -> Value? {
    select.bind(key, at: 1)
    defer { select.reset() }
    return try select.step() ? try body(select.buffer(0)) : nil
  }

  /// Writes a derived row; what a new one adds to the counters is added by itself
  /// (``RefreshedRows/counters``).
  mutating func write(_ row: RefreshedRow) throws {
    let key = row.source.key
    // A new subscription, as most of an import are, is written without a look at any other row.
    guard row.source.old == nil, let new = row.new, let encoded = row.encoded else {
      return try replace(row.source.old, with: row.new, key: key)
    }
    try write(new, encoded, key: key)
    try episodes.replace(nil, with: new, key: key, hours: &failureHours)
    try moments.replace(nil, with: new, key: key)
  }

  /// Writes a row in place of the stored one, by its bytes where those are known, or removes that
  /// one where there is none any more.
  mutating func replace(
    _ old: SubscriberProjection?, with new: SubscriberProjection?, encoded: [UInt8]? = nil,
    key: Int64
  ) throws {
    if old == new { return }
    counters.replace(old, with: new)
    switch (old, new) {
    case (let old?, let new?):
      try change(old, to: new, encoded ?? EventCodec.encode(new), key: key)
    case (nil, let new?): try write(new, encoded ?? EventCodec.encode(new), key: key)
    case (_, nil):
      remove.bind(key, at: 1)
      try remove.run()
    }
    try episodes.replace(old, with: new, key: key, hours: &failureHours)
    try moments.replace(old, with: new, key: key)
  }

  /// Adds what new rows add to the counters.
  mutating func add(_ deltas: CounterDeltas) { counters.add(deltas) }

  /// Stores what the rows written so far add to the counters, and whose blocks they outdate.
  mutating func flush() throws {
    try counters.flush(database)
    counters = CounterDeltas()
    try EpisodeBlocks(database).note(failureHours)
    failureHours = []
  }

  private mutating func note(_ row: SubscriberProjection) {
    guard let known = nextChange, let next = row.summary.status.nextChangeAt else { return }
    nextChange = min(known, next)
  }

  private mutating func write(
    _ row: SubscriberProjection, _ encoded: [UInt8], key: Int64
  ) throws {
    note(row)
    insert.clear()
    insert.bind(key, at: 1)
    RowBinding.bind(row.summary, to: insert)
    insert.bind(encoded, at: RowColumns.rowParameter)
    try insert.run()
  }

  /// Writes the columns that differ, so that no index is touched whose columns stay.
  private mutating func change(
    _ old: SubscriberProjection, to new: SubscriberProjection, _ encoded: [UInt8], key: Int64
  ) throws {
    note(new)
    let fields = FieldSet(between: old.summary, and: new.summary)
    let update = try updates[fields] ?? RawStatement(database, fields.updateSQL)
    updates[fields] = update
    update.clear()
    update.bind(key, at: 1)
    for binding in fields.bindings { binding.bind(new.summary, to: update) }
    RowBinding.bind(accessKnownOf: new.summary, to: update)
    update.bind(encoded, at: RowColumns.rowParameter)
    try update.run()
  }
}
