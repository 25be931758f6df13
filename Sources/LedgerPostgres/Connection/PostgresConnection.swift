#if Postgres
  import CPostgres
  import EventLedger
  import Synchronization

  /// A statement with the values that it binds.
  struct SQLStatement: Hashable, Sendable {
    /// The text, with `$1` for the first value.
    var sql: String
    /// The values.
    var values: [SQLValue]

    /// Creates a statement.
    init(_ sql: String, _ values: [SQLValue] = []) { (self.sql, self.values) = (sql, values) }
  }

  /// One connection to a server.
  ///
  /// It is for one thread at a time, which the pool that lends it sees to; libpq's own pointer is
  /// kept as its address. Values go over in binary form both ways. A statement whose text comes
  /// again is prepared once.
  final class PostgresConnection: Sendable {
    private let address: UInt
    /// The names of the prepared statements, by their texts.
    private let prepared = Mutex<[String: String]>([:])
    /// The connection as libpq knows it.
    var handle: OpaquePointer {
      guard let handle = OpaquePointer(bitPattern: address) else {
        preconditionFailure("libpq gave the address")
      }
      return handle
    }
    /// A Boolean value that indicates whether a pooler stands between, so that each transaction may
    /// run in another session: nothing of a session outlives one.
    let isPooled: Bool
    /// A Boolean value that indicates whether a statement was over before the request to cancel it
    /// came.
    let isCanceledLate = Mutex(false)
    /// The answer of ``showsProfiles()``, once somebody has asked.
    private let mayReadProfiles = Mutex<Bool?>(nil)
    /// The most statements that are kept prepared.
    private static let preparedMax = 256

    /// Opens a connection.
    ///
    /// Whatever the text says goes before what is set here, but for the encoding.
    init(_ text: String) throws(PostgresError) {
      let settings: [(String, String)] = [
        ("fallback_application_name", "churntop"), ("connect_timeout", "10"),
        ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "20000"), ("dbname", text), ("client_encoding", "UTF8"),
      ]
      let handle = PostgresConnection.withStrings(settings.map(\.0)) { keywords in
        PostgresConnection.withStrings(settings.map(\.1)) { values in
          PQconnectdbParams(keywords, values, 1)
        }
      }
      guard let handle else { throw PostgresError("no memory is left for a connection") }
      guard PQstatus(handle) == CONNECTION_OK else {
        defer { PQfinish(handle) }
        // A text that libpq cannot read stands in its message.
        guard PostgresConnection.isReadable(text) else {
          throw PostgresError("libpq cannot read the connection string", isLost: true)
        }
        var error = PostgresError(nil, of: handle)
        error.isLost = true
        throw error
      }
      do {
        isPooled = try Self.isPooled(handle)
      } catch {
        defer { PQfinish(handle) }
        throw error
      }
      address = UInt(bitPattern: handle)
      // Notices would be printed to the terminal.
      _ = PQsetNoticeReceiver(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// A pooler tells its clients a number for the session that is not the server's.
    private static func isPooled(_ handle: OpaquePointer) throws(PostgresError) -> Bool {
      let result = PQexec(handle, "SELECT pg_backend_pid()")
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_TUPLES_OK else {
        var error = PostgresError(result, of: handle)
        error.isLost = true
        throw error
      }
      return String(cString: PQgetvalue(result, 0, 0)) != "\(PQbackendPID(handle))"
    }

    private static func isReadable(_ text: String) -> Bool {
      guard let options = PQconninfoParse(text, nil) else { return false }
      PQconninfoFree(options)
      return true
    }

    private static func withStrings<Result>(
      _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
      let bytes = strings.map { Array($0.utf8CString) }
      var pointers: [UnsafePointer<CChar>?] = []
      func next(_ place: Int) -> Result {
        guard place < bytes.count else {
          let list = pointers + [nil]
          return list.withUnsafeBufferPointer { list in
            guard let base = list.baseAddress else { preconditionFailure("the list ends with nil") }
            return body(base)
          }
        }
        return bytes[place].withUnsafeBufferPointer { string in
          pointers.append(string.baseAddress)
          return next(place + 1)
        }
      }
      return next(0)
    }

    /// A Boolean value that indicates whether the connection is of no more use.
    var isBroken: Bool { PQstatus(handle) != CONNECTION_OK }

    /// A Boolean value that indicates whether the server owes an answer.
    var isBusy: Bool { PQtransactionStatus(handle) == PQTRANS_ACTIVE }

    /// A Boolean value that indicates whether a transaction is open.
    var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// Returns a Boolean value that indicates whether the role may read the profiles of accounts.
    func showsProfiles() throws(PostgresError) -> Bool {
      if let known = mayReadProfiles.withLock(\.self) { return known }
      let row = try query(
        "SELECT has_column_privilege('accounts', 'profile', 'SELECT')", isKept: false)
      let may = row.integer(0, 0) == 1
      mayReadProfiles.withLock { $0 = may }
      return may
    }

    // MARK: One statement

    /// Runs a statement and waits for its answer, unless that is canceled (`ReadCancellation`).
    ///
    /// - Parameters:
    ///   - sql: The text.
    ///   - values: The values that it binds.
    ///   - isKept: Whether it comes again and is worth preparing. One that is not is planned for
    ///     its values.
    /// - Returns: The rows.
    /// - Throws: `PostgresError`.
    func query(
      _ sql: String, _ values: [SQLValue] = [], isKept: Bool = true
    ) throws(PostgresError) -> QueryResult {
      if ReadCancellation.isRequested { throw PostgresError.canceled }
      let parameters = ParameterBuffer(values)
      let name = isKept && !isPooled ? try prepare(sql, parameters) : nil
      try send(sql, parameters, as: name)
      return try checked(try answer())
    }

    private func send(
      _ sql: String, _ parameters: ParameterBuffer, as name: String?
    ) throws(PostgresError) {
      let isSent = parameters.withPointers { types, places, lengths, formats in
        let count = Int32(parameters.count)
        return if let name {
          PQsendQueryPrepared(handle, name, count, places, lengths, formats, 1)
        } else {
          PQsendQueryParams(handle, sql, count, types, places, lengths, formats, 1)
        }
      }
      guard isSent == 1 else { throw PostgresError(nil, of: handle) }
    }

    /// Runs a statement for what it does.
    ///
    /// - Returns: The number of rows that it changed.
    @discardableResult
    func run(
      _ sql: String, _ values: [SQLValue] = [], isKept: Bool = true
    ) throws(PostgresError) -> Int {
      try query(sql, values, isKept: isKept).changed
    }

    /// Runs statements without values, separated by semicolons, in one go.
    func script(_ sql: String) throws(PostgresError) {
      _ = try checked(PQexec(handle, sql))
    }

    private func prepare(_ sql: String, _ parameters: ParameterBuffer) throws(PostgresError)
      -> String
    {
      let (known, count) = prepared.withLock { ($0[sql], $0.count) }
      if let known { return known }
      if count >= PostgresConnection.preparedMax {
        try script("DEALLOCATE ALL")
        prepared.withLock { $0 = [:] }
      }
      let name = "s\(prepared.withLock { $0.count })"
      _ = try checked(
        PQprepare(handle, name, sql, Int32(parameters.count), parameters.types))
      prepared.withLock { $0[sql] = name }
      return name
    }

    /// Takes an answer over, or throws what it says is wrong.
    private func checked(_ result: OpaquePointer?) throws(PostgresError) -> QueryResult {
      guard let result else { throw PostgresError(nil, of: handle) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return QueryResult(result)
      default:
        defer { PQclear(result) }
        throw PostgresError(result, of: handle)
      }
    }

    // MARK: Several statements

    /// Runs statements with one wait for all of them, unless that is canceled
    /// (`ReadCancellation`).
    ///
    /// - Parameters:
    ///   - statements: The statements.
    ///   - take: Called with the place of each statement and its answer, in their order.
    /// - Throws: `PostgresError` of the first that failed; those behind it did not run.
    func pipeline(
      _ statements: [SQLStatement], _ take: (Int, borrowing QueryResult) -> Void = { _, _ in }
    ) throws(PostgresError) {
      guard statements.count > 1 else {
        for statement in statements { take(0, try query(statement.sql, statement.values)) }
        return
      }
      if ReadCancellation.isRequested { throw PostgresError.canceled }
      var all: [(statement: SQLStatement, parameters: ParameterBuffer, name: String?)] = []
      for statement in statements {
        let parameters = ParameterBuffer(statement.values)
        let name = isPooled ? nil : try prepare(statement.sql, parameters)
        all.append((statement, parameters, name))
      }
      guard PQenterPipelineMode(handle) == 1 else { throw PostgresError(nil, of: handle) }
      defer { PQexitPipelineMode(handle) }
      for (statement, parameters, name) in all {
        try send(statement.sql, parameters, as: name)
      }
      guard PQpipelineSync(handle) == 1 else { throw PostgresError(nil, of: handle) }
      try takeAnswers(take)
    }
  }
#endif
