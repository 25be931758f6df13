#if Postgres
  import EventLedger
  import LedgerRows

  /// A part that people and programs play on a ledger, beside its owner.
  public enum LedgerRole: String, CaseIterable, Sendable {
    /// Programs that hear from the stores and answer the app.
    case daemon
    /// People who look, act and import.
    case `operator`
    /// People who look, and see neither payloads nor who somebody is.
    case reader
  }

  /// The database's roles for a ledger, with the least rights that each part needs.
  ///
  /// Entries and events are append-only by these rights: of an entry the time may change at which
  /// it was received, to an earlier one; of an event which copy counts, and its content along with
  /// an earlier time, which the server cannot read. Erasing, other rules for everybody, migrations
  /// and reading who saw personal data are the owner's.
  public struct LedgerRoles {
    /// The role that made the tables.
    public let owner: String
    private let schema: String
    private let prefix: String
    private let connection: PostgresConnection
    private let location: String

    /// Reads whose the tables of a ledger are.
    ///
    /// - Parameters:
    ///   - conninfo: What libpq reads.
    ///   - prefix: The beginning of the roles' names, of letters, digits and underscores.
    /// - Throws: `LedgerError` where the server is out of reach or has no ledger.
    public init(_ conninfo: String, prefix: String) throws(LedgerError) {
      self.prefix = prefix
      location = ConnectionString(conninfo).location
      do {
        connection = try PostgresConnection(conninfo)
        try SchemaSetup.checkIsThere(connection, location: location)
        try LedgerHead(connection.query(LedgerHead.select)).check(location)
        let row = try connection.query(
          """
          SELECT quote_ident(current_schema()), tableowner::text FROM pg_catalog.pg_tables
          WHERE schemaname = current_schema() AND tablename = 'ledger'
          """)
        (schema, owner) = (row.text(0, 0), row.text(0, 1))
      } catch {
        throw LedgerError(error, at: location)
      }
    }

    /// Returns the name of a role.
    public func name(_ role: LedgerRole) -> String { "\(prefix)_\(role.rawValue)" }

    /// The statements that make the roles where they are missing, and give each its rights and no
    /// others on the ledger's tables.
    public var statements: [String] {
      LedgerRole.allCases.map(creation) + allGrants
    }

    private var allGrants: [String] {
      let all = LedgerRole.allCases.map(name).joined(separator: ", ")
      return [
        "REVOKE ALL ON ALL TABLES IN SCHEMA \(schema) FROM \(all)",
        "GRANT USAGE ON SCHEMA \(schema) TO \(all)",
      ] + LedgerRoles.rights.flatMap(grants)
    }

    /// Runs the statements in one transaction.
    ///
    /// - Throws: `LedgerError`, with nothing changed.
    public func apply() throws(LedgerError) {
      do {
        // The server itself would only warn.
        let isOwner = try connection.isTrue(
          "SELECT pg_has_role($1::text::name, 'USAGE')", [.text(owner)])
        guard isOwner else {
          throw PostgresError(state: "42501", "only \(owner) owns the tables and grants rights")
        }
        try connection.inTransaction("BEGIN; SET LOCAL lock_timeout = '60s'") {
          for role in LedgerRole.allCases { try create(role) }
          for statement in allGrants { try connection.script(statement) }
        }
      } catch {
        throw LedgerError(error, at: location)
      }
    }

    /// Makes a role where it is missing.
    private func create(_ role: LedgerRole) throws(PostgresError) {
      do throws(PostgresError) {
        try connection.script(creation(role))
      } catch {
        guard error.state == "42501" else { throw error }
        throw PostgresError(
          state: error.state,
          "\(error.message) \(name(role)). An administrator of the server makes it: "
            + "createuser --no-login \(name(role))")
      }
    }

    private func creation(_ role: LedgerRole) -> String {
      """
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = '\(name(role))') THEN
          CREATE ROLE \(name(role)) NOLOGIN;
        END IF;
      END $$
      """
    }

    /// The grants on one table, one for all roles with the same rights.
    private func grants(_ table: TableRights) -> [String] {
      var grants: [(rights: String, roles: [String])] = []
      for role in LedgerRole.allCases {
        guard let rights = table.rights[role] else { continue }
        if let place = grants.firstIndex(where: { $0.rights == rights }) {
          grants[place].roles.append(name(role))
        } else {
          grants.append((rights, [name(role)]))
        }
      }
      return grants.map { rights, roles in
        "GRANT \(rights) ON \(schema).\(table.name) TO \(roles.joined(separator: ", "))"
      }
    }

    // MARK: Rights

    /// The rights on one table; a role that is not named has none.
    struct TableRights {
      let name: String
      let rights: [LedgerRole: String]

      init(_ name: String, daemon: String?, operator: String?, reader: String?) {
        self.name = name
        rights = [.daemon: daemon, .operator: `operator`, .reader: reader].compactMapValues(\.self)
      }

      init(_ name: String, writers: String, reader: String? = "SELECT") {
        self.init(name, daemon: writers, operator: writers, reader: reader)
      }
    }

    private static let everything = "SELECT, INSERT, UPDATE, DELETE"

    /// The rights on every table of a ledger.
    static let rights = [
      TableRights("ledger", writers: "SELECT, UPDATE (\(LedgerHead.updated))"),
      TableRights("policies", writers: "SELECT"),
      TableRights(
        "leases", daemon: "SELECT, INSERT, UPDATE", operator: "SELECT", reader: "SELECT"),
      TableRights(
        "entries", writers: "SELECT, INSERT, UPDATE (receivedAt)",
        reader: "SELECT (\(LedgerSchema.entryColumns.joined(separator: ", ")))"),
      TableRights("events", writers: "SELECT, INSERT, UPDATE (isRepeat, recordedAt, body)"),
      TableRights("subscriptions", writers: "SELECT, INSERT"),
      TableRights("erasures", writers: "SELECT"),
      TableRights(
        "accesses", writers: "INSERT (\(LedgerSchema.accessColumns.joined(separator: ", ")))",
        reader: nil),
      // By columns alone a role cannot lock the table, which would stop whoever erases.
      TableRights(
        "presence", writers: everything,
        reader: "SELECT, INSERT, UPDATE (subscription, actor, seenAt)"),
      TableRights("pieces", writers: "SELECT, INSERT, DELETE"),
      TableRights(
        "accounts", daemon: "SELECT", operator: "SELECT, INSERT, DELETE", reader: nil),
      TableRights("subscribers", writers: everything, reader: "SELECT (\(shownColumns))"),
      TableRights("counters", writers: everything),
      TableRights("episodes", writers: everything),
      TableRights("moments", writers: everything),
      TableRights("products", writers: everything),
      TableRights("orderLookups", writers: everything),
      TableRights(
        "quarantine", writers: "SELECT, INSERT, DELETE", reader: "SELECT (number)"),
      TableRights(
        "backfill", daemon: "SELECT, INSERT, UPDATE", operator: "SELECT", reader: nil),
      TableRights("changes", writers: "SELECT, INSERT, DELETE", reader: nil),
      TableRights("receivers", daemon: everything, operator: "SELECT", reader: "SELECT"),
      TableRights(
        "deliveries", daemon: everything, operator: "SELECT, DELETE", reader: "SELECT"),
    ]

    /// The columns of `subscribers` that do not tell who somebody is.
    private static let shownColumns: String = {
      let hidden = StoredRow.hidden.flatMap { RowColumns.form(of: $0)?.columns ?? [] }
      let columns = RowColumns.all.filter { !hidden.contains($0) }.map(\.name)
      return (["key"] + columns + ["body"]).joined(separator: ", ")
    }()
  }
#endif
