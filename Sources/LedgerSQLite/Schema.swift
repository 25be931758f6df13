import SubscriptionCore

/// The tables of a ledger file, with the rules that the database itself enforces.
///
/// `entries` and `events` are the truth and cannot be changed but by a recorded erasure. The rest
/// of the numbers and texts is derived from them and may be rebuilt at any time.
enum Schema {
  /// What marks a file as a ledger: "chtp" as a big-endian number.
  static let applicationID: Int64 = 0x6368_7470

  /// The steps from an empty file to the present form; the number of steps is the version.
  static let migrations: [[String]] = [
    truth + triggers + lookups + subscribers + figures + shelves
  ]

  /// The version that this build reads and writes.
  static var version: Int { migrations.count }

  /// An event's number is its entry's position shifted by this many bits, plus its place.
  static let eventBits: Int64 = 20

  /// The most events that one entry can have.
  static var eventsPerEntryMax: Int { 1 << Int(eventBits) }

  private static let truth = [
    """
    CREATE TABLE entries (
      position INTEGER PRIMARY KEY CHECK (position > 0),
      identity TEXT NOT NULL UNIQUE,
      format TEXT NOT NULL,
      raw BLOB NOT NULL,
      receivedAt INTEGER NOT NULL,
      verification TEXT NOT NULL,
      hasUnknown INTEGER NOT NULL CHECK (hasUnknown IN (0, 1))
    ) STRICT
    """,
    "CREATE INDEX entriesUnknown ON entries(position) WHERE hasUnknown = 1",
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
      body BLOB NOT NULL
    ) STRICT
    """,
    "CREATE UNIQUE INDEX eventsOnce ON events(id) WHERE isRepeat = 0",
    "CREATE INDEX eventsBySubscription ON events(subscription, number)",
    """
    CREATE TABLE erasures (
      number INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      entries INTEGER NOT NULL,
      isRunning INTEGER NOT NULL CHECK (isRunning IN (0, 1))
    ) STRICT
    """,
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID",
  ]

  private static let triggers = ["entries", "events"].flatMap { table in
    ["UPDATE", "DELETE"].map { verb in
      """
      CREATE TRIGGER \(table)\(verb) BEFORE \(verb) ON \(table)
      WHEN NOT EXISTS (SELECT 1 FROM erasures WHERE isRunning = 1)
      BEGIN SELECT RAISE(ABORT, '\(table) are append-only'); END
      """
    }
  }

  private static let lookups = [
    """
    CREATE TABLE names (
      name TEXT NOT NULL,
      subscription INTEGER NOT NULL,
      PRIMARY KEY (name, subscription)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE accounts (
      account TEXT PRIMARY KEY,
      email TEXT,
      profile BLOB NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX accountsByEmail ON accounts(email) WHERE email IS NOT NULL",
  ]

  private static let subscribers: [String] = {
    let columns = RowColumn.allCases.map { "\($0.name) \($0.type)" }
    return [
      """
      CREATE TABLE subscribers (
        key INTEGER PRIMARY KEY,
        \(columns.joined(separator: ",\n  "))
      ) STRICT
      """,
      "CREATE UNIQUE INDEX subscribersByID ON subscribers(id)",
      """
      CREATE INDEX subscribersByFamily ON subscribers(account, store, app)
      WHERE account IS NOT NULL
      """,
      """
      CREATE INDEX subscribersByNextChange ON subscribers(nextChangeAt)
      WHERE nextChangeAt IS NOT NULL
      """,
      "CREATE INDEX subscribersByLoss ON subscribers(losesAt, id)",
      "CREATE INDEX subscribersByState ON subscribers(state, losesAt, id)",
      "CREATE INDEX subscribersBySince ON subscribers(stateSince, id)",
      "CREATE INDEX subscribersByDue ON subscribers(dueAt, id) WHERE dueAt IS NOT NULL",
      "CREATE INDEX subscribersByRetry ON subscribers(retryEnds, id) WHERE retryEnds IS NOT NULL",
      "CREATE INDEX subscribersByName ON subscribers(name, id) WHERE name IS NOT NULL",
      """
      CREATE TABLE episodes (
        subscription INTEGER NOT NULL,
        failedAt INTEGER NOT NULL,
        class TEXT NOT NULL,
        PRIMARY KEY (subscription, failedAt)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX episodesByFailure ON episodes(failedAt, class)",
    ]
  }()

  private static let figures =
    [
      """
      CREATE TABLE tallies (
        kind INTEGER NOT NULL,
        bucket INTEGER NOT NULL,
        variant TEXT NOT NULL,
        count INTEGER NOT NULL,
        mrr INTEGER NOT NULL,
        PRIMARY KEY (kind, bucket, variant)
      ) STRICT, WITHOUT ROWID
      """
    ]
    + TallyKind.allCases.compactMap { kind in
      kind.edge.map { edge in
        """
        CREATE INDEX edge\(kind.rawValue) ON subscribers(\(edge.column), \(edge.variant), mrr)
        WHERE \(edge.condition)
        """
      }
    }

  private static let shelves = [
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
