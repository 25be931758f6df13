#if Postgres
  import CPostgres
  import Foundation

  /// A shell that runs one server, and ends it with this process, however that ends.
  final class Supervisor: Sendable {
    /// What becomes of the server.
    enum End: String {
      /// It is killed as by a loss of power; its folder stays.
      case killed
      /// It stops in order, and its folder is removed.
      case removed
    }

    /// The commands of the shell: the first argument is the server's folder, the others are its
    /// command line.
    ///
    /// The end of the pipe, which comes with the end of this process, counts as `removed`. Bash it
    /// is, for dash waits for ever where SIGCHLD is blocked, as it is on threads of Dispatch.
    private static let script = """
      folder=$1
      shift
      "$@" >>"$folder/log" 2>&1 </dev/null &
      server=$!
      read -r word
      if [ "$word" = killed ]; then
        kill -KILL $server $(cat /proc/$server/task/$server/children 2>/dev/null)
        wait
      else
        kill -INT $server
        wait
        ! mountpoint -q "$folder/data" || umount "$folder/data"
        rm -rf "$folder"
      fi
      """

    private let shell: Process
    private let pipe = Pipe()
    private let log: String

    /// A Boolean value that indicates whether the shell waits for its word.
    var isRunning: Bool { shell.isRunning }

    /// Starts PostgreSQL with the data of a folder.
    convenience init(
      programs: ServerPrograms, folder: String, settings: [String: String]
    ) throws {
      var arguments = ["-D", folder + "/data", "-k", folder, "-h", "", "-c", "max_connections=200"]
      for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
        arguments += ["-c", "\(name)=\(value)"]
      }
      try self.init(programs.command("postgres", arguments), folder: folder)
    }

    /// Starts a server by a command line, whose folder is removed with it.
    init(_ command: [String], folder: String) throws {
      log = folder + "/log"
      shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      shell.arguments = ["bash", "-c", Self.script, "bash", folder] + command
      shell.currentDirectoryURL = URL(fileURLWithPath: "/")
      shell.standardInput = pipe
      shell.standardOutput = FileHandle.nullDevice
      shell.standardError = FileHandle.nullDevice
      // The end that is written to must not live on in other children.
      _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
      try shell.run()
    }

    /// Waits until the server answers.
    ///
    /// - Throws: ``PostgresServer/Failure`` with the end of the server's log after half a minute.
    func waitUntilReady(_ conninfo: String) throws {
      let deadline = Date.now + 30
      while PQping(conninfo) != PQPING_OK {
        guard Date.now < deadline else {
          let lines = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
          throw PostgresServer.Failure("The server does not answer: " + lines.suffix(2_000))
        }
        usleep(20_000)
      }
    }

    /// Ends the server, and waits until it has ended.
    func end(_ end: End) {
      guard shell.isRunning else { return }
      try? pipe.fileHandleForWriting.write(contentsOf: Data("\(end.rawValue)\n".utf8))
      shell.waitUntilExit()
    }

    /// Lets go of the shell as the kernel does for a process that was killed.
    func lose() {
      try? pipe.fileHandleForWriting.close()
      shell.waitUntilExit()
    }
  }
#endif
