import Dispatch
import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore
import Synchronization

/// The sequences of three letters in the names and mail addresses of people, by which the rows are
/// found that a misheard name is near to (`FuzzyMatcher`).
///
/// It is made when such a name is first looked for in a large ledger, some thousand rows at a time.
/// Triggers note which rows came or changed a name since; those are looked at one by one until
/// their sequences are added. The index holds no text: what it finds are candidates, also for names
/// that a row had before.
struct PeopleIndex {
  private let database: Database

  /// Prepares the index, valid within one access to the database.
  init(_ database: Database) { self.database = database }

  /// The most noted rows that are worth looking at one by one.
  static let notedMax = 5_000
  /// The number of rows whose sequences are added together.
  static let batch = 20_000
  /// The most candidates that are looked up in a small ledger, and the share of all rows that is in
  /// a large one: where there are more, reading every name in order takes no longer.
  private static let candidates = (min: 1_000, share: 10)

  private static let parts: SchemaParts = {
    func note(_ name: String, _ event: String, when condition: String) -> (String, String) {
      (
        name,
        """
        CREATE TRIGGER \(name) AFTER \(event) ON subscribers WHEN \(condition)
        BEGIN INSERT INTO peopleNotes (key) VALUES (NEW.key) ON CONFLICT DO NOTHING; END
        """
      )
    }
    return SchemaParts(all: [
      (
        "people",
        """
        CREATE VIRTUAL TABLE people USING fts5(
          sequences, content='', columnsize=0, detail=none, tokenize='ascii')
        """
      ),
      ("peopleNotes", "CREATE TABLE peopleNotes (key INTEGER PRIMARY KEY) STRICT"),
      note("peopleInserted", "INSERT", when: "NEW.name IS NOT NULL OR NEW.email IS NOT NULL"),
      note(
        "peopleUpdated", "UPDATE OF name, email",
        when: "NEW.name IS NOT OLD.name OR NEW.email IS NOT OLD.email"),
    ])
  }()

  // MARK: Form

  /// Removes the index, and with it the sequences of every name.
  func drop() throws { try Self.parts.drop(from: database) }

  /// Adds the sequences of some rows, and makes the index where there is none, or one that an
  /// earlier build made of letters with their marks.
  ///
  /// - Returns: Whether any rows may be left.
  func grow() throws -> Bool {
    let isBegun = try Meta.integer(database, .peopleThrough) != nil
    if try !isBegun || !Self.parts.exist(in: database) {
      try drop()
      try Self.parts.create(in: database)
      try Meta.set(database, .peopleThrough, 0)
    }
    guard try isWhole() else {
      let through = try Meta.integer(database, .peopleThrough) ?? 0
      let last = try add(
        "SELECT key, name, email FROM subscribers WHERE key > ? ORDER BY key LIMIT \(Self.batch)",
        [through.databaseValue])
      try Meta.set(database, .peopleThrough, last ?? .max)
      return true
    }
    let last = try add(
      """
      SELECT n.key, s.name, s.email FROM peopleNotes n LEFT JOIN subscribers s ON s.key = n.key
      ORDER BY n.key LIMIT \(Self.batch)
      """)
    guard let last else { return false }
    try database.execute(sql: "DELETE FROM peopleNotes WHERE key <= ?", arguments: [last])
    return true
  }

  /// A Boolean value that indicates whether the rows that were there when the index was begun have
  /// their sequences.
  private func isWhole() throws -> Bool { try Meta.integer(database, .peopleThrough) == .max }

  /// Adds the sequences of the rows that a query gives, and returns the key of the last one.
  private func add(_ query: String, _ values: [DatabaseValue] = []) throws -> Int64? {
    let select = try RawStatement(database, query)
    let insert = try RawStatement(database, "INSERT INTO people (rowid, sequences) VALUES (?, ?)")
    select.bind(values)
    defer { select.reset() }
    var last: Int64?
    while try select.step() {
      let key = select.integer(0)
      last = key
      let names = [Int32(1), 2].filter { !select.isNull($0) }.map { column in
        Array(LookupName.plain(select.text(column)).utf8)
      }
      guard !names.isEmpty else { continue }
      insert.bind(key, at: 1)
      insert.bind(text: TrigramIndex.sequences(in: names, everyLetter: true), at: 2)
      try insert.run()
    }
    return last
  }

