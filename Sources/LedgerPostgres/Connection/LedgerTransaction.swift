#if Postgres
  import EventLedger
  import SubscriptionCore

  /// One transaction that writes, while which no other writes to the ledger.
  ///
  /// Statements whose answers nobody needs are gathered, and go over together at the end.
  final class LedgerTransaction {
    /// The connection, on which the transaction is open.
    let connection: PostgresConnection
    /// The facts about the ledger, stored at the end where they have changed.
    var head: LedgerHead
    /// The policy in force.
    var effective: EffectivePolicy
    /// The number of the transaction, by which the server tells whether it was committed.
    let number: TransactionNumber
    /// The server's clock at the beginning, and the time by which another may be ahead of it;
    /// `nil` where any may.
    private let clock: (now: Timestamp, aheadMax: Duration)?
    private let before: LedgerHead
    private var gathered: [SQLStatement] = []

    /// The policy that rows are derived with.
    var policy: ChurnPolicy { effective.policy }

    /// Begins a transaction, which waits for those that were begun before.
    init(
      _ connection: PostgresConnection, _ effective: EffectivePolicy, location: String,
      aheadMax: Duration?
    ) throws {
      self.connection = connection
      self.effective = effective
      try connection.script(LedgerTransaction.begin)
      let row = try connection.query(LedgerHead.lock)
      head = try LedgerHead(row)
      before = head
      let serverNow = Timestamp(milliseconds: row.integer(0, 14))
      clock = aheadMax.map { (serverNow, $0) }
      number = TransactionNumber(row, 15)
      try head.check(location)
      try takePolicy()
    }

    /// A writer that is cut off keeps others waiting for a minute at most.
    ///
    /// A statement that comes again has one plan whatever its arrays hold: to plan one with fifty
    /// of them takes longer than to run it.
    private static let begin = """
      BEGIN; SET LOCAL lock_timeout = '60s';
      SET LOCAL idle_in_transaction_session_timeout = '60s';
      SET LOCAL plan_cache_mode = force_generic_plan
      """

    /// Reads the policy and the products where somebody has changed them.
    private func takePolicy() throws {
      if head.policyVersion != effective.policyVersion {
        effective = try EffectivePolicy(stored: connection, version: head.policyVersion)
      }
      if head.productsVersion != effective.productsVersion {
        effective.take(try ProductTable.load(connection), version: head.productsVersion)
      }
    }

    /// Moves the instant that the rows stand at: never back, and never far ahead of the server's
    /// clock where that is the ledger's.
    ///
    /// - Returns: The instant that counts.
    func advance(to now: Timestamp) -> Timestamp {
      head.advance(to: believed(now))
    }

    /// The present by the clock that counts: of one too far ahead it is the server's.
    private func believed(_ now: Timestamp) -> Timestamp {
      guard let clock, now - clock.now > clock.aheadMax else { return now }
      return clock.now
    }

    /// Moves the instant that the rows stand at, also back, in a ledger that has rows; no feed was
    /// heard after it.
    func moveRows(to wanted: Timestamp) {
      let instant = believed(wanted)
      guard let stands = head.advancedTo, stands != instant else { return }
      head.advancedTo = instant
      var feeds = StoreFeeds(text: head.feeds)
      feeds.forget(after: instant)
      head.feeds = feeds.text
    }

    /// Gathers a statement, which runs before the next one that is waited for or at the end.
    func add(_ sql: String, _ values: [SQLValue] = []) {
      gathered.append(SQLStatement(sql, values))
    }

    /// Runs what was gathered.
    func flush() throws {
      let statements = gathered
      gathered = []
      try connection.pipeline(statements)
    }

    /// Runs a query behind everything that was gathered.
    func query(_ sql: String, _ values: [SQLValue] = []) throws -> QueryResult {
      if !gathered.isEmpty { try flush() }
      return try connection.query(sql, values)
    }

    /// Runs a statement behind everything that was gathered.
    ///
    /// - Returns: The number of rows that it changed.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
      try query(sql, values).changed
    }

    /// Stores the head where it has changed and whatever is left.
    func finish() throws {
      if head != before {
        let update = head.update
        gathered.append(update)
      }
      try flush()
    }
  }

  extension EffectivePolicy {
    /// Reads the policy that the ledger keeps.
    init(stored connection: PostgresConnection, version: Int64) throws {
      let text = try EffectivePolicy.text(of: version, connection)
      guard let policy = EffectivePolicy.policy(text: text) else {
        throw PostgresError(state: "XX001", "this program cannot read the ledger's policy")
      }
      self.init(policy, version: version)
    }

    /// The text of the policy of a version that the ledger keeps.
    static func text(of version: Int64, _ connection: PostgresConnection) throws -> String {
      let row = try connection.query(
        "SELECT policy FROM policies WHERE version = $1", [.integer(version)])
      return row.count > 0 ? row.text(0, 0) : ""
    }

    /// The statement that stores a policy.
    static let insert = "INSERT INTO policies (version, policy) VALUES ($1, $2)"
  }
#endif
