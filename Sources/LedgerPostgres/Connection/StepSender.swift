#if Postgres
  import Dispatch
  import Synchronization

  /// A step that a transaction gathers: a statement, or the columns of rows that are copied.
  enum TransactionStep: Sendable {
    case statement(SQLStatement)
    case copy(String, [SQLValue])
  }

  extension PostgresConnection {
    /// Runs steps in order, with one wait for statements in a row.
    func run(_ steps: [TransactionStep]) throws(PostgresError) {
      var statements: [SQLStatement] = []
      for step in steps {
        switch step {
        case .statement(let statement): statements.append(statement)
        case .copy(let sql, let columns):
          try pipeline(statements)
          statements = []
          try copy(sql, columns)
        }
      }
      try pipeline(statements)
    }
  }

  /// A thread that runs the steps of a transaction, while the one that has them goes on.
  final class StepSender: Sendable {
    private let connection: PostgresConnection
    private let failure = Mutex<PostgresError?>(nil)
    private let queue = DispatchQueue(label: "churntop transaction")

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Runs steps behind those before them, unless one of those has failed.
    func send(_ steps: [TransactionStep]) {
      queue.async { [self] in
        guard failure.withLock({ $0 == nil }) else { return }
        do throws(PostgresError) {
          try connection.run(steps)
        } catch {
          failure.withLock { $0 = error }
        }
      }
    }

    /// Waits until all that was sent has run.
    func wait() { queue.sync {} }

    /// Throws what has failed.
    func check() throws {
      if let error = failure.withLock(\.self) { throw error }
    }
  }
#endif
