#if Postgres
  import Dispatch
  import Synchronization

  /// The connections of a ledger, opened when they are needed, each lent to one thread at a time.
  final class ConnectionPool: Sendable {
    let target: ConnectionString
    private let idle = Mutex(Idle())
    /// Counts the connections that may still be lent.
    private let free: DispatchSemaphore

    /// The idle connections, the one returned last at the end.
    private struct Idle: ~Copyable {
      var connections: [PostgresConnection] = []
      var isClosed = false
    }

    /// A Boolean value that indicates whether no connection takes the place of the one there is.
    private let isPinned: Bool

    /// The most connections of one ledger.
    static let countMax = 8

    /// Creates a pool without connections.
    init(_ target: ConnectionString) {
      (self.target, isPinned) = (target, false)
      free = DispatchSemaphore(value: ConnectionPool.countMax)
    }

    /// Creates a pool of one connection, which has what no other has.
    init(pinned connection: PostgresConnection, _ target: ConnectionString) {
      (self.target, isPinned) = (target, true)
      free = DispatchSemaphore(value: 1)
      idle.withLock { $0.connections = [connection] }
    }

    /// Lends a connection to a closure, which waits where all are lent.
    func withConnection<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
      free.wait()
      defer { free.signal() }
      let connection = try take()
      defer { giveBack(connection) }
      return try body(connection)
    }

    private func take() throws -> PostgresConnection {
      let found = try idle.withLock { idle in
        if idle.isClosed { throw PostgresError("the ledger is closed") }
        return idle.connections.popLast()
      }
      if let found { return found }
      if isPinned {
        throw PostgresError(
          "the connection with the rows of the past was lost; the same instant reads them again",
          isLost: true)
      }
      return try PostgresConnection(target.text)
    }

    private func giveBack(_ connection: PostgresConnection) {
      guard !connection.isBroken, !connection.isInTransaction,
        isPinned || !connection.mayBeCanceled
      else { return }
      idle.withLock { idle in
        if !idle.isClosed { idle.connections.append(connection) }
      }
    }

    /// Closes the idle connections, for example after the server was restarted.
    func dropIdle() {
      if !isPinned { idle.withLock { $0.connections = [] } }
    }

    /// Closes the pool, from which no connection is lent any more.
    func close() {
      idle.withLock { idle in
        idle.isClosed = true
        idle.connections = []
      }
    }
  }
#endif
