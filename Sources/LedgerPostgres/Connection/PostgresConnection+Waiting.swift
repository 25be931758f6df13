#if Postgres
  import CPostgres
  import EventLedger
  import Glibc
  import Synchronization

  extension PostgresConnection {
    /// A Boolean value that indicates whether a request to cancel a statement may still be on its
    /// way, because that was over before.
    ///
    /// PostgreSQL ignores a request between two statements, and has it before libpq goes on; but
    /// a pooler may pass it on late, so that it ends the next statement of another client.
    var mayBeCanceled: Bool { isCanceledLate.withLock(\.self) }

    /// Waits for the answer to what was sent, which may be canceled unless it begins or ends a
    /// transaction.
    func answer(isCancelable: Bool = true) throws(PostgresError) -> OpaquePointer? {
      var isCanceled = false
      try waitUntilAnswered(&isCanceled, isCancelable: isCancelable)
      var last: OpaquePointer?
      while let result = PQgetResult(handle) {
        PQclear(last)
        last = result
      }
      noteCancellation(isCanceled, PostgresError.state(of: last))
      return last
    }

    /// Takes the answers of a pipeline up to its end, each with its place.
    func takeAnswers(_ take: (Int, consuming QueryResult) -> Void) throws(PostgresError) {
      var failure: PostgresError?
      var (place, isCanceled) = (0, false)
      while true {
        try waitUntilAnswered(&isCanceled)
        // Between the answers of two statements there is none.
        guard let pointer = PQgetResult(handle) else {
          if isBroken { throw failure ?? PostgresError(nil, of: handle) }
          continue
        }
        let result = QueryResult(pointer)
        switch PQresultStatus(pointer) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
          take(place, result)
          place += 1
        case PGRES_FATAL_ERROR: failure = failure ?? PostgresError(pointer, of: handle)
        case PGRES_PIPELINE_SYNC:
          noteCancellation(isCanceled, failure?.state)
          if let failure { throw failure }
          return
        default: break
        }
      }
    }

    /// Remembers a request to cancel that came too late for what it was for.
    private func noteCancellation(_ isCanceled: Bool, _ state: String?) {
      if isCanceled, state != PostgresError.canceled.state {
        isCanceledLate.withLock { $0 = true }
      }
    }

    /// Waits until the server has answered, as long as it lives.
    ///
    /// What is not wanted any more is canceled there by the thread that waits for it, which has
    /// the connection to itself as long.
    ///
    /// - Throws: `PostgresError.canceled` if the server does not end it then; an error of a lost
    ///   connection if the server is frozen.
    private func waitUntilAnswered(
      _ isCanceled: inout Bool, isCancelable: Bool = true
    ) throws(PostgresError) {
      let isCancelable = isCancelable && ReadCancellation.isAllowed
      var lastSign = ContinuousClock.now
      while PQisBusy(handle) == 1 {
        if isCancelable, !isCanceled, ReadCancellation.isRequested {
          cancel()
          isCanceled = true
        }
        var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        let interval = isCancelable ? Self.lookInterval : Self.signInterval
        let found = poll(&socket, 1, isCanceled ? Self.cancelPatience : interval)
        // An error on the way is part of the answer.
        if found > 0, PQconsumeInput(handle) == 0 { break }
        if found == 0, isCanceled { throw PostgresError.canceled }
        guard found == 0 else {
          lastSign = .now
          continue
        }
        guard ContinuousClock.now - lastSign >= .milliseconds(Self.signInterval) else { continue }
        guard isServerAlive else {
          throw PostgresError("the server does not answer any more", isLost: true)
        }
        lastSign = .now
      }
    }

    /// The milliseconds without an answer after which a look shows whether the server is frozen.
    private static let signInterval: Int32 = 10_000
    /// The milliseconds between two looks whether an answer is still wanted.
    private static let lookInterval: Int32 = 10
    /// The milliseconds after which a server that does not cancel is left alone.
    private static let cancelPatience: Int32 = 500

    /// Asks the server to cancel what it does for this connection, over a connection of its own.
    private func cancel() {
      let request = PQgetCancel(handle)
      defer { PQfreeCancel(request) }
      var words = [CChar](repeating: 0, count: 256)
      _ = PQcancel(request, &words, Int32(words.count))
    }
  }
#endif
