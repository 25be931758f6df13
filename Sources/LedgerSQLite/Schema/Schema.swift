import LedgerRows

/// The tables of a ledger file, with the rules that the database itself enforces.
///
/// `entries` and `events` are the truth and cannot be changed but by a recorded erasure, and by a
/// recorded pruning of payloads. The rest of the numbers and texts is derived from them and may be
/// rebuilt at any time.
enum Schema {
  /// The application id of a ledger file: "chtp" as a big-endian number.
  static let applicationID: Int64 = 0x6368_7470

  /// The statements that give an empty file the present form.
  static let tables =
    truth + [newsIndex, accesses, PruningTable.statement] + triggers + lookups + subscribers
    + figures + quarantine + [Shared.products] + Shared.orderLookups + Shared.backfill
    + OutboxTable.statements + SQLViews.all.map(\.sql)

  private typealias Shared = SQLTables<SQLiteDialect>

  /// The tables of derived rows alone, with the indexes that few rows are in: what a ledger of the
  /// past fills before it makes ``lateIndexes``.
  static let derived =
    [subscribersTable, meta, Shared.erasures] + sparseIndexes + [Shared.episodes, Shared.moments]
    + figures + quarantine

  /// The version that this build reads and writes.
  static var version: Int { SchemaUpgrade.steps.count + 1 }

  /// The version that changed derived tables last, or what they are derived from: rows of a file of
  /// this version or a later one stay as they are.
  static let derivedVersion = 17

  /// The statements that create the triggers and everything that is derived, in a file that has the
  /// truth in the present form and nothing else.
  static let renewed =
    [newsIndex] + triggers + trigramIndex + subscribers + figures + SQLViews.all.map(\.sql)

  /// An identity is unique by its mark (``Hash64``), whose index takes a third of the room that
  /// one of the identities would take; of two identities with one mark the later has the next mark.
  private static let entries = [
    """
    CREATE TABLE entries (
      position INTEGER PRIMARY KEY CHECK (position > 0),
      identity TEXT NOT NULL,
      mark INTEGER NOT NULL UNIQUE,
      format TEXT NOT NULL,
      raw BLOB NOT NULL,
      receivedAt INTEGER NOT NULL,
      verification TEXT NOT NULL,
      hasUnknown INTEGER NOT NULL CHECK (hasUnknown IN (0, 1))
    ) STRICT
    """,
    "CREATE INDEX entriesUnknown ON entries(position) WHERE hasUnknown = 1",
  ]

  private static let truth =
    entries + [
      """
      CREATE TABLE subscriptions (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE
      ) STRICT
      """,
      """
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
      ) STRICT
      """,
    ] + eventIndexes + headers + [Shared.erasures, meta]

  /// The headers of JWS that ``PackedPayload`` leaves out of payloads.
  private static let headers = [
    """
    CREATE TABLE headers (
      number INTEGER PRIMARY KEY,
      mark INTEGER NOT NULL,
      text BLOB NOT NULL
    ) STRICT
    """,
    "CREATE INDEX headersByMark ON headers(mark)",
  ]

  private static let meta =
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID"

  /// The accesses to personal data, with none of the data.
  private static let accesses = """
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
    """

  /// Of the copies of an event, the one received first counts; the others are repeats.
  private static let eventIndexes = [
    "CREATE UNIQUE INDEX eventsOnce ON events(subscription, id) WHERE isRepeat = 0",
    "CREATE INDEX eventsAgain ON events(subscription, id) WHERE isRepeat = 1",
  ]

  static let newsIndex = NewsIndex.statement(
    "recordedAt", where: NewsIndex.conditionWithoutList)

  /// The changes that the truth permits without an erasure: a payload may turn out to have been
  /// received earlier, and a copy of an event may come to count or cease to.
  private static let guarded: [(name: String, table: String, verb: String, allowed: String)] = [
    (
      "entriesUPDATE", "entries", "UPDATE",
      """
      NEW.position = OLD.position AND NEW.identity = OLD.identity AND NEW.mark = OLD.mark
      AND NEW.format = OLD.format AND NEW.raw = OLD.raw AND NEW.receivedAt < OLD.receivedAt
      AND NEW.verification = OLD.verification AND NEW.hasUnknown = OLD.hasUnknown
      """
    ),
    ("entriesDELETE", "entries", "DELETE", "0"),
    (
      "eventsUPDATE", "events", "UPDATE",
      """
      NEW.number = OLD.number AND NEW.id = OLD.id AND NEW.subscription = OLD.subscription
      AND NEW.kind = OLD.kind
      AND ((NEW.effectiveAt, NEW.statedAt, NEW.recordedAt, NEW.source, NEW.body)
        IS (OLD.effectiveAt, OLD.statedAt, OLD.recordedAt, OLD.source, OLD.body)
        OR NEW.recordedAt < OLD.recordedAt)
      """
    ),
    ("eventsDELETE", "events", "DELETE", "0"),
    ("headersUPDATE", "headers", "UPDATE", "0"),
    ("headersDELETE", "headers", "DELETE", "0"),
    ("accessesUPDATE", "accesses", "UPDATE", "0"),
    ("accessesDELETE", "accesses", "DELETE", "0"),
  ]

