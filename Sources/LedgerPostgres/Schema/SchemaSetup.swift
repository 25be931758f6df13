#if Postgres
  import EventLedger
  import SubscriptionCore

  /// Makes a ledger in an empty schema, or checks the one that is there.
  struct SchemaSetup {
    let policy: ChurnPolicy
    let isReadOnly: Bool
    /// A Boolean value that indicates whether a missing ledger is made.
    let isMade: Bool
    /// The machines that are to hold the tables of a ledger that is made.
    let layout: TableLayout
    let location: String
    private var text: String { EffectivePolicy.text(of: policy) }

    /// The condition of a ledger that was opened.
    struct Condition {
      /// A Boolean value that indicates whether the ledger goes by the policy that it was opened
      /// with.
      var isOfPolicy: Bool
      /// A Boolean value that indicates whether the rows must be derived again, by newer rules or
      /// after a change that was interrupted.
      var needsRows: Bool
      /// A Boolean value that indicates whether indexes are missing, as after a load that was cut
      /// off.
      var needsIndexes: Bool
      /// A Boolean value that indicates whether the role and the server let somebody write.
      var isWritable: Bool
      /// The consequence of an access to personal data for the role.
      var audit: AuditMode
    }

    /// Runs on a connection outside any transaction.
    func run(_ connection: PostgresConnection) throws -> Condition {
      if isMade, !isReadOnly, try !Self.isThere(connection, location: location) {
        try make(connection)
      }
      try Self.checkIsThere(connection, location: location)
      let row = try connection.query(LedgerHead.select)
      let head = try LedgerHead(row)
      try head.check(location)
      let stored = try EffectivePolicy.text(of: head.policyVersion, connection)
      let isBehind = head.rules < LedgerSchema.rules || head.isPending != 0
      let isWritable = try Self.isWritable(connection)
      if head.rules < LedgerSchema.rules, !isReadOnly, isWritable, try !Self.ownsRules(connection) {
        throw LedgerError.outdated(location: location)
      }
      return Condition(
        isOfPolicy: stored == text,
        needsRows: isBehind && !isReadOnly && isWritable && head.lastPosition > 0,
        needsIndexes: try !isReadOnly && isWritable
          && (!DeferredIndexes.missing(connection).isEmpty || !PeopleIndex.isComplete(connection)),
        isWritable: isWritable, audit: try PostgresLedger.auditMode(connection))
    }

    /// A standby, a session that only reads and a role without rights write nothing.
    private static func isWritable(_ connection: PostgresConnection) throws -> Bool {
      try connection.isTrue(
        """
        SELECT has_any_column_privilege('ledger', 'UPDATE') AND NOT pg_is_in_recovery()
          AND NOT current_setting('transaction_read_only')::boolean
        """)
    }

    /// The owner alone brings everybody's rows to newer rules, in a migration.
    private static func ownsRules(_ connection: PostgresConnection) throws -> Bool {
      try connection.isTrue("SELECT has_column_privilege('ledger', 'rules', 'UPDATE')")
    }

    /// Checks that the schema has a ledger.
    static func checkIsThere(_ connection: PostgresConnection, location: String) throws {
      guard try isThere(connection, location: location) else {
        throw LedgerError.unavailable(
          location: location,
          detail: "its schema has no ledger yet; 'churntop ledger init' makes one")
      }
    }

    private static func isThere(
      _ connection: PostgresConnection, location: String
    ) throws -> Bool {
      let row = try connection.query(
        """
        SELECT current_schema() IS NOT NULL,
          EXISTS (SELECT 1 FROM pg_catalog.pg_class c
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = current_schema() AND c.relname = 'ledger' AND c.relkind = 'r')
        """)
      guard row.integer(0, 0) == 1 else {
        throw LedgerError.unavailable(
          location: location,
          detail: "none of the schemas of its search_path is there, or open to the role")
      }
      return row.integer(0, 1) == 1
    }

    /// The query that makes others wait who make or migrate the ledger.
    static let lock =
      "SELECT pg_advisory_xact_lock(hashtextextended('churntop ' || current_schema(), 0))"

    /// Checks that the database can hold every text: one in another encoding than UTF-8 would
    /// refuse names only when they come.
    private func checkEncoding(_ connection: PostgresConnection) throws {
      let encoding = try connection.query(
        "SELECT current_setting('server_encoding')", isKept: false
      ).text(0, 0)
      guard encoding != "UTF8", encoding != "SQL_ASCII" else { return }
      throw LedgerError.unavailable(
        location: location,
        detail: "its database is in \(encoding) and cannot hold every name; make one with "
          + "'createdb --encoding UTF8 --template template0'")
    }

    /// Checks that the database is the coordinator's of a cluster.
    private func checkCluster(_ connection: PostgresConnection) throws {
      let isThere = try connection.isTrue(
        "SELECT EXISTS (SELECT FROM pg_catalog.pg_extension WHERE extname = 'citus')")
      guard isThere else {
        throw LedgerError.unavailable(
          location: location,
          detail: "its database has no Citus; an administrator runs 'CREATE EXTENSION citus' there "
            + "and adds its workers")
      }
    }

    /// Makes the tables in one transaction, unless somebody else does meanwhile.
    private func make(_ connection: PostgresConnection) throws {
      try connection.inTransaction {
        try connection.run(Self.lock)
        guard try !Self.isThere(connection, location: location) else { return }
        try checkEncoding(connection)
        if layout == .distributed { try checkCluster(connection) }
        for statement in LedgerSchema.statements(layout) { try connection.script(statement) }
        try connection.run(
          "INSERT INTO ledger (one, form, rules, policyVersion) VALUES (1, $1, $2, 1)",
          [.integer(LedgerSchema.form), .integer(LedgerSchema.rules)])
        try connection.run(EffectivePolicy.insert, [.integer(1), .text(text)])
      }
    }
  }
#endif
