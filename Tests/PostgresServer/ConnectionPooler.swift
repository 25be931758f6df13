#if Postgres
  import CPostgres
  import Foundation

  /// A pgbouncer in transaction mode before a server, for one test.
  public final class ConnectionPooler: Sendable {
    /// The conninfo of the database behind it.
    public let conninfo: String
    private let supervisor: Supervisor
    private let folder: String

    /// The program, where it is installed.
    public static let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Starts before a server.
    ///
    /// - Parameters:
    ///   - program: The pooler's path.
    ///   - server: The server.
    ///   - schema: The schema of every session.
    ///   - sessions: The most sessions that all clients share.
    /// - Throws: ``PostgresServer/Failure`` when it does not answer.
    public init(
      _ program: String, before server: PostgresServer, schema: String, sessions: Int
    ) throws {
      let programs = try ServerPrograms.find()
      folder = try programs.makeFolder()
      let settings = """
        [databases]
        pooled = host=\(server.folder) user=churntop dbname=postgres \
        connect_query='SET search_path TO \(schema)'
        [pgbouncer]
        listen_addr =
        listen_port = 6432
        unix_socket_dir = \(folder)
        auth_type = any
        pool_mode = transaction
        default_pool_size = \(sessions)
        server_login_retry = 1
        query_wait_timeout = 1
        """
      let file = folder + "/pgbouncer.ini"
      try Data(settings.utf8).write(to: URL(fileURLWithPath: file))
      conninfo = "host=\(folder) port=6432 user=churntop dbname=pooled"
      supervisor = try Supervisor(programs.command(path: program, [file]), folder: folder)
      try supervisor.waitUntilReady(conninfo)
    }

    deinit {
      // Asked to stop in order, it waits for its clients.
      supervisor.end(.killed)
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
#endif
