#if Postgres
  import EventLedger

  /// The steps that bring the tables of an earlier form to the present one.
  enum LedgerMigration {
    /// A step to the form behind the one before it.
    struct Step {
      /// The change, as part of a sentence.
      var words: String
      var statements: [String]
    }

    /// The steps, of which the first leads from form 1 to form 2.
    ///
    /// They are frozen: a ledger may be in any form.
    static let steps = [
      Step(
        words: "profiles stand beside the rows, so that a role may read rows without them",
        statements: [
          "ALTER TABLE subscribers ADD COLUMN profile bytea", "UPDATE ledger SET isPending = 1",
        ]),
      Step(
        words: """
          who sees personal data is recorded ('churntop ledger roles' has the rights for it), \
          indexes lead a digest to its days, and those of lists begin with the state
          """,
        statements: [
          """
          CREATE TABLE accesses (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            at bigint NOT NULL,
            kind text COLLATE "C" NOT NULL,
            actor text COLLATE "C" NOT NULL,
            role text COLLATE "C" NOT NULL DEFAULT session_user,
            command text COLLATE "C" NOT NULL,
            format text COLLATE "C",
            count bigint,
            subscription text COLLATE "C",
            account text COLLATE "C"
          )
          """,
          """
          CREATE TRIGGER accessesChange BEFORE UPDATE OR DELETE ON accesses FOR EACH ROW
          EXECUTE FUNCTION refuseChange()
          """,
          """
          CREATE UNLOGGED TABLE presence (
            session text COLLATE "C" PRIMARY KEY,
            subscription text COLLATE "C" NOT NULL,
            actor text COLLATE "C" NOT NULL,
            seenAt timestamptz NOT NULL
          )
          """,
          """
          CREATE INDEX eventsNews ON events(recordedAt, number)
          WHERE isRepeat = 0 AND kind IN ('autoRenewDisabled', 'promptShown', 'purchased')
          """,
          """
          CREATE INDEX episodesByNews ON episodes((greatest(
            failedAt, coalesce(holdStartedAt, failedAt), coalesce(endedAt, failedAt))))
          """,
          """
          DROP INDEX IF EXISTS subscribersByLoss, subscribersByStateAndLoss, subscribersBySince,
            subscribersByRetry, subscribersByRenewal, subscribersByDue, subscribersByWorth,
            subscribersByLastEvent, subscribersByProduct, subscribersByName
          """,
          "CREATE INDEX subscribersByLoss ON subscribers(state, losesAt, id)",
          "CREATE INDEX subscribersBySince ON subscribers(state, stateSince, id)",
          "CREATE INDEX subscribersByRetry ON subscribers(state, retryEnds, id)",
          "CREATE INDEX subscribersByRenewal ON subscribers(state, renewsAt, id)",
          "CREATE INDEX subscribersByDue ON subscribers(state, dueAt, id)",
          "CREATE INDEX subscribersByWorth ON subscribers(state, mrr, id)",
          "CREATE INDEX subscribersByLastEvent ON subscribers(state, lastEventAt, id)",
          "CREATE INDEX subscribersByProduct ON subscribers(state, left(product, 200), id)",
          """
          CREATE INDEX subscribersByName ON subscribers(state, left(name, 200), id)
          WHERE name IS NOT NULL
          """,
        ]),
      Step(
        words: """
          the record of who saw personal data, entries and events are kept from more changes \
          ('churntop ledger roles --apply' takes the rules out of the roles' rights)
          """,
        statements: [
          """
          CREATE OR REPLACE FUNCTION refuseChange() RETURNS trigger LANGUAGE plpgsql
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
          """,
          """
          CREATE TRIGGER entriesTruncate BEFORE TRUNCATE ON entries FOR EACH STATEMENT
          EXECUTE FUNCTION refuseChange('always')
          """,
          """
          CREATE TRIGGER eventsTruncate BEFORE TRUNCATE ON events FOR EACH STATEMENT
          EXECUTE FUNCTION refuseChange('always')
          """,
          "DROP TRIGGER accessesChange ON accesses",
          """
          CREATE TRIGGER accessesErasure BEFORE UPDATE ON accesses FOR EACH ROW
          EXECUTE FUNCTION refuseChange()
          """,
          """
          CREATE TRIGGER accessesUpdate BEFORE UPDATE ON accesses FOR EACH ROW
          WHEN ((NEW.number, NEW.at, NEW.kind, NEW.actor, NEW.role, NEW.command, NEW.format,
            NEW.count) IS DISTINCT FROM (OLD.number, OLD.at, OLD.kind, OLD.actor, OLD.role,
            OLD.command, OLD.format, OLD.count)
            OR (NEW.subscription IS NOT NULL
              AND NEW.subscription IS DISTINCT FROM OLD.subscription)
            OR (NEW.account IS NOT NULL AND NEW.account IS DISTINCT FROM OLD.account))
          EXECUTE FUNCTION refuseChange('always')
          """,
          """
          CREATE TRIGGER accessesDelete BEFORE DELETE ON accesses FOR EACH ROW
          EXECUTE FUNCTION refuseChange('always')
          """,
          """
          CREATE TRIGGER accessesTruncate BEFORE TRUNCATE ON accesses FOR EACH STATEMENT
          EXECUTE FUNCTION refuseChange('always')
          """,
        ]),
      Step(
        words: """
          the indexes of lists are smaller: rows without a value are in few of them, and the rows \
          whose time has come are found without a look at them
          """,
        statements: [
          """
          DROP INDEX IF EXISTS subscribersByLoss, subscribersByRetry, subscribersByRenewal,
            subscribersByDue, subscribersByNextChange
          """,
          """
          CREATE INDEX subscribersByLoss ON subscribers(state, losesAt, id)
          WITH (deduplicate_items = off) WHERE losesAt IS NOT NULL OR state IN (2, 3, 6)
          """,
          """
          CREATE INDEX subscribersByRetry ON subscribers(state, retryEnds, id)
          WITH (deduplicate_items = off) WHERE retryEnds IS NOT NULL OR state IN (3, 4)
          """,
          """
          CREATE INDEX subscribersByRenewal ON subscribers(state, renewsAt, id)
          WITH (deduplicate_items = off) WHERE renewsAt IS NOT NULL OR state IN (1, 2)
          """,
          """
          CREATE INDEX subscribersByDue ON subscribers(state, dueAt, id)
          WITH (deduplicate_items = off) WHERE dueAt IS NOT NULL OR state IN (3, 4)
          """,
          """
          CREATE INDEX subscribersByNextChange ON subscribers(nextChangeAt, key)
          WHERE nextChangeAt IS NOT NULL
          """,
        ]
          + ["ID", "State", "Since", "Worth", "LastEvent", "Product", "Name"].map {
            "ALTER INDEX IF EXISTS subscribersBy\($0) SET (deduplicate_items = off)"
          }),
      Step(
        words: "the counters of a ledger are kept from being turned back, or too far on",
        statements: [
          """
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
        ]),
      Step(
        words: "changes say how old the news were that led to them",
        statements: ["ALTER TABLE changes ADD COLUMN newsAt bigint"]),
      Step(
        words: """
          ends and refunds have a table, so that lists have those of any days, and rows say when \
          access ended ('churntop ledger roles --apply' has the rights for it)
          """,
        statements: [
          """
          CREATE TABLE moments (
            kind bigint NOT NULL,
            at bigint NOT NULL,
            subscription bigint NOT NULL,
            place bigint NOT NULL,
            PRIMARY KEY (kind, at, subscription, place)
          )
          """, "ALTER TABLE subscribers ADD COLUMN accessEndsAt bigint",
        ]),
      Step(
        words: """
          rows say on which other products' facts they depend, and names are indexed without the \
          marks on their letters
          """,
        statements: [
          "ALTER TABLE subscribers ADD COLUMN otherProducts text COLLATE \"C\"",
          """
          DO $$ BEGIN
            UPDATE accounts SET grams = NULL;
          EXCEPTION WHEN undefined_column THEN
            NULL;
          END $$
          """,
        ]),
    ]

    /// Applies the remaining steps in one transaction, under a lock.
    ///
    /// - Returns: What was changed.
    /// - Throws: `LedgerError` for a ledger of a newer form; `PostgresError`, with nothing changed.
    static func run(_ connection: PostgresConnection, location: String) throws -> [String] {
      try connection.inTransaction("BEGIN; SET LOCAL lock_timeout = '60s'") {
        try connection.run(SchemaSetup.lock)
        let form = try LedgerHead(connection.query(LedgerHead.lock)).form
        guard form <= LedgerSchema.form else {
          throw LedgerError.newer(
            location: location, version: Int(clamping: form), known: Int(LedgerSchema.form))
        }
        let left = steps.dropFirst(Int(clamping: form) - 1)
        for statement in left.flatMap(\.statements) { try connection.script(statement) }
        if !left.isEmpty {
          try connection.run("UPDATE ledger SET form = $1", [.integer(LedgerSchema.form)])
        }
        return left.map(\.words)
      }
    }
  }

  extension PostgresLedger {
    /// Brings the tables of a ledger that an earlier version made to the present form.
    ///
    /// Nothing is lost on the way, and a ledger in the present form stays as it is. Rows may have
    /// to be derived again when it is opened next. The role owns the tables.
    ///
    /// - Returns: What was changed, each as part of a sentence.
    public static func migrate(_ conninfo: String) throws(LedgerError) -> [String] {
      let target = ConnectionString(conninfo)
      do {
        let connection = try PostgresConnection(conninfo)
        try SchemaSetup.checkIsThere(connection, location: target.location)
        return try LedgerMigration.run(connection, location: target.location)
      } catch {
        throw LedgerError(error, at: target.location)
      }
    }
  }
#endif
