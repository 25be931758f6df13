#if Postgres
  import Foundation
  import Synchronization

  /// A PostgreSQL server of this process alone: a unix socket in a temporary folder.
  ///
  /// The server and its folder are gone when ``stop()`` was called or the process has ended, even
  /// where that was killed: a shell over the server waits at the end of a pipe that nobody else
  /// holds.
  public final class PostgresServer: Sendable {
    private struct State {
      var supervisor: Supervisor?
    }

    /// The settings with which a server forgets everything when the machine loses power, and
    /// tests are quick.
    public static let hurried = [
      "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off",
    ]

    /// The server of this process's tests, started when it is first asked for.
    ///
    /// `CHURNTOP_POSTGRES` names a server that runs elsewhere by its conninfo.
    public static let shared: Result<TestDatabase, any Error> = Result {
      if let conninfo = ProcessInfo.processInfo.environment["CHURNTOP_POSTGRES"] {
        return TestDatabase(conninfo: conninfo, server: nil)
      }
      // Nothing follows this one, and no table of it lives long.
      let alone = [
        "autovacuum": "off", "checkpoint_timeout": "1h", "max_wal_senders": "0",
        "max_wal_size": "2GB", "wal_level": "minimal",
      ]
      let server = try PostgresServer(settings: hurried.merging(alone) { $1 })
      return TestDatabase(conninfo: server.conninfo, server: server)
    }

    /// The coordinator of a Citus cluster that runs elsewhere, which `CHURNTOP_CITUS` names by the
    /// conninfo of a superuser; `nil` where it names none.
    public static let cluster = ProcessInfo.processInfo.environment["CHURNTOP_CITUS"]
      .map { TestDatabase(conninfo: $0) }

    /// The folder with the data and the socket.
    public let folder: String
    /// The conninfo of the server's database for its owner.
    public var conninfo: String { "host=\(folder) user=churntop dbname=postgres" }

    private let programs: ServerPrograms
    private let settings: [String: String]
    private let state = Mutex(State())

    /// Makes a server in a folder of its own and starts it.
    ///
    /// - Parameters:
    ///   - settings: Settings of the server beside its own, by name.
    ///   - room: The mebibytes of a disk of its own for the data, where there is to be one.
    /// - Throws: ``Failure``.
    public init(settings: [String: String] = [:], room: Int? = nil) throws {
      programs = try ServerPrograms.find()
      self.settings = settings
      folder = try programs.makeFolder()
      if let room { try programs.mountDisk(mebibytes: room, at: folder + "/data") }
      try programs.run(
        "initdb", "-D", folder + "/data", "-U", "churntop", "-A", "trust", "-E", "UTF8",
        "--no-locale", "--no-sync", "--no-instructions")
      try start()
    }

    /// What a copy of a server becomes when it is started.
    public enum Copy: String {
      /// A standby that follows the server it was copied from.
      case standby
      /// A server of its own that first replays the archived log, as its settings say.
      case restored = "recovery"
    }

    /// Copies the data of a server that runs, and starts nothing yet.
    ///
    /// - Parameters:
    ///   - other: The server, which goes on.
    ///   - copy: What becomes of the copy.
    ///   - settings: Settings of the server beside its own, by name.
    /// - Throws: ``Failure``.
    public init(
      copying other: PostgresServer, to copy: Copy, settings: [String: String]
    ) throws {
      programs = try ServerPrograms.find()
      self.settings = settings
      folder = try programs.makeFolder()
      try programs.run(
        "pg_basebackup", "-D", folder + "/data", "-d", other.conninfo, "-c", "fast", "-R")
      let signs = ["standby", "recovery"].map { folder + "/data/\($0).signal" }
      if copy == .restored { try FileManager.default.moveItem(atPath: signs[0], toPath: signs[1]) }
    }

    deinit { stop() }

    /// Starts the server where it does not run, and waits until it answers.
    public func start() throws {
      try state.withLock { state in
        guard state.supervisor?.isRunning != true else { return }
        let supervisor = try Supervisor(programs: programs, folder: folder, settings: settings)
        state.supervisor = supervisor
        try supervisor.waitUntilReady(conninfo)
      }
    }

    /// Kills every process of the server at once, as a loss of power would; the data stays.
    public func kill() { state.withLock { $0.supervisor?.end(.killed) } }

    /// Freezes every process of the server, as a machine hangs whose network still answers.
    public func freeze() throws { try send(SIGSTOP) }

    /// Lets the processes of a frozen server go on.
    public func wake() throws { try send(SIGCONT) }

    /// Sends a signal to the server's first process and then to its children.
    private func send(_ signal: Int32) throws {
      let lines = try String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
      guard let first = lines.split(separator: "\n").first.flatMap({ Int32($0) }) else {
        throw Failure("The server has no process.")
      }
      _ = Foundation.kill(first, signal)
      let children = try String(
        contentsOfFile: "/proc/\(first)/task/\(first)/children", encoding: .utf8)
      for child in children.split(separator: " ").compactMap({ Int32($0) }) {
        _ = Foundation.kill(child, signal)
      }
    }

    /// Stops the server in order, and removes its folder.
    public func stop() {
      state.withLock { state in
        state.supervisor?.end(.removed)
        state.supervisor = nil
      }
      // The disk of its own is still there where the server was killed.
      umount(folder + "/data")
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// A server that could not be had.
    public struct Failure: Error, CustomStringConvertible {
      /// What happened, with the server's own words.
      public var description: String

      init(_ description: String) { self.description = description }
    }
  }
#endif
