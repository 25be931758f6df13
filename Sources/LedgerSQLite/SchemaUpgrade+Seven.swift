import GRDB

extension SchemaUpgrade {
  /// The step to version 7, frozen: headers of JWS have a table, so that new payloads are kept
  /// without them, and so have lists of purchases to ask about, changes that others wait for, and
  /// what became of telling them.
  @Sendable static func fromSix(_ database: Database) throws {
    try addHeaders(database)
    try addBackfill(database)
    try addOutbox(database)
  }

  private static func addHeaders(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE headers (
          number INTEGER PRIMARY KEY,
          mark INTEGER NOT NULL,
          text BLOB NOT NULL
        ) STRICT;
        CREATE INDEX headersByMark ON headers(mark)
        """)
  }

  private static func addBackfill(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE backfill (
          number INTEGER PRIMARY KEY,
          mark INTEGER NOT NULL UNIQUE,
          run INTEGER NOT NULL,
          line INTEGER NOT NULL,
          store TEXT NOT NULL,
          app TEXT NOT NULL,
          name TEXT,
          account TEXT,
          rank INTEGER NOT NULL,
          outcome TEXT NOT NULL
        ) STRICT;
        CREATE INDEX backfillOpen ON backfill(run, store, app, rank, number)
        WHERE outcome = 'waiting';
        CREATE INDEX backfillUnanswered ON backfill(run, line, number)
        WHERE outcome NOT IN ('waiting', 'answered')
        """)
  }

  private static func addOutbox(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE changes (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL UNIQUE,
          subscription TEXT NOT NULL,
          kind TEXT NOT NULL,
          at INTEGER NOT NULL,
          recordedAt INTEGER NOT NULL,
          reason TEXT,
          step INTEGER,
          row BLOB NOT NULL
        ) STRICT;
        CREATE INDEX changesByTime ON changes(recordedAt);
        CREATE TABLE receivers (
          name TEXT PRIMARY KEY,
          cursor INTEGER NOT NULL,
          disabled TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE deliveries (
          receiver TEXT NOT NULL,
          change INTEGER NOT NULL,
          subscription TEXT NOT NULL,
          status TEXT NOT NULL,
          attempts INTEGER NOT NULL,
          nextAt INTEGER NOT NULL,
          triedAt INTEGER,
          problem TEXT NOT NULL,
          PRIMARY KEY (receiver, change)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX deliveriesByTime ON deliveries(receiver, nextAt) WHERE status = 'waiting';
        CREATE INDEX deliveriesInOrder ON deliveries(receiver, subscription, change);
        CREATE INDEX deliveriesDead ON deliveries(receiver, change) WHERE status = 'dead'
        """)
  }
}
