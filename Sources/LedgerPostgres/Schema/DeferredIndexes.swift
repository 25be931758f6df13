#if Postgres
  import Dispatch
  import EventLedger
  import Synchronization

  /// The indexes that nothing but reading needs: a load of an empty ledger drops them and makes
  /// them at its end, which takes a fraction of the time of keeping them in order meanwhile.
  ///
  /// Only the owner of the tables may. A session holds a lock meanwhile, so that a ledger that is
  /// being loaded is not taken for one whose load was cut off.
  struct DeferredIndexes {
    /// The connection that has the lock.
    let connection: PostgresConnection
    /// The text by which another is opened.
    private let conninfo: String

    /// The indexes with the statements that make them.
    static let all = LedgerSchema.statements(.oneServer).compactMap { statement in
      name(in: statement).map { (name: $0, statement: statement) }
    }

    /// The indexes by which a load itself reads.
    private static let kept: Set<Substring> = [
      "subscribersByAccount", "subscribersByNextChange", "accountsByMark", "accountsByName",
      "accountsByEmail",
    ]
    /// The tables whose indexes are for reading.
    private static let tables: Set<Substring> = [
      "subscribers", "episodes", "events", "pieces", "accounts",
    ]

    /// The name of an index that may be deferred, out of the statement that makes it.
    private static func name(in statement: String) -> String? {
      let words = statement.split { $0.isWhitespace || $0 == "(" }
      guard words.starts(with: ["CREATE", "INDEX"]), words.count > 4, tables.contains(words[4]),
        !kept.contains(words[2])
      else { return nil }
      return String(words[2])
    }

    /// Takes the lock of those who drop or make the indexes, for as long as the connection lives.
    ///
    /// - Returns: `nil` for a role that does not own the tables, where a pooler gives each
    ///   transaction another session, and while somebody else has the lock.
    init?(_ conninfo: String) throws {
      let connection = try PostgresConnection(conninfo)
      guard !connection.isPooled else { return nil }
      let row = try connection.query(
        """
        SELECT CASE WHEN pg_has_role(relowner, 'USAGE') THEN pg_try_advisory_lock(
          hashtextextended('churntop indexes ' || current_schema(), 0)) ELSE false END
        FROM pg_catalog.pg_class WHERE oid = 'subscribers'::regclass
        """, isKept: false)
      guard row.count == 1, row.integer(0, 0) == 1 else { return nil }
      (self.connection, self.conninfo) = (connection, conninfo)
    }

    /// The indexes that the ledger does not have.
    static func missing(
      _ connection: PostgresConnection
    ) throws -> [(name: String, statement: String)] {
      let known = Set(
        try connection.query(
          """
          SELECT indexname::text FROM pg_catalog.pg_indexes WHERE schemaname = current_schema()
          """, isKept: false
        ).compactMap { $0.text(0) })
      return all.filter { !known.contains($0.name.lowercased()) }
    }

    /// Drops the indexes of a ledger without entries.
    ///
    /// - Returns: Whether they are dropped: not where there are entries, or while somebody reads.
    func drop() throws -> Bool {
      do {
        return try connection.inTransaction("BEGIN; SET LOCAL lock_timeout = '1s'") {
          guard try LedgerHead(connection.query(LedgerHead.lock)).lastPosition == 0 else {
            return false
          }
          try connection.script("SET LOCAL client_min_messages = error")
          // Of distributed tables Citus drops one a statement.
          for index in DeferredIndexes.all {
            try connection.script("DROP INDEX IF EXISTS \(index.name)")
          }
          return true
        }
      } catch let error as PostgresError where error.state == PostgresError.lockTimeout {
        return false
      }
    }

    /// Makes the indexes that are missing, each in a transaction of its own and two at a time;
    /// others who write wait for it.
    ///
    /// - Parameter progress: Told how much is done, in hundredths.
    /// - Throws: `PostgresError`; those that were made stay.
    func make(progress: (Int) -> Void = { _ in }) throws {
      let missing = try DeferredIndexes.missing(connection)
      guard try !missing.isEmpty || !PeopleIndex.isComplete(connection) else { return }
      progress(0)
      try PeopleIndex.complete(connection)
      let queue = IndexQueue(missing.map { $0.statement })
      let group = DispatchGroup()
      if let second = try? PostgresConnection(conninfo) {
        // Each queue has a thread of its own.
        DispatchQueue(label: "churntop indexes").async(group: group) { queue.run(second) }
      }
      queue.run(connection) { progress($0 * 100 / missing.count) }
      group.wait()
      try queue.check()
      progress(100)
    }

    /// The memory in which the server sorts what it makes an index of, of which there are two.
    fileprivate static let memory = "128MB"
  }

  /// Statements that make indexes, which several connections take one after the other.
  private final class IndexQueue: Sendable {
    private struct State {
      var waiting: [String]
      var made = 0
      var failure: PostgresError?
    }

    private let state: Mutex<State>

    init(_ statements: [String]) { state = Mutex(State(waiting: statements.reversed())) }

    /// Makes indexes by a connection until none is left or one cannot be made.
    ///
    /// `told` is called with the number that are made, by either connection.
    func run(_ connection: PostgresConnection, told: (Int) -> Void = { _ in }) {
      do throws(PostgresError) {
        try connection.script("SET maintenance_work_mem = '\(DeferredIndexes.memory)'")
        while let statement = next() {
          try connection.script(statement)
          told(
            state.withLock { state in
              state.made += 1
              return state.made
            })
        }
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }

    private func next() -> String? {
      state.withLock { $0.failure == nil ? $0.waiting.popLast() : nil }
    }

    /// Throws the error of the first that could not be made.
    func check() throws {
      if let error = state.withLock(\.failure) { throw error }
    }
  }

  extension PostgresLedger {
    /// Runs a closure that appends much; the indexes of an empty ledger are made at the end.
    public func bulkLoad(
      making: (Int) -> Void, _ body: () throws(LedgerError) -> Void
    ) throws(LedgerError) {
      guard let indexes = try beginLoad() else { return try body() }
      let outcome = Result(catching: body)
      loadReader.withLock { $0 = nil }
      do {
        try indexes.make(progress: making)
      } catch {
        // The connection may have been lost long ago; whoever opens the ledger next mends it.
        try outcome.get()
        try makeMissingIndexes()
      }
      try outcome.get()
    }

    /// Drops the indexes of a ledger without entries; `nil` where they stay.
    ///
    /// Appends then read by a connection of their own, beside the one that they store by.
    func beginLoad() throws(LedgerError) -> DeferredIndexes? {
      guard !isReadOnly, past == nil, try lastPosition() == 0 else { return nil }
      do {
        guard let indexes = try DeferredIndexes(pool.target.text) else { return nil }
        guard try indexes.drop() else { return nil }
        let planning = try LedgerTransaction.planning("SET", indexes.connection.layout())
        try indexes.connection.script(planning)
        loadReader.withLock { $0 = indexes.connection }
        return indexes
      } catch {
        throw LedgerError(error, at: location)
      }
    }

    /// Makes the indexes that a load which was cut off has left out, unless it goes on elsewhere.
    func makeMissingIndexes(progress: (Int) -> Void = { _ in }) throws(LedgerError) {
      do {
        guard let indexes = try DeferredIndexes(pool.target.text) else { return }
        try indexes.make(progress: progress)
      } catch {
        throw LedgerError(error, at: location)
      }
    }
  }
#endif
