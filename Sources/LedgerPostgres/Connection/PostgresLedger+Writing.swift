#if Postgres
  import EventLedger
  import Glibc
  import SubscriptionCore
  import Synchronization

  extension PostgresLedger {
    /// Writes in one transaction, which runs again where the server asks for that, or where the
    /// connection was lost before it was committed.
    ///
    /// A reader reads meanwhile what was committed before; the writing goes without it where it
    /// runs again, since either may have been lost.
    ///
    /// - Throws: `LedgerError`, with nothing written.
    @discardableResult
    func write<Value>(
      reader: PostgresConnection? = nil, _ body: (LedgerTransaction) throws -> Value
    ) throws(LedgerError) -> Value {
      var reader = reader?.isBroken == false ? reader : nil
      return try repeating { connection in
        defer { reader = nil }
        let transaction = try LedgerTransaction(
          connection, effective.withLock { $0 }, location: location,
          aheadMax: aheadMax, reader: reader)
        defer { transaction.settle() }
        let value = try body(transaction)
        try transaction.finish()
        try commit(connection, number: transaction.number)
        note(transaction.effective)
        notifier.note()
        return value
      }
    }

    /// Changes what is neither a fact nor derived from facts, beside others who write.
    @discardableResult
    func change<Value>(_ body: (PostgresConnection) throws -> Value) throws(LedgerError) -> Value {
      try repeating { connection in
        try connection.script(LedgerTransaction.begin)
        let value = try body(connection)
        let row = try connection.query("SELECT \(TransactionNumber.columns)")
        try commit(connection, number: TransactionNumber(row, 0))
        return value
      }
    }

    /// Checks that something could be written, and writes nothing.
    public func checkWritable() throws(LedgerError) {
      try repeating { connection in
        try connection.script("BEGIN; SET LOCAL lock_timeout = '10s'")
        try LedgerHead(connection.query(LedgerHead.lock)).check(location)
        try connection.script("ROLLBACK")
      }
    }

    private static let attemptsMax = 6

    private func repeating<Value>(
      _ body: (PostgresConnection) throws -> Value
    ) throws(LedgerError) -> Value {
      guard !isReadOnly else { throw .readOnly(location: location) }
      var attempts = 0
      while true {
        do {
          return try ReadCancellation.$isAllowed.withValue(false) {
            try attempt(body)
          }
        } catch {
          attempts += 1
          guard let failure = error as? PostgresError, attempts < Self.attemptsMax,
            failure.isRepeatable || failure.isLost && attempts < 2
          else { throw LedgerError(error, at: location) }
          if failure.isLost { pool.dropIdle() }
          usleep(UInt32(attempts) * 2_000)
        }
      }
    }

    private func attempt<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
      try pool.withConnection { connection in
        do {
          return try body(connection)
        } catch {
          if connection.isInTransaction, !connection.isBusy { try? connection.script("ROLLBACK") }
          throw error
        }
      }
    }

    /// Commits a transaction.
    ///
    /// Where the connection is lost on the way, another one asks the server
    /// whether it was committed.
    private func commit(_ connection: PostgresConnection, number: TransactionNumber) throws {
      do {
        try connection.script("COMMIT")
      } catch {
        guard error.isLost else { throw error }
        pool.dropIdle()
        guard try isCommitted(number) else { throw error }
      }
    }

    func isCommitted(_ number: TransactionNumber) throws -> Bool {
      // A server that was killed needs its time to start again, and a standby to take over.
      for _ in 0..<100 {
        do {
          let connection = try PostgresConnection(pool.target.text)
          switch try number.status(connection) {
          case .committed: return true
          case .open: break
          case .undone: return false
          }
        } catch {
          if !error.isLost { throw error }
        }
        usleep(100_000)
      }
      throw PostgresError(
        "the connection was lost while something was stored, which may be stored or not")
    }
  }
#endif
