/// The statements that make the tables which every database has alike.
public enum SQLTables<Dialect: SQLDialect> {
  private static var text: String { Dialect.types.text }
  private static var number: String { Dialect.types.number }
  private static var bytes: String { Dialect.types.bytes }

  /// The product catalogue; a row without a product is the App Store's grace of an app.
  public static var products: String {
    """
    CREATE TABLE products (
      store \(text) NOT NULL,
      app \(text) NOT NULL,
      product \(text) NOT NULL,
      basePlan \(text) NOT NULL,
      body \(bytes) NOT NULL,
      PRIMARY KEY (store, app, product, basePlan)
    )\(Dialect.keyedTable)
    """
  }

  /// The orders of the App Store that somebody asks for; those that wait are few.
  public static var orderLookups: [String] {
    [
      """
      CREATE TABLE orderLookups (
        orderID \(text) PRIMARY KEY,
        requestedAt \(number) NOT NULL,
        actor \(text) NOT NULL,
        outcome \(text) NOT NULL,
        toldAt \(number),
        detail \(text) NOT NULL
      )\(Dialect.keyedTable)
      """,
      """
      CREATE INDEX orderLookupsOpen ON orderLookups(requestedAt, orderID)
      WHERE outcome = 'waiting'
      """,
    ]
  }

  /// The purchases that lists name, and what became of asking about them.
  ///
  /// A purchase is unique by the mark (``Hash64``) of its store, app and name, so that neither name
  /// nor account need be kept once it is answered.
  public static var backfill: [String] {
    [
      """
      CREATE TABLE backfill (
        number \(Dialect.givenKey),
        mark \(number) NOT NULL UNIQUE,
        run \(number) NOT NULL,
        line \(number) NOT NULL,
        store \(text) NOT NULL,
        app \(text) NOT NULL,
        name \(text),
        account \(text),
        rank \(number) NOT NULL,
        outcome \(text) NOT NULL
      )\(Dialect.plainTable)
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
  }

  /// The receivers of changes, and what has not arrived.
  public static var receivers: [String] {
    [
      """
      CREATE TABLE receivers (
        name \(text) PRIMARY KEY,
        cursor \(number) NOT NULL,
        disabled \(text)
      )\(Dialect.keyedTable)
      """,
      """
      CREATE TABLE deliveries (
        receiver \(text) NOT NULL,
        change \(number) NOT NULL,
        subscription \(text) NOT NULL,
        status \(text) NOT NULL,
        attempts \(number) NOT NULL,
        nextAt \(number) NOT NULL,
        triedAt \(number),
        problem \(text) NOT NULL,
        PRIMARY KEY (receiver, change)
      )\(Dialect.keyedTable)
      """,
      "CREATE INDEX deliveriesByTime ON deliveries(receiver, nextAt) WHERE status = 'waiting'",
      "CREATE INDEX deliveriesInOrder ON deliveries(receiver, subscription, change)",
      "CREATE INDEX deliveriesDead ON deliveries(receiver, change) WHERE status = 'dead'",
    ]
  }

  /// The erasures that took place.
  public static var erasures: String {
    """
    CREATE TABLE erasures (
      number \(Dialect.givenKey),
      at \(number) NOT NULL,
      actor \(text) NOT NULL,
      entries \(number) NOT NULL,
      isRunning \(number) NOT NULL CHECK (isRunning IN (0, 1))
    )\(Dialect.plainTable)
    """
  }

  /// The billing episodes, in the order of their failures, with whatever metrics need of their
  /// subscriptions, so that metrics read them from one end to the other and nothing else.
  public static var episodes: String {
    """
    CREATE TABLE episodes (
      failedAt \(number) NOT NULL,
      subscription \(number) NOT NULL,
      place \(number) NOT NULL,
      class \(text) NOT NULL,
      graceEnds \(number),
      holdStartedAt \(number),
      retryEnds \(number),
      endedAt \(number),
      keptDate \(number),
      isFirstPayment \(number) NOT NULL,
      plan \(text),
      price \(number),
      currency \(text),
      prompts \(bytes),
      id \(text) NOT NULL,
      account \(text),
      properties \(bytes) NOT NULL,
      PRIMARY KEY (failedAt, subscription, place)
    )\(Dialect.keyedTable)
    """
  }

  /// The ends and the refunds, by kind and instant (``Moment``), so that those of some days are
  /// found without a look at anything else.
  public static var moments: String {
    """
    CREATE TABLE moments (
      kind \(number) NOT NULL,
      at \(number) NOT NULL,
      subscription \(number) NOT NULL,
      place \(number) NOT NULL,
      PRIMARY KEY (kind, at, subscription, place)
    )\(Dialect.keyedTable)
    """
  }
}
