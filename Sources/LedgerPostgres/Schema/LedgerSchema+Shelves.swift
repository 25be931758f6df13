#if Postgres
  extension LedgerSchema {
    /// The tables of what is neither a fact nor derived from facts.
    static let shelves = [
      """
      CREATE TABLE products (
        store \(text) NOT NULL,
        app \(text) NOT NULL,
        product \(text) NOT NULL,
        basePlan \(text) NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (store, app, product, basePlan)
      )
      """,
      """
      CREATE TABLE orderLookups (
        orderID \(text) PRIMARY KEY,
        requestedAt bigint NOT NULL,
        actor \(text) NOT NULL,
        outcome \(text) NOT NULL,
        toldAt bigint,
        detail \(text) NOT NULL
      )
      """,
      """
      CREATE INDEX orderLookupsOpen ON orderLookups(requestedAt, orderID) WHERE outcome = 'waiting'
      """,
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
      """
      CREATE TABLE backfill (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        mark bigint NOT NULL UNIQUE,
        run bigint NOT NULL,
        line bigint NOT NULL,
        store \(text) NOT NULL,
        app \(text) NOT NULL,
        name \(text),
        account \(text),
        rank bigint NOT NULL,
        outcome \(text) NOT NULL
      )
      """,
      """
      CREATE INDEX backfillOpen ON backfill(run, store, app, rank, number)
      WHERE outcome = 'waiting'
      """,
      """
      CREATE INDEX backfillUnanswered ON backfill(run, line, number)
      WHERE outcome NOT IN ('waiting', 'answered')
      """,
    ]

    /// The tables of the outbox: changes, receivers, and what has not arrived.
    static let outbox = [
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
      """
      CREATE TABLE receivers (name \(text) PRIMARY KEY, cursor bigint NOT NULL, disabled \(text))
      """,
      """
      CREATE TABLE deliveries (
        receiver \(text) NOT NULL,
        change bigint NOT NULL,
        subscription \(text) NOT NULL,
        status \(text) NOT NULL,
        attempts bigint NOT NULL,
        nextAt bigint NOT NULL,
        triedAt bigint,
        problem \(text) NOT NULL,
        PRIMARY KEY (receiver, change)
      )
      """,
      "CREATE INDEX deliveriesByTime ON deliveries(receiver, nextAt) WHERE status = 'waiting'",
      "CREATE INDEX deliveriesInOrder ON deliveries(receiver, subscription, change)",
      "CREATE INDEX deliveriesDead ON deliveries(receiver, change) WHERE status = 'dead'",
    ]
  }
#endif