  // MARK: Finding

  /// Adds the subscriptions of the people whose name or mail address a text is near to, until
  /// enough have fewer errors than all that are left.
  ///
  /// - Returns: `false` where the index is not made yet, or so much is to be looked at that reading
  ///   every name takes no longer; some may be added then.
  func addSubscriptions(
    near: FuzzyMatcher, limit: Int, to found: inout NearNames
  ) throws -> Bool {
    guard try Self.parts.exist(in: database), try isWhole() else { return false }
    let noted = try keys("SELECT key FROM peopleNotes LIMIT \(Self.notedMax + 1)")
    guard noted.count <= Self.notedMax else { return false }
    try add(noted, near, to: &found)
    let rows = try SQLiteLedger.countAll(database)
    let most = max(Self.candidates.min, rows / Self.candidates.share)
    for errors in 0...near.errorsMax {
      let ways = near.ways(errors: errors).map { way in
        "(" + way.sorted().map(Self.term).joined(separator: " AND ") + ")"
      }
      let candidates = try keys(
        "SELECT rowid FROM people WHERE people MATCH $1 LIMIT $2",
        [.text(ways.joined(separator: " OR ")), .limit(most + 1)])
      guard candidates.count <= most else { return false }
      try add(candidates, near, to: &found)
      guard found.count(atMost: errors) < limit else { break }
    }
    return true
  }

  private func keys(_ query: String, _ values: [SQLArgument] = []) throws -> [Int64] {
    try database.raw.fetch(query, values) { $0.integer(0) }
  }

  /// The condition for a sequence; two letters begin one of three, or are the last of a name.
  private static func term(_ sequence: String) -> String {
    sequence.unicodeScalars.count < 3 ? "\"\(sequence)\" *" : "\"\(sequence)\""
  }

  /// Adds those of some rows that a text is near to.
  private func add(_ keys: [Int64], _ near: FuzzyMatcher, to found: inout NearNames) throws {
    let select = try RawStatement(
      database, "SELECT id, name, email FROM subscribers WHERE key = ?")
    for key in keys {
      select.bind(key, at: 1)
      defer { select.reset() }
      guard try select.step() else { continue }
      let errors = [Int32(1), 2].compactMap { column in
        select.isNull(column) || !near.mayBeNear(select.buffer(column))
          ? nil : near.errors(inName: select.text(column))
      }
      if let least = errors.min() { found.add(SubscriptionID(select.text(0)), errors: least) }
    }
  }
}

extension SQLiteLedger {
  /// Adds all people to the index in which misheard names are looked for.
  ///
  /// Whoever looks for one in a large ledger has that begun; until it is done every name is read.
  public func indexPeople() throws(LedgerError) {
    while try write({ database in try PeopleIndex(database).grow() }) {}
  }

  /// Begins to add people to the index beside everything else, where there are many rows.
  func beginIndexingPeople() throws(LedgerError) {
    guard makesIndexes, !isPast,
      try read(SQLiteLedger.countAll) >= ListIndex.aheadRowsMin
    else { return }
    let isFirst = isIndexingPeople.withLock { isIndexing in
      defer { isIndexing = true }
      return !isIndexing
    }
    if isFirst { indexMorePeople() }
  }

  private func indexMorePeople() {
    DispatchQueue.global(qos: .utility).asyncAfter(
      deadline: .now() + ListIndex.aheadPause
    ) { [weak self] in
      guard let self else { return }
      if (try? addSomePeople()) == true {
        indexMorePeople()
      } else {
        isIndexingPeople.withLock { $0 = false }
      }
    }
  }

  /// Adds some people to the index, unless another connection is writing.
  ///
  /// - Returns: Whether it is worth another try: not where the file has no room for more.
  func addSomePeople() throws(LedgerError) -> Bool {
    var isLeft = true
    let isPossible = try writeUnlessBusy { database in
      try database.inTransaction(.immediate) {
        try files.check(database)
        isLeft = try PeopleIndex(database).grow()
        return .commit
      }
    }
    // Where another process is writing, the next time is soon enough.
    return isPossible && isLeft
  }
}
