#if Postgres
  import Dispatch
  import Synchronization

  /// A notifier of the programs that listen: something was stored, said as often as is of use.
  ///
  /// A notification within the transaction that stores would make every commit wait for every
  /// other, so it has a transaction of its own afterwards. One that is lost does no harm: whoever
  /// listens asks for the last position as well.
  final class ChangeNotifier: Sendable {
    private struct State {
      var last = DispatchTime(uptimeNanoseconds: 0)
      var isPlanned = false
    }

    private let pool: ConnectionPool
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "churntop notifications")

    /// The shortest time between two notifications.
    private static let pause = DispatchTimeInterval.milliseconds(50)

    /// The name under which programs listen, as an expression of SQL.
    static let channel = "'churntop ' || left(current_schema(), 40)"

    /// Creates a notifier for the schema of a pool's connections.
    init(_ pool: ConnectionPool) { self.pool = pool }

    /// Notes that something was stored.
    func note() {
      let delay = state.withLock { state -> DispatchTime? in
        guard !state.isPlanned else { return nil }
        state.isPlanned = true
        return max(.now(), state.last + Self.pause)
      }
      guard let delay else { return }
      queue.asyncAfter(deadline: delay) { [self] in
        state.withLock { state in
          state.isPlanned = false
          state.last = .now()
        }
        notify()
      }
    }

    private func notify() {
      try? pool.withConnection { connection in
        try connection.script(
          """
          BEGIN; SET LOCAL synchronous_commit = off;
          SELECT pg_notify(\(Self.channel), ''); COMMIT
          """)
      }
    }
  }
#endif
