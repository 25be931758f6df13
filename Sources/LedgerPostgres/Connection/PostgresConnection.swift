#if Postgres
  import CPostgres
  import EventLedger
  import Synchronization

  /// A statement with the values that it binds.
  struct SQLStatement: Hashable, Sendable {
    /// The text, with `$1` for the first value.
    var sql: String
    var values: [SQLValue]

    init(_ sql: String, _ values: [SQLValue] = []) { (self.sql, self.values) = (sql, values) }
  }

  /// One connection to a server.
  ///
  /// It is for one thread at a time, which the pool that lends it sees to; libpq's own pointer is
  /// kept as its address. Values go over in binary form both ways. A statement whose text comes
  /// again is prepared once.
  final class PostgresConnection: Sendable {
    private let address: UInt
    /// The text that it was opened with, which may hold a password.
    private let text: String
    /// The names of the prepared statements, by their texts.
    private let prepared = Mutex<[String: String]>([:])
    /// The connection as libpq knows it.
    var handle: OpaquePointer {
      guard let handle = OpaquePointer(bitPattern: address) else {
        preconditionFailure("libpq gave the address")
      }
      return handle
    }
    /// A Boolean value that indicates whether the server is behind a pooler, so that each
    /// transaction may run in another session: nothing of a session outlives one.
    let isPooled: Bool
    /// A Boolean value that indicates whether a statement was over before the request to cancel it
    /// came.
    let isCanceledLate = Mutex(false)
    /// The table of the rows of the present, which on a connection of the past is not the nearest.
    let presentRows = Mutex("subscribers")
    /// The answer of ``showsProfiles()``, once somebody has asked.
    private let mayReadProfiles = Mutex<Bool?>(nil)
    /// A Boolean value that indicates whether ``hasNameGrams()`` was true.
    let knowsNameGrams = Mutex(false)
    /// The answer of ``layout()``, once somebody has asked.
    let knownLayout = Mutex<TableLayout?>(nil)
    /// A Boolean value that indicates whether this session has waited for the workers.
    let isSettled = Mutex(false)
    /// The most statements that are kept prepared.
    private static let preparedMax = 256

    /// Opens a connection.
    ///
    /// Whatever the text says goes before what is set here, but for the encoding. A network that
    /// is cut says nothing: after ten seconds without a sign the connection counts as lost.
    init(_ text: String) throws(PostgresError) {
      let settings: [(String, String)] = [
        ("fallback_application_name", "churntop"), ("connect_timeout", Self.connectPatience),
        ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "10000"), ("dbname", text), ("client_encoding", "UTF8"),
      ]
      let handle = PostgresConnection.withSettings(settings) { PQconnectdbParams($0, $1, 1) }
      guard let handle else { throw PostgresError("no memory is left for a connection") }
      guard PQstatus(handle) == CONNECTION_OK else {
        defer { PQfinish(handle) }
        // libpq's message contains what it takes for a host or a port.
        guard !ConnectionString.isAmbiguous(text) else {
          throw PostgresError(
            "a sign in the user name or password is not in percent form: write @ as %40, / as %2F "
              + "and ? as %3F", isLost: true)
        }
        // libpq's message contains a text that it cannot read.
        guard PostgresConnection.isReadable(text) else {
          throw PostgresError("libpq cannot read the connection string", isLost: true)
        }
        var error = PostgresError(nil, of: handle)
        error.isLost = true
        throw error
      }
      do throws(PostgresError) {
        if let refusal = PostgresVersion(number: PQserverVersion(handle)).refusal {
          throw PostgresError(refusal, isLost: true)
        }
        isPooled = try Self.isPooled(handle)
      } catch {
        defer { PQfinish(handle) }
        throw error
      }
      address = UInt(bitPattern: handle)
      self.text = text
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

    /// The seconds in which a server has to take a connection.
    private static let connectPatience = "5"

    /// A Boolean value that indicates whether the server of this connection takes others, also one
    /// that has no room for more or is starting.
    ///
    /// One that is frozen does not, though its machine still answers for it.
    var isServerAlive: Bool {
      func value(_ text: UnsafeMutablePointer<CChar>?) -> String {
        text.map { String(cString: $0) } ?? ""
      }
      let settings = [
        ("dbname", text), ("host", value(PQhost(handle))),
        ("hostaddr", value(PQhostaddr(handle))), ("port", value(PQport(handle))),
        ("connect_timeout", Self.connectPatience),
      ]
      return Self.withSettings(settings) { PQpingParams($0, $1, 1) } != PQPING_NO_RESPONSE
    }

    private static func withSettings<Result>(
      _ settings: [(String, String)],
      _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
      withStrings(settings.map(\.0)) { keywords in
        withStrings(settings.map(\.1)) { values in body(keywords, values) }
      }
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
      let may = try isTrue("SELECT has_column_privilege('accounts', 'profile', 'SELECT')")
      mayReadProfiles.withLock { $0 = may }
      return may
    }

    // MARK: One statement

    /// Runs a statement and waits for its answer, unless that is canceled (`ReadCancellation`).
    ///
    /// One that is kept comes again and is worth preparing; any other is planned for its values.
    func query(
      _ sql: String, _ values: [SQLValue] = [], isKept: Bool = true
    ) throws(PostgresError) -> QueryResult {
      if ReadCancellation.isRequested { throw PostgresError.canceled }
      let name = prepared.withLock { $0[sql] }
      guard isKept, !isPooled, name == nil else {
        try send(sql, ParameterBuffer(values), as: isKept ? name : nil)
        return try checked(try answer())
      }
      var answer: QueryResult?
      try pipeline([SQLStatement(sql, values)]) { (_, taken: consuming QueryResult) in
        answer = consume taken
      }
      guard let answer else { throw PostgresError("the server gave no answer") }
      return answer
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

    /// Asks a question that is answered by yes or no and does not come again.
    func isTrue(_ sql: String, _ values: [SQLValue] = []) throws(PostgresError) -> Bool {
      try query(sql, values, isKept: false).integer(0, 0) == 1
    }

    /// Runs a statement for what it does, and returns the number of rows that it changed.
    @discardableResult
    func run(
      _ sql: String, _ values: [SQLValue] = [], isKept: Bool = true
    ) throws(PostgresError) -> Int {
      try query(sql, values, isKept: isKept).changed
    }

    /// Runs statements without values, separated by semicolons, in one go.
    func script(_ sql: String) throws(PostgresError) {
      guard PQsendQuery(handle, sql) == 1 else { throw PostgresError(nil, of: handle) }
      _ = try checked(try answer(isCancelable: false))
    }

    /// Runs a closure in a transaction, which is undone where the closure throws.
    func inTransaction<Value>(
      _ begin: String = "BEGIN", _ body: () throws -> Value
    ) throws -> Value {
      try script(begin)
      do {
        let value = try body()
        try script("COMMIT")
        return value
      } catch {
        if !isBusy { try? script("ROLLBACK") }
        throw error
      }
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

    /// A part of a pipeline that has an answer.
    private enum PipelineStep {
      case preparation(of: String, name: String)
      /// The statement at a place.
      case statement(Int)
    }

    /// Runs statements with one wait for all of them, unless that is canceled
    /// (`ReadCancellation`), and calls a closure with the place and the answer of each, in their
    /// order; those that are new are prepared on the way.
    ///
    /// - Throws: `PostgresError` of the first that failed; those behind it did not run.
    func pipeline(
      _ statements: [SQLStatement], _ take: (Int, consuming QueryResult) -> Void = { _, _ in }
    ) throws(PostgresError) {
      guard !statements.isEmpty else { return }
      if ReadCancellation.isRequested { throw PostgresError.canceled }
      if prepared.withLock({ $0.count >= PostgresConnection.preparedMax }) {
        try script("DEALLOCATE ALL")
        prepared.withLock { $0 = [:] }
      }
      var names = prepared.withLock(\.self)
      var steps: [PipelineStep] = []
      guard PQenterPipelineMode(handle) == 1 else { throw PostgresError(nil, of: handle) }
      defer { PQexitPipelineMode(handle) }
      for (place, statement) in statements.enumerated() {
        let (sql, parameters) = (statement.sql, ParameterBuffer(statement.values))
        if !isPooled, names[sql] == nil {
          let name = "s\(names.count)"
          try sendPreparation(of: sql, parameters, as: name)
          names[sql] = name
          steps.append(.preparation(of: sql, name: name))
        }
        try send(sql, parameters, as: isPooled ? nil : names[sql])
        steps.append(.statement(place))
      }
      guard PQpipelineSync(handle) == 1 else { throw PostgresError(nil, of: handle) }
      try takeAnswers { step, answer in
        switch steps[step] {
        case .preparation(let sql, let name): prepared.withLock { $0[sql] = name }
        case .statement(let place): take(place, answer)
        }
      }
    }

    private func sendPreparation(
      of sql: String, _ parameters: ParameterBuffer, as name: String
    ) throws(PostgresError) {
      let count = Int32(parameters.count)
      guard PQsendPrepare(handle, name, sql, count, parameters.types) == 1 else {
        throw PostgresError(nil, of: handle)
      }
    }
  }
#endif
