import GRDB

/// The frozen steps: none of them is ever edited.
extension SchemaUpgrade {
  /// The step to version 2: an event is known by its subscription and its id, no longer by its id
  /// alone, and of several copies the one recorded first counts, no longer the one that arrived
  /// first.
  static let toTwo = Step(
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

  /// The step to version 3, which changed derived tables alone.
  static let toThree = Step(sql: "")

  /// The step to version 4: an entry is found by a hash of its identity, no longer by an index of
  /// whole identities.
  static let toFour = Step(
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
      """,
    rest: { database in
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
    })

  /// The step to version 5: the product catalogue has a table.
  static let toFive = Step(
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

  /// The step to version 6: requests about orders of the App Store have a table.
  static let toSix = Step(
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

  /// The step to version 7: tables for the headers of JWS, so that new payloads are kept without
  /// them, for lists of purchases to ask about, and for changes and their deliveries.
  static let toSeven = Step(
    sql: """
      CREATE TABLE headers (
        number INTEGER PRIMARY KEY,
        mark INTEGER NOT NULL,
        text BLOB NOT NULL
      ) STRICT;
      CREATE INDEX headersByMark ON headers(mark);
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
      WHERE outcome NOT IN ('waiting', 'answered');
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

  /// The step to version 8: the times and the source of an event have columns, so that programs
  /// that cannot decode an event can ask for them.
  static let toEight = Step(
    sql: """
      DROP INDEX eventsOnce;
      DROP INDEX eventsAgain;
      ALTER TABLE events RENAME TO formerEvents;
      CREATE TABLE events (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        subscription INTEGER NOT NULL,
        kind TEXT NOT NULL,
        isRepeat INTEGER NOT NULL CHECK (isRepeat IN (0, 1)),
        effectiveAt INTEGER,
        statedAt INTEGER,
        recordedAt INTEGER,
        source INTEGER,
        body BLOB NOT NULL
      ) STRICT;
      INSERT INTO events
      SELECT number, id, subscription, kind, isRepeat, event_value(body, 'effectiveAt'),
        event_value(body, 'statedAt'), event_value(body, 'recordedAt'),
        event_value(body, 'source'), body
      FROM formerEvents ORDER BY number;
      DROP TABLE formerEvents;
      CREATE UNIQUE INDEX eventsOnce ON events(subscription, id) WHERE isRepeat = 0;
      CREATE INDEX eventsAgain ON events(subscription, id) WHERE isRepeat = 1
      """)

  /// The step to version 9, which changed derived tables alone: episodes have plan, price and
  /// prompts, and counters reach over all days.
  static let toNine = Step(sql: "")

  /// The step to version 10: accesses to personal data have a table.
  static let toTen = Step(
    sql: """
      CREATE TABLE accesses (
        number INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        actor TEXT NOT NULL,
        command TEXT NOT NULL,
        format TEXT,
        count INTEGER,
        subscription TEXT,
        account TEXT
      ) STRICT
      """)

  /// The step to version 11: payloads may be compressed, which earlier builds cannot read; those
  /// that are there stay as they are.
  static let toEleven = Step(sql: "")

  /// The step to version 12: payloads may be pruned, which earlier builds cannot read, and a table
  /// says by whom.
  static let toTwelve = Step(
    sql: """
      CREATE TABLE prunings (
        number INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        actor TEXT NOT NULL,
        receivedBefore INTEGER NOT NULL,
        payloads INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        isFinished INTEGER NOT NULL CHECK (isFinished IN (0, 1))
      ) STRICT
      """)

  /// The step to version 13: a change says how old the news were that led to it.
  static let toThirteen = Step(sql: "ALTER TABLE changes ADD COLUMN newsAt INTEGER")

  /// The step to version 14, which changed derived tables alone: ends and refunds have a table, and
  /// rows say when access ended.
  static let toFourteen = Step(sql: "")

  /// The step to version 15: events may be compressed, which earlier builds cannot read; those that
  /// are there stay as they are.
  ///
  /// The index of news is made again with a shorter condition, when the file is next written.
  static let toFifteen = Step(sql: "DROP INDEX IF EXISTS eventsNews")

  /// The step to version 16, which changed derived tables alone: rows say whether access is known.
  static let toSixteen = Step(sql: "")

  /// The step to version 17, which changed derived tables alone: rows say on which other products'
  /// facts they depend.
  static let toSeventeen = Step(sql: "")
}