  private static let triggers = guarded.map(trigger)

  /// The trigger that keeps entries as they came.
  static let entriesGuard = (name: guarded[0].name, statement: trigger(guarded[0]))

  /// The trigger that keeps events as they came.
  static let eventsGuard = (name: guarded[2].name, statement: trigger(guarded[2]))

  private static func trigger(
    _ guarded: (name: String, table: String, verb: String, allowed: String)
  ) -> String {
    """
    CREATE TRIGGER \(guarded.name) BEFORE \(guarded.verb) ON \(guarded.table)
    WHEN NOT ifnull(\(guarded.allowed), 0)
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE isRunning = 1)
    BEGIN SELECT RAISE(ABORT, '\(guarded.table) are append-only'); END
    """
  }

  /// The three-letter sequences in the names that events give, by the number of the event.
  ///
  /// It holds no text, only where each sequence occurs: an answer is a candidate whose events tell
  /// whether it is one.
  private static let pieces = """
    CREATE VIRTUAL TABLE pieces USING fts5(
      names, content='', columnsize=0, detail=none, tokenize='ascii')
    """

  /// Gathers more in memory before it is written, and merges what is written less often, which
  /// makes writing cheaper by a third.
  private static let trigramIndex = [
    pieces, "INSERT INTO pieces (pieces, rank) VALUES ('automerge', 16)",
    "INSERT INTO pieces (pieces, rank) VALUES ('hashsize', 2097152)",
  ]

  private static let lookups =
    trigramIndex + [
      """
      CREATE TABLE accounts (
        account TEXT PRIMARY KEY,
        email TEXT,
        profile BLOB NOT NULL
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX accountsByEmail ON accounts(email) WHERE email IS NOT NULL",
    ]

  private static let subscribers =
    [subscribersTable] + lateIndexes + sparseIndexes + [Shared.episodes, Shared.moments]

  private static let subscribersTable =
    """
    CREATE TABLE subscribers (
      key INTEGER PRIMARY KEY,
      \(RowColumns.declarations.joined(separator: ",\n  "))
    ) STRICT
    """

  /// The indexes that most rows are in, which are made quickest once the rows are there.
  static let lateIndexes = [
    """
    CREATE INDEX subscribersByAccount ON subscribers(accountMark)
    WHERE accountMark IS NOT NULL
    """,
    nextChangeIndex, nameIndex,
  ]

  static let nextChangeIndex = """
    CREATE INDEX subscribersByNextChange ON subscribers(nextChangeAt)
    WHERE nextChangeAt IS NOT NULL
    """

  static let nameIndex =
    "CREATE INDEX subscribersByName ON subscribers(name, id) WHERE name IS NOT NULL"

  private static let sparseIndexes =
    [
      "CREATE INDEX subscribersByDue ON subscribers(dueAt, id) WHERE dueAt IS NOT NULL",
      "CREATE INDEX subscribersByRetry ON subscribers(retryEnds, id) WHERE retryEnds IS NOT NULL",
    ] + RowIndexes.sparse(isNotYetAsked: SQLiteDialect.isNotYetAsked)

  private static let figures =
    [
      """
      CREATE TABLE counters (
        kind INTEGER NOT NULL,
        facet TEXT NOT NULL,
        bucket INTEGER NOT NULL,
        variant TEXT NOT NULL,
        count INTEGER NOT NULL,
        mrr INTEGER NOT NULL,
        PRIMARY KEY (kind, facet, bucket, variant)
      ) STRICT, WITHOUT ROWID
      """
    ]
    + RowIndexes.boundaries

  private static let quarantine = [
    """
    CREATE TABLE quarantine (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      identity TEXT NOT NULL UNIQUE,
      raw BLOB NOT NULL,
      receivedAt INTEGER NOT NULL,
      origin TEXT NOT NULL,
      line INTEGER NOT NULL CHECK (line >= 0),
      reason TEXT NOT NULL,
      field TEXT NOT NULL
    ) STRICT
    """
  ]
}
