#if Postgres
  import LedgerRows

  extension LedgerSchema {
    /// The tables that hold neither facts nor what follows from them.
    static let operations =
      [SQLTables<PostgresDialect>.products] + SQLTables<PostgresDialect>.orderLookups + [
        """
        CREATE TABLE quarantine (
          number bigint PRIMARY KEY,
          identity \(text) NOT NULL,
          mark bigint NOT NULL,
          raw bytea NOT NULL,
          receivedAt bigint NOT NULL,
          origin \(text) NOT NULL,
          line bigint NOT NULL CHECK (line >= 0),
          reason \(text) NOT NULL,
          field \(text) NOT NULL
        )
        """,
        "CREATE INDEX quarantineByMark ON quarantine(mark)",
      ] + SQLTables<PostgresDialect>.backfill

    /// The tables of the outbox: changes, receivers, and what has not arrived.
    static let outbox =
      [
        """
        CREATE TABLE changes (
          number bigint PRIMARY KEY,
          id \(text) NOT NULL UNIQUE,
          subscription \(text) NOT NULL,
          kind \(text) NOT NULL,
          at bigint NOT NULL,
          recordedAt bigint NOT NULL,
          reason \(text),
          step bigint,
          body bytea NOT NULL,
          newsAt bigint
        )
        """,
        "CREATE INDEX changesByTime ON changes(recordedAt)",
        "CREATE INDEX changesBySubscription ON changes(subscription)",
      ] + SQLTables<PostgresDialect>.receivers
  }
#endif
