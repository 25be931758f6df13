#if Postgres
  import LedgerRows
  import SubscriptionCore

  /// The tables of a ledger on a server, in a schema of its own, with the rules that the server
  /// enforces.
  ///
  /// `entries` and `events` are the truth and cannot be changed but by a recorded erasure. The rest
  /// of the numbers and texts is derived from them and may be rebuilt at any time. The names are
  /// written unquoted, so that PostgreSQL keeps them in small letters and takes either.
  enum LedgerSchema {
    /// The form that this build reads and writes.
    static let form: Int64 = 9

    /// The version of the rules by which rows are derived and counted: where either changes, all
    /// rows are derived again.
    static let rules = Int64(Subscriber.rules) * 1_000 + Int64(CounterKind.rules)

    /// The statements that make a ledger in an empty schema.
    ///
    /// A distributed table has no triggers: there the roles' rights alone keep entries and events
    /// from changes.
    static func statements(_ layout: TableLayout) -> [String] {
      let isDistributed = layout == .distributed
      return (isDistributed ? [TableLayout.sequential] + TableLayout.functions : [])
        + [changeGuard] + head + [counterGuard] + truth(layout)
        + [NewsIndex.statement("recordedAt, number")]
        + (isDistributed ? TableLayout.distribution : triggers)
        + lookups + derived + operations + outbox + audit + [presence]
    }

    /// The tables of derived rows with their indexes: what a ledger of the past has of its own.
    static let derived =
      [subscribersTable] + rowIndexes + ListIndexes.all + sparseIndexes + RowIndexes.boundaries
      + figures
      + [SQLTables<PostgresDialect>.episodes, episodeNews, SQLTables<PostgresDialect>.moments]

    /// The most bytes of a subscription's id, which every index of a list contains.
    static let idBytesMax = 1_000

    /// The text of a column that compares byte by byte.
    static let text = "text COLLATE \"C\""

    /// The one row from which writers take turns, and every policy that was ever in force.
    ///
    /// The row is updated by every transaction that writes, so a page of it holds little else.
    static let head = [
      """
      CREATE TABLE ledger (
        one bigint PRIMARY KEY CHECK (one = 1),
        form bigint NOT NULL,
        rules bigint NOT NULL,
        policyVersion bigint NOT NULL,
        isPending bigint NOT NULL DEFAULT 0,
        lastPosition bigint NOT NULL DEFAULT 0,
        lastKey bigint NOT NULL DEFAULT 0,
        lastChange bigint NOT NULL DEFAULT 0,
        lastRefused bigint NOT NULL DEFAULT 0,
        feeds \(text) NOT NULL DEFAULT '',
        advancedTo bigint,
        productsVersion bigint NOT NULL DEFAULT 0,
        outboxRetention bigint,
        outboxRemoved bigint NOT NULL DEFAULT 0,
        backfillRun bigint NOT NULL DEFAULT 0
      ) WITH (fillfactor = 10)
      """,
      """
      CREATE TABLE policies (
        version bigint PRIMARY KEY,
        policy \(text) NOT NULL,
        adoptedAt timestamptz NOT NULL DEFAULT now(),
        adoptedBy \(text) NOT NULL DEFAULT session_user
      )
      """,
      "CREATE TABLE leases (name \(text) PRIMARY KEY, body \(text)) WITH (fillfactor = 10)",
    ]

    /// The columns of `entries` but for the payload.
    static let entryColumns = [
      "position", "identity", "mark", "turn", "format", "receivedAt", "verification", "hasUnknown",
    ]

    /// An identity is unique by its mark (`Hash64`) and its turn among the identities with that
    /// mark, which take a third of the room of the identity itself.
    private static func truth(_ layout: TableLayout) -> [String] {
      [
        """
        CREATE TABLE entries (
          position bigint \(layout.numbers) CHECK (position > 0),
          identity \(text) NOT NULL,
          mark bigint NOT NULL,
          turn bigint NOT NULL,
          format \(text) NOT NULL,
          raw bytea NOT NULL,
          receivedAt bigint NOT NULL,
          verification \(text) NOT NULL,
          hasUnknown bigint NOT NULL CHECK (hasUnknown IN (0, 1)),
          \(layout.identities) (mark, turn)
        )
        """,
        "CREATE INDEX entriesUnknown ON entries(position) WHERE hasUnknown = 1",
        """
        CREATE TABLE subscriptions (
          key bigint PRIMARY KEY,
          id \(text) NOT NULL UNIQUE CHECK (octet_length(id) <= \(3 * idBytesMax / 2))
        )
        """,
        """
        CREATE TABLE events (
          number bigint \(layout.numbers),
          id \(text) NOT NULL,
          mark bigint NOT NULL,
          subscription bigint NOT NULL,
          kind \(text) NOT NULL,
          isRepeat bigint NOT NULL CHECK (isRepeat IN (0, 1)),
          recordedAt bigint NOT NULL,
          body bytea NOT NULL
        )
        """,
        "CREATE UNIQUE INDEX eventsOnce ON events(subscription, mark) WHERE isRepeat = 0",
        "CREATE INDEX eventsAgain ON events(subscription, mark) WHERE isRepeat = 1",
        SQLTables<PostgresDialect>.erasures,
      ]
    }

    /// The function that refuses a change, but while an erasure runs.
    ///
    /// The erasure that counts is one of the schema of the table that is changed, whatever tables
    /// of that name the session has; a trigger with an argument knows no exception.
    private static let changeGuard = """
      CREATE FUNCTION refuseChange() RETURNS trigger LANGUAGE plpgsql
      SET search_path = pg_catalog, pg_temp AS $$
      DECLARE isErasing boolean := false;
      BEGIN
        IF TG_NARGS = 0 THEN
          EXECUTE format('SELECT EXISTS (SELECT FROM %I.erasures WHERE isRunning = 1)',
            TG_TABLE_SCHEMA) INTO isErasing;
        END IF;
        IF isErasing THEN
          RETURN coalesce(NEW, OLD);
        END IF;
        RAISE EXCEPTION '% are append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
      END $$
      """

    /// The changes that the truth permits without an erasure: a payload may turn out to have been
    /// received earlier, and a copy of an event may come to count or cease to.
    private static let triggers =
      [
        """
        CREATE TRIGGER entriesUpdate BEFORE UPDATE ON entries FOR EACH ROW
        WHEN ((NEW.position, NEW.identity, NEW.mark, NEW.turn, NEW.format, NEW.raw,
          NEW.verification, NEW.hasUnknown)
          IS DISTINCT FROM (OLD.position, OLD.identity, OLD.mark, OLD.turn, OLD.format, OLD.raw,
          OLD.verification, OLD.hasUnknown) OR NEW.receivedAt >= OLD.receivedAt)
        EXECUTE FUNCTION refuseChange()
        """,
        """
        CREATE TRIGGER eventsUpdate BEFORE UPDATE ON events FOR EACH ROW
        WHEN ((NEW.number, NEW.id, NEW.mark, NEW.subscription, NEW.kind)
          IS DISTINCT FROM (OLD.number, OLD.id, OLD.mark, OLD.subscription, OLD.kind)
          OR ((NEW.recordedAt, NEW.body) IS DISTINCT FROM (OLD.recordedAt, OLD.body)
          AND NEW.recordedAt >= OLD.recordedAt))
        EXECUTE FUNCTION refuseChange()
        """,
        """
        CREATE TRIGGER entriesDelete BEFORE DELETE ON entries FOR EACH ROW
        EXECUTE FUNCTION refuseChange()
        """,
        """
        CREATE TRIGGER eventsDelete BEFORE DELETE ON events FOR EACH ROW
        EXECUTE FUNCTION refuseChange()
        """,
      ] + ["entries", "events"].map(truncation)

    /// The trigger that lets the counters of the head grow only, and not so far in one transaction
    /// that they could end: any writer may change them, and whoever writes next goes by them.
    private static let counterGuard = """
      CREATE TRIGGER ledgerUpdate BEFORE UPDATE ON ledger FOR EACH ROW
      WHEN (least(NEW.lastPosition - OLD.lastPosition, NEW.lastKey - OLD.lastKey,
        NEW.lastChange - OLD.lastChange, NEW.lastRefused - OLD.lastRefused,
        NEW.outboxRemoved - OLD.outboxRemoved, NEW.backfillRun - OLD.backfillRun,
        NEW.productsVersion - OLD.productsVersion) < 0
        OR greatest(NEW.lastPosition - OLD.lastPosition, NEW.lastKey - OLD.lastKey,
        NEW.lastChange - OLD.lastChange, NEW.lastRefused - OLD.lastRefused,
        NEW.outboxRemoved - OLD.outboxRemoved, NEW.backfillRun - OLD.backfillRun,
        NEW.productsVersion - OLD.productsVersion) > 1000000000)
      EXECUTE FUNCTION refuseChange('always')
      """

    /// The trigger that keeps a table from being emptied without a look at its rows.
    private static func truncation(_ table: String) -> String {
      """
      CREATE TRIGGER \(table)Truncate BEFORE TRUNCATE ON \(table) FOR EACH STATEMENT
      EXECUTE FUNCTION refuseChange('always')
      """
    }

    /// The accesses to personal data, with none of the data; the server itself names the role.
    ///
    /// An erasure takes out of them whom they were about, and nothing else.
    private static let audit = [
      """
      CREATE TABLE accesses (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at bigint NOT NULL,
        kind \(text) NOT NULL,
        actor \(text) NOT NULL,
        role \(text) NOT NULL DEFAULT session_user,
        command \(text) NOT NULL,
        format \(text),
        count bigint,
        subscription \(text),
        account \(text)
      )
      """,
      """
      CREATE TRIGGER accessesErasure BEFORE UPDATE ON accesses FOR EACH ROW
      EXECUTE FUNCTION refuseChange()
      """,
      """
      CREATE TRIGGER accessesUpdate BEFORE UPDATE ON accesses FOR EACH ROW
      WHEN ((NEW.number, NEW.at, NEW.kind, NEW.actor, NEW.role, NEW.command, NEW.format, NEW.count)
        IS DISTINCT FROM (OLD.number, OLD.at, OLD.kind, OLD.actor, OLD.role, OLD.command,
        OLD.format, OLD.count)
        OR (NEW.subscription IS NOT NULL AND NEW.subscription IS DISTINCT FROM OLD.subscription)
        OR (NEW.account IS NOT NULL AND NEW.account IS DISTINCT FROM OLD.account))
      EXECUTE FUNCTION refuseChange('always')
      """,
      """
      CREATE TRIGGER accessesDelete BEFORE DELETE ON accesses FOR EACH ROW
      EXECUTE FUNCTION refuseChange('always')
      """,
      truncation("accesses"),
    ]

    /// The dashboards that show a subscriber, which are forgotten soon and with a crash.
    private static let presence = """
      CREATE UNLOGGED TABLE presence (
        session \(text) PRIMARY KEY,
        subscription \(text) NOT NULL,
        actor \(text) NOT NULL,
        seenAt timestamptz NOT NULL
      )
      """

    /// The columns of `accesses` that programs write; the server gives number and role.
    static let accessColumns = [
      "at", "kind", "actor", "command", "format", "count", "subscription", "account",
    ]

    /// The three-letter sequences in the names that events give, by the number of the event.
    static let pieces = [
      "CREATE TABLE pieces (number bigint NOT NULL, grams integer[] NOT NULL)",
      "CREATE INDEX piecesByGram ON pieces USING gin (grams)",
    ]

    private static let lookups =
      pieces + [
        """
        CREATE TABLE accounts (
          account \(text) NOT NULL,
          mark bigint NOT NULL,
          email \(text),
          emailMark bigint,
          profile bytea NOT NULL,
          grams integer[]
        )
        """,
        "CREATE INDEX accountsByMark ON accounts(mark)",
        "CREATE INDEX accountsByName ON accounts(left(account, 200))",
        "CREATE INDEX accountsByEmail ON accounts(emailMark) WHERE emailMark IS NOT NULL",
        "CREATE INDEX accountsByGram ON accounts USING gin (grams)",
        "CREATE INDEX accountsWithoutGrams ON accounts(mark) WHERE grams IS NULL",
      ]

    /// The statement that gives the tables of an earlier build of this form the column with the
    /// sequences of letters in the names of people; such a build leaves it empty.
    static let nameGrams = "ALTER TABLE accounts ADD COLUMN IF NOT EXISTS grams integer[]"

    /// The server walks through a row up to the column that a filter asks for: first come numbers
    /// that every row has, whose places it knows, then identifiers, then all that rows may lack.
    ///
    /// The order is that of new ledgers alone, and nothing depends on it but time.
    private static let subscribersTable: String = {
      let identifiers = RowColumns.fields.filter { $0.definition.type == .identifier }
        .flatMap { RowColumns.form(of: $0)?.columns ?? [] }
      let numbers = RowColumns.all.filter { $0.isRequired && !$0.isText }
      let first = numbers + identifiers
      let columns = (first + RowColumns.all.filter { !first.contains($0) }).map(\.declaration)
      return """
        CREATE TABLE subscribers (
          key bigint PRIMARY KEY,
          \(columns.joined(separator: ",\n  ")),
          body bytea NOT NULL,
          profile bytea
        )
        """
    }()

    private static let rowIndexes = [
      """
      CREATE INDEX subscribersByAccount ON subscribers(accountMark) WHERE accountMark IS NOT NULL
      """,
      """
      CREATE INDEX subscribersByNextChange ON subscribers(nextChangeAt, key)
      WHERE nextChangeAt IS NOT NULL
      """,
    ]

    private static let sparseIndexes = RowIndexes.sparse(
      isNotYetAsked: PostgresDialect.isNotYetAsked)

    /// Counters sum amounts beyond 64 bits, which programs read as the nearest number of 64 bits.
    private static let figures = [
      """
      CREATE TABLE counters (
        kind bigint NOT NULL,
        facet \(text) NOT NULL,
        bucket bigint NOT NULL,
        variant \(text) NOT NULL,
        count bigint NOT NULL,
        mrr numeric NOT NULL,
        PRIMARY KEY (kind, facet, bucket, variant)
      ) WITH (fillfactor = 70)
      """
    ]

    private static let episodeNews = """
      CREATE INDEX episodesByNews ON episodes((\(PostgresDialect.latestNews())))
      """
  }
#endif
