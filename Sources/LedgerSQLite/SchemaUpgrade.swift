import GRDB

/// Brings a file of an earlier version to the present form.
///
/// Only the truth and what was told of accounts goes from version to version, by steps that are
/// frozen: each holds the statements of its day and never changes, whatever becomes of ``Schema``.
/// What is derived is made anew, empty and in the present form; it is filled when the ledger is
/// opened, since the form is part of what rows are derived with.
enum SchemaUpgrade {
  /// The steps to the next version, beginning with version 1.
  static let steps: [@Sendable (Database) throws -> Void] = [
    fromOne, fromTwo, fromThree, fromFour, fromFive, fromSix,
  ]

  /// Everything derived that any version had.
  private static let derived = [
    "names", "pieces", "subscribers", "episodes", "tallies", "textBlocks", "textNotes",
  ]

  /// Brings a file from a version to the present one.
  static func run(_ database: Database, from version: Int) throws {
    for name in Schema.guards {
      try database.execute(sql: "DROP TRIGGER IF EXISTS \(name)")
    }
    for table in derived { try database.execute(sql: "DROP TABLE IF EXISTS \(table)") }
    for step in steps[(version - 1)...] { try step(database) }
    for statement in Schema.renewed { try database.execute(sql: statement) }
  }

  // MARK: Frozen steps

  /// An event is known by its subscription and its id, no longer by its id alone, and of several
  /// copies the one recorded first counts, no longer the one that arrived first.
  @Sendable private static func fromOne(_ database: Database) throws {
    try database.execute(
      sql: """
        DROP INDEX eventsOnce;
        CREATE TEMP TABLE repeated AS
        SELECT DISTINCT subscription, id FROM events WHERE isRepeat = 1;
        UPDATE events SET isRepeat = number <> (
          SELECT e.number FROM events e
          WHERE e.subscription = events.subscription AND e.id = events.id
          ORDER BY recorded_at(e.body), e.number LIMIT 1)
        WHERE (subscription, id) IN (SELECT subscription, id FROM repeated);
        DROP TABLE repeated;
        DROP INDEX eventsBySubscription;
        CREATE UNIQUE INDEX eventsOnce ON events(subscription, id) WHERE isRepeat = 0;
        CREATE INDEX eventsAgain ON events(subscription, id) WHERE isRepeat = 1
        """)
  }

  /// Rows have a column for requests to ask a store: nothing of the truth.
  @Sendable private static func fromTwo(_ database: Database) throws {}

  /// An entry is found by the mark of its identity, no longer by an index of whole identities.
  @Sendable private static func fromThree(_ database: Database) throws {
    try database.execute(
      sql: """
        DROP INDEX entriesUnknown;
        ALTER TABLE entries RENAME TO formerEntries;
        CREATE TABLE entries (
          position INTEGER PRIMARY KEY CHECK (position > 0),
          identity TEXT NOT NULL,
          mark INTEGER NOT NULL UNIQUE,
          format TEXT NOT NULL,
          raw BLOB NOT NULL,
          receivedAt INTEGER NOT NULL,
          verification TEXT NOT NULL,
          hasUnknown INTEGER NOT NULL CHECK (hasUnknown IN (0, 1))
        ) STRICT;
        CREATE INDEX entriesUnknown ON entries(position) WHERE hasUnknown = 1;
        INSERT INTO entries
        SELECT position, identity, name_mark(identity), format, raw, receivedAt, verification,
          hasUnknown
        FROM formerEntries WHERE 1 ORDER BY position ON CONFLICT (mark) DO NOTHING
        """)
    // Of several identities with one mark the later ones have the next that nobody has.
    let left = try Row.fetchAll(
      database,
      sql: """
        SELECT position, name_mark(identity) AS mark FROM formerEntries
        WHERE position NOT IN (SELECT position FROM entries) ORDER BY position
        """)
    for row in left {
      var mark: Int64 = row["mark"]
      repeat {
        mark &+= 1
        try database.execute(
          sql: """
            INSERT INTO entries
            SELECT position, identity, ?1, format, raw, receivedAt, verification, hasUnknown
            FROM formerEntries WHERE position = ?2 ON CONFLICT (mark) DO NOTHING
            """, arguments: [mark, row["position"] as Int64])
      } while database.changesCount == 0
    }
    try database.execute(sql: "DROP TABLE formerEntries")
  }

  /// The product catalogue has a table.
  @Sendable private static func fromFour(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE products (
          store TEXT NOT NULL,
          app TEXT NOT NULL,
          product TEXT NOT NULL,
          basePlan TEXT NOT NULL,
          body BLOB NOT NULL,
          PRIMARY KEY (store, app, product, basePlan)
        ) STRICT, WITHOUT ROWID
        """)
  }

  /// Requests about orders of the App Store have a table.
  @Sendable private static func fromFive(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE orderLookups (
          orderID TEXT PRIMARY KEY,
          requestedAt INTEGER NOT NULL,
          actor TEXT NOT NULL,
          outcome TEXT NOT NULL,
          toldAt INTEGER,
          detail TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX orderLookupsOpen ON orderLookups(requestedAt, orderID)
        WHERE outcome = 'waiting'
        """)
  }
}
