#if Postgres
  import EventLedger
  import Synchronization

  /// The machines that hold the tables of a ledger.
  public enum TableLayout: Sendable {
    /// One server holds all tables.
    case oneServer
    /// The workers of a Citus cluster hold entries and events, which grow for ever; its coordinator
    /// holds the rest, so that lists and figures cost what they cost on one server
    /// (<https://docs.citusdata.com/en/stable/get_started/concepts.html>).
    case distributed
  }

  extension TableLayout {
    /// The constraint of a column of numbers that are unique since the ledger's head gives them; a
    /// distributed table cannot check that over all workers.
    var numbers: String { self == .oneServer ? "PRIMARY KEY" : "NOT NULL" }

    /// The constraint of an entry's mark and turn.
    var identities: String { self == .oneServer ? "UNIQUE" : "PRIMARY KEY" }

    /// The statement behind which statements about all workers may follow in one transaction.
    static let sequential = "SET LOCAL citus.multi_shard_modify_mode = 'sequential'"

    /// The functions of a distributed ledger: a transaction's part on a worker may be seen a moment
    /// after its part on the coordinator, and a question on the coordinator cannot be recursive.
    ///
    /// A transaction keeps its number locked until all workers have committed. After a crash of the
    /// coordinator its workers hold what was committed as prepared transactions, until it has
    /// resolved them (<https://docs.citusdata.com/en/stable/develop/api_guc.html>).
    static let functions = [
      """
      CREATE FUNCTION settledPosition() RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE writer xid; reached bigint;
      BEGIN
        SELECT xmin, lastPosition INTO writer, reached FROM ledger;
        WHILE EXISTS (SELECT FROM pg_catalog.pg_locks WHERE locktype = 'transactionid'
            AND transactionid = writer AND mode = 'ExclusiveLock' AND granted) LOOP
          PERFORM pg_catalog.pg_sleep(0.001);
        END LOOP;
        RETURN reached;
      END $$
      """,
      """
      CREATE FUNCTION preparedOnWorkers() RETURNS SETOF text LANGUAGE sql AS $$
        SELECT pg_catalog.unnest(pg_catalog.string_to_array(nullif(result, ''), ' '))
        FROM pg_catalog.run_command_on_workers($q$
          SELECT coalesce(string_agg(gid, ' '), '') FROM pg_prepared_xacts
          WHERE database = current_database() AND gid LIKE 'citus%' $q$)
        WHERE success
      $$
      """,
      """
      CREATE FUNCTION awaitWorkers() RETURNS void LANGUAGE plpgsql AS $$
      DECLARE waiting text[] := ARRAY(SELECT preparedOnWorkers());
        deadline timestamptz := pg_catalog.clock_timestamp() + interval '60 s';
      BEGIN
        WHILE pg_catalog.cardinality(waiting) > 0 LOOP
          IF pg_catalog.clock_timestamp() > deadline THEN
            RAISE EXCEPTION 'a worker still holds what the coordinator left at a crash'
              USING ERRCODE = 'lock_not_available';
          END IF;
          PERFORM pg_catalog.pg_sleep(0.01);
          waiting := ARRAY(SELECT pg_catalog.unnest(waiting) INTERSECT SELECT preparedOnWorkers());
        END LOOP;
      END $$
      """,
      """
      CREATE FUNCTION positionAfter(instant bigint) RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE low bigint := 1; high bigint; middle bigint; place bigint; heardAt bigint;
      BEGIN
        SELECT lastPosition + 1 INTO high FROM ledger;
        WHILE low < high LOOP
          middle := low + (high - low) / 2;
          SELECT position, receivedAt INTO place, heardAt FROM entries
            WHERE position >= middle AND position < high ORDER BY position LIMIT 1;
          IF FOUND AND heardAt <= instant THEN low := place + 1; ELSE high := middle; END IF;
        END LOOP;
        RETURN (SELECT low FROM ledger WHERE low <= lastPosition);
      END $$
      """,
    ]

    /// The statements that distribute tables which are empty, each by what it is looked up by; a
    /// table that moves between workers while it is written needs a primary key.
    static let distribution = [
      "CREATE INDEX entriesByPosition ON entries(position)",
      "CREATE INDEX eventsByNumber ON events(number)",
      "ALTER TABLE events ADD PRIMARY KEY (subscription, number)",
      "SELECT create_distributed_table('entries', 'mark', colocate_with => 'none')",
      "SELECT create_distributed_table('events', 'subscription', colocate_with => 'none')",
    ]

    /// The query for the room that the distributed tables take on the workers, and the indexes of
    /// each together.
    static let roomOnWorkers = ["entries", "events"].flatMap { table in
      [
        "SELECT '\(table)', '\(table)', citus_table_size('\(table)')",
        """
        SELECT '\(table)Indexes', '\(table)',
          citus_total_relation_size('\(table)') - citus_table_size('\(table)')
        """,
      ]
    }.joined(separator: " UNION ALL ")

    /// The query for the first position of an entry received after an instant.
    static let halving = "SELECT positionAfter($1)"
  }

  extension PostgresConnection {
    /// The machines that hold the tables of the ledger.
    func layout() throws -> TableLayout {
      if let known = knownLayout.withLock(\.self) { return known }
      let isDistributed = try isTrue(
        "SELECT to_regprocedure(quote_ident(current_schema()) || '.settledPosition()') IS NOT NULL")
      let layout = isDistributed ? TableLayout.distributed : .oneServer
      knownLayout.withLock { $0 = layout }
      return layout
    }

    /// The last position up to which everything can be seen on all machines.
    func settledPosition() throws -> LedgerPosition {
      guard try layout() == .distributed else { return .max }
      return try query("SELECT settledPosition()").integer(0, 0)
    }

    /// Waits, in a transaction that holds the ledger's head, until the workers have what was
    /// committed before a crash of the coordinator, which ends every session; a minute at most.
    func awaitWorkers() throws {
      guard try layout() == .distributed else { return }
      guard isPooled || !isSettled.withLock(\.self) else { return }
      try run("SELECT awaitWorkers()")
      isSettled.withLock { $0 = true }
    }
  }
#endif
