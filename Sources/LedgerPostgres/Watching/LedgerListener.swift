#if Postgres
  import CPostgres
  import Foundation
  import Glibc
  import Synchronization

  extension PostgresLedger {
    /// Calls a closure whenever the ledger may have changed, by this program or another.
    ///
    /// The server tells at once; where it cannot, as a standby or behind some poolers, it is asked
    /// every second. A connection that is lost is reopened.
    ///
    /// - Parameter tell: The closure, called on a thread of the listener's.
    /// - Returns: The listener, which listens until it is ended or gone.
    public func listen(_ tell: @escaping @Sendable () -> Void) -> LedgerListener {
      LedgerListener(pool, tell)
    }
  }

  /// A thread that hears from the server that a ledger has changed.
  public final class LedgerListener: Sendable {
    private let ending: EndSignal

    /// The time after which the server is asked although it said nothing, in milliseconds.
    private static let patience: Int32 = 1_000

    init(_ pool: ConnectionPool, _ tell: @escaping @Sendable () -> Void) {
      let ending = EndSignal()
      self.ending = ending
      let thread = Thread {
        while !ending.isSet {
          Self.listen(pool.target, ending, tell)
          guard !ending.isSet else { break }
          // Whoever asks now learns that the server is gone, by a connection of now.
          pool.dropIdle()
          tell()
          _ = ending.wait(on: -1, milliseconds: Self.patience)
        }
      }
      thread.name = "ledger listener"
      thread.start()
    }

    deinit { end() }

    /// Ends the listening.
    public func end() { ending.set() }

    /// Listens until the connection is lost or the end is asked for.
    private static func listen(
      _ target: ConnectionString, _ ending: EndSignal, _ tell: () -> Void
    ) {
      guard let connection = try? PostgresConnection(target.text) else { return }
      if !connection.isPooled {
        try? connection.script(
          """
          DO $$ BEGIN EXECUTE format('LISTEN %I', \(ChangeNotifier.channel)); END $$
          """)
      }
      var last: [Int64]?
      while !ending.isSet {
        guard let now = try? position(connection) else { return }
        if last.map({ $0 != now }) ?? true { tell() }
        last = now
        while !ending.isSet, !hasNotification(connection) {
          let isReadable = ending.wait(
            on: PQsocket(connection.handle), milliseconds: Self.patience)
          guard isReadable else { break }
          guard PQconsumeInput(connection.handle) == 1 else { return }
        }
      }
    }

    /// The last position, the instant of the rows and the number of the last erasure: whichever
    /// differs, something was stored or removed.
    private static func position(_ connection: PostgresConnection) throws -> [Int64] {
      let rows = try connection.query(
        """
        SELECT lastPosition, coalesce(advancedTo, 0), (SELECT max(number) FROM erasures) FROM ledger
        """)
      return (0..<3).map { rows.integer(0, $0) }
    }

    /// Takes the notifications that have come, and returns whether there were any.
    private static func hasNotification(_ connection: PostgresConnection) -> Bool {
      var found = false
      while let notification = PQnotifies(connection.handle) {
        found = true
        PQfreemem(notification)
      }
      return found
    }
  }

  /// The wish that a thread ends, which wakes it from waiting for a socket.
  private final class EndSignal: Sendable {
    /// The two ends of a pipe that holds a byte from the wish on.
    private let (output, input): (Int32, Int32)
    private let wish = Mutex(false)

    init() {
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      (output, input) = (ends[0], ends[1])
    }

    deinit {
      close(output)
      close(input)
    }

    var isSet: Bool { wish.withLock { $0 } }

    func set() {
      wish.withLock { $0 = true }
      write(input, [1], 1)
    }

    /// Waits for a socket, the end or a time, and returns whether the socket can be read.
    func wait(on socket: Int32, milliseconds: Int32) -> Bool {
      var descriptors = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&descriptors, 2, milliseconds)
      return count > 0 && descriptors[1].revents != 0
    }
  }
#endif
