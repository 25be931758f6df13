#if Postgres
  import EventLedger
  import SubscriptionCore

  /// The facts about a ledger that are not rows of their own: the one row of the table `ledger`,
  /// which a transaction that writes holds to its end.
  struct LedgerHead: Equatable {
    /// The form of the tables.
    let form: Int64
    /// The version of the rules that rows and counters follow (``LedgerSchema/rules``).
    var rules: Int64
    /// A number that grows with every policy that is set.
    var policyVersion: Int64
    /// A number that grows whenever the product catalogue changes.
    var productsVersion: Int64
    /// A Boolean value that indicates whether rows must still be derived again, with 1 for true.
    var isPending: Int64
    /// The position of the latest entry ever stored.
    var lastPosition: LedgerPosition
    /// The number that the latest subscription was given.
    var lastKey: Int64
    /// The number of the latest change in the outbox.
    var lastChange: Int64
    /// The number of the latest refused payload.
    var lastRefused: Int64
    /// The freshness of each store's events, as text.
    var feeds: String
    /// The instant that the rows stand at.
    var advancedTo: Timestamp?
    /// For how long changes are kept in the outbox, in milliseconds.
    var outboxRetention: Int64?
    /// The number of the latest change that was removed for its age.
    var outboxRemoved: Int64
    /// The latest run over a list.
    var backfillRun: Int64

    private static let columns = [
      "form", "rules", "policyVersion", "productsVersion", "isPending", "lastPosition", "lastKey",
      "lastChange", "lastRefused", "feeds", "advancedTo", "outboxRetention", "outboxRemoved",
      "backfillRun",
    ]

    /// The columns that only the owner of the tables changes: their form, and the rules that hold
    /// for everybody.
    private static let owned: Set = ["form", "rules", "policyVersion"]

    /// The columns that a transaction of anybody who writes may change.
    static let updated = columns.filter { !owned.contains($0) }.joined(separator: ", ")

    /// The query that reads it.
    static let select = "SELECT \(columns.joined(separator: ", ")) FROM ledger"

    /// The query that reads it and makes every other writer wait; behind its columns come the
    /// server's clock and the number of the transaction.
    static let lock = """
      SELECT \(columns.joined(separator: ", ")), \(clock), \(TransactionNumber.columns)
      FROM ledger FOR UPDATE
      """

    /// The server's clock, in milliseconds.
    static let clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    /// Reads the row of an answer.
    init(_ row: borrowing QueryResult) throws {
      guard row.count == 1 else { throw PostgresError(state: "3F000", "the ledger has no head") }
      form = row.integer(0, 0)
      rules = row.integer(0, 1)
      policyVersion = row.integer(0, 2)
      productsVersion = row.integer(0, 3)
      isPending = row.integer(0, 4)
      lastPosition = row.integer(0, 5)
      lastKey = row.integer(0, 6)
      lastChange = row.integer(0, 7)
      lastRefused = row.integer(0, 8)
      feeds = row.text(0, 9)
      advancedTo = row.optionalInteger(0, 10).map(Timestamp.init(milliseconds:))
      outboxRetention = row.optionalInteger(0, 11)
      outboxRemoved = row.integer(0, 12)
      backfillRun = row.integer(0, 13)
    }

    /// The values of the columns.
    private var values: [SQLValue] {
      [
        .integer(form), .integer(rules), .integer(policyVersion), .integer(productsVersion),
        .integer(isPending), .integer(lastPosition), .integer(lastKey), .integer(lastChange),
        .integer(lastRefused), .text(feeds), .integer(advancedTo?.milliseconds),
        .integer(outboxRetention), .integer(outboxRemoved), .integer(backfillRun),
      ]
    }

    /// Returns the statement that stores it.
    ///
    /// It names the columns of the owner only where they differ from what is stored, since a role
    /// that may not change them may not write the same value either.
    func update(over stored: LedgerHead) -> SQLStatement {
      var (settings, changed): ([String], [SQLValue]) = ([], [])
      for (column, (value, old)) in zip(LedgerHead.columns, zip(values, stored.values))
      where !LedgerHead.owned.contains(column) || value != old {
        changed.append(value)
        settings.append("\(column) = $\(changed.count)")
      }
      return SQLStatement("UPDATE ledger SET \(settings.joined(separator: ", "))", changed)
    }

    /// Adds to a counter of the head.
    ///
    /// - Returns: The counter.
    /// - Throws: `PostgresError` where somebody has set it so high that nothing can be added.
    @discardableResult
    static func grow(
      _ counter: inout Int64, by count: Int = 1
    ) throws(PostgresError) -> Int64 {
      let (sum, isOver) = counter.addingReportingOverflow(Int64(count))
      guard !isOver else {
        throw PostgresError(
          state: "22003", "a counter in the table ledger was set too high; its owner sets it right")
      }
      counter = sum
      return sum
    }

    /// Moves the instant that the rows stand at, never back, and returns the instant that counts.
    mutating func advance(to now: Timestamp) -> Timestamp {
      let stands = max(now, advancedTo ?? now)
      advancedTo = stands
      return stands
    }

    /// Checks that this build may read and write such a ledger.
    func check(_ location: String) throws(LedgerError) {
      if form > LedgerSchema.form {
        throw .newer(
          location: location, version: Int(clamping: form), known: Int(LedgerSchema.form))
      }
      if form < LedgerSchema.form { throw .outdated(location: location) }
      if rules > LedgerSchema.rules {
        throw .newer(
          location: location, version: Int(clamping: rules), known: Int(LedgerSchema.rules))
      }
    }
  }
#endif
