#if Postgres
  import EventLedger
  // Whoever has a ledger needs what it shares with other ledgers.
  @_exported import LedgerRows
  import SubscriptionCore
  import Synchronization

  /// A ledger in a schema of a PostgreSQL server, which many programs on many machines read and
  /// write at the same time.
  ///
  /// Writers take turns by the one row of the table `ledger`, readers never wait. A transaction is
  /// as durable when a call returns as the server's `synchronous_commit` says. The policy in force
  /// is the ledger's own: a program that is configured with another says so
  /// (`RebuildState.outdated`) and goes by the ledger's until somebody adopts another.
  public final class PostgresLedger: SQLLedger {
    /// The policy in force with the ledger's products.
    public var policy: ChurnPolicy { effective.withLock { $0.policy } }
    /// The server and the database, without any secret.
    public let location: String
    /// No file tells of what changes.
    public var file: String? { nil }
    /// A Boolean value that indicates whether nothing may be written: the ledger was opened for
    /// reading only, or the role or the server permits no more.
    public var isReadOnly: Bool { isForReading || !isWritable.withLock(\.self) }
    /// A Boolean value that indicates whether the ledger was opened for reading only.
    let isForReading: Bool
    private let isWritable = Mutex(true)
    /// The time by which a clock may be ahead of the server's before that counts in its place.
    let aheadMax: Duration?
    /// The consequence of an access to personal data for the role.
    var roleAudit: AuditMode { audit.withLock(\.self) }
    private let audit = Mutex(AuditMode.hidden)
    let effective: Mutex<EffectivePolicy>
    let pool: ConnectionPool
    /// The appends of this program that wait for their turn.
    let appends = AppendQueue()
    /// The connection by which a load reads, as long as one goes on.
    let loadReader = Mutex<PostgresConnection?>(nil)
    let notifier: ChangeNotifier
    /// The ledger that this is the past of, and the cut; `nil` for a live one.
    let past: (live: PostgresLedger, cut: Cutoff)?
    /// A Boolean value that indicates whether this is the past of a ledger.
    public var isPast: Bool { past != nil }
    /// The latest instant at which the rows were found to stand as they are, and where they stood
    /// in the ledger then.
    let seen = SeenAdvance()
    private let found: Mutex<RebuildState>

    /// The state in which the rows were found when the ledger was opened.
    public var rebuildState: RebuildState { found.withLock { $0 } }

    /// Opens a ledger, and makes it where the schema has none and writing is allowed.
    ///
    /// - Parameters:
    ///   - conninfo: What libpq reads: a URL, keywords and values, or a service. The schema is the
    ///     first of its `search_path`.
    ///   - policy: The policy of a new ledger; of another it says whether that goes by the same.
    ///   - readOnly: Whether nothing may be written.
    ///   - isMade: Whether a ledger is made where the schema has none.
    ///   - layout: The machines that are to hold the tables of a ledger that is made.
    ///   - aheadMax: The time by which a clock may be ahead of the server's before that counts in
    ///     its place, so that one machine's wrong clock ends no grace period; `nil` for any, as of
    ///     a simulated world.
    ///   - deriving: Called before rows are derived again, which can take minutes, and with the
    ///     progress.
    /// - Throws: `LedgerError` when the server is out of reach, or the schema has no ledger, or one
    ///   of a newer form.
    public init(
      conninfo: String, policy: ChurnPolicy, readOnly: Bool = false, isMade: Bool = true,
      layout: TableLayout = .oneServer, aheadMax: Duration? = nil,
      deriving: (RebuildProgress) -> Void = { _ in }
    ) throws(LedgerError) {
      let target = ConnectionString(conninfo)
      pool = ConnectionPool(target)
      notifier = ChangeNotifier(pool)
      (location, isForReading, past) = (target.location, readOnly, nil)
      self.aheadMax = aheadMax
      effective = Mutex(EffectivePolicy(policy))
      found = Mutex(.current)
      let opening = SchemaSetup(
        policy: policy, isReadOnly: readOnly, isMade: isMade, layout: layout,
        location: location)
      let condition = try read { connection in try opening.run(connection) }
      isWritable.withLock { $0 = condition.isWritable }
      audit.withLock { $0 = condition.audit }
      try takePolicy()
      if condition.needsIndexes {
        try makeMissingIndexes { deriving(RebuildProgress(cause: .indexes, share: $0)) }
      }
      if condition.needsRows {
        deriving(RebuildProgress(cause: .form, share: 0))
        let changed = try replaceRows { deriving(RebuildProgress(cause: .form, share: $0)) }.count
        found.withLock { $0 = .rebuilt(changed: changed) }
      } else if !condition.isOfPolicy {
        found.withLock { $0 = .outdated }
      }
    }

    /// Takes rows of the past, which one connection has.
    init(past connection: consuming PostgresConnection, of live: PostgresLedger, _ cut: Cutoff) {
      pool = ConnectionPool(pinned: connection, live.pool.target)
      notifier = live.notifier
      (location, isForReading, aheadMax) = (live.location, true, live.aheadMax)
      past = (live, cut)
      effective = Mutex(live.effective.withLock { $0 })
      found = Mutex(.current)
    }

    /// Closes the connections.
    public func close() throws(LedgerError) { pool.close() }

    // MARK: Reading

    /// Reads by one statement, or by several that need not agree.
    ///
    /// A connection that was lost since it was last used is reopened.
    func read<Value>(_ body: (PostgresConnection) throws -> Value) throws(LedgerError) -> Value {
      var attempts = 0
      while true {
        do {
          return try pool.withConnection(body)
        } catch {
          attempts += 1
          guard let failure = error as? PostgresError, attempts < 3,
            failure.isLost && attempts < 2 || failure.isRepeatable
          else { throw LedgerError(error, at: location) }
          if failure.isLost { pool.dropIdle() }
        }
      }
    }

    /// Reads from one state of the ledger.
    func snapshot<Value>(
      _ body: (PostgresConnection) throws -> Value
    ) throws(LedgerError) -> Value {
      try read("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
    }

    /// Reads from one state of the ledger all of its tables: on several machines, which have no
    /// state in common, whoever writes waits meanwhile, where the role can make them wait.
    func whole<Value>(_ body: (PostgresConnection) throws -> Value) throws(LedgerError) -> Value {
      guard isWritable.withLock(\.self), try layout() == .distributed else {
        return try snapshot(body)
      }
      return try read("BEGIN; SET LOCAL lock_timeout = '60s'; SELECT FROM ledger FOR SHARE", body)
    }

    private func read<Value>(
      _ begin: String, _ body: (PostgresConnection) throws -> Value
    ) throws(LedgerError) -> Value {
      try read { connection in
        try connection.inTransaction(begin) { try body(connection) }
      }
    }

    /// Runs statements that every database understands.
    @discardableResult
    public func access<Value>(
      _ access: SQLAccess, _ body: (any SQLConnection) throws -> Value
    ) throws(LedgerError) -> Value {
      switch access {
      case .reading: try read(body)
      case .snapshot: try snapshot(body)
      case .change: try change(body)
      }
    }

    /// The machines that hold the tables.
    public func layout() throws(LedgerError) -> TableLayout {
      try read { connection in try connection.layout() }
    }

    /// Reads the policy and the products that the ledger has.
    func takePolicy() throws(LedgerError) {
      let known = effective.withLock { $0 }
      let current = try read { connection in
        try known.current(LedgerHead(connection.query(LedgerHead.select)), connection)
      }
      note(current)
    }

    /// Goes by a policy that was read from the ledger, or stored in it.
    func note(_ current: EffectivePolicy) {
      effective.withLock { if current.isNewer(than: $0) { $0 = current } }
    }

    // MARK: Time

    /// The instant that the rows stand at: the latest one written or found to change none.
    func standsAt(_ connection: PostgresConnection) throws -> Timestamp? {
      let row = try connection.query("SELECT advancedTo FROM ledger")
      guard row.count == 1, let milliseconds = row.optionalInteger(0, 0) else { return nil }
      let written = Timestamp(milliseconds: milliseconds)
      return seen.latest(since: written)
    }
  }
#endif
