#if Postgres
  import Foundation

  /// The newest PostgreSQL server's programs of this machine, and the user that may run them.
  struct ServerPrograms {
    /// A user other than root, with its group.
    struct User {
      var name: String
      var number: uid_t
      var group: gid_t
    }

    /// The folder with `initdb` and `postgres`.
    var folder: String
    /// The user under which the server runs where this process is root's, which PostgreSQL refuses
    /// to serve.
    var user: User?

    /// Returns the newest programs among those of Debian's folders, `pg_config` and `PATH`.
    ///
    /// - Throws: ``PostgresServer/Failure`` where there are none.
    static func find() throws -> Self {
      let folders = debianFolders() + configuredFolder() + pathFolders()
      let complete = folders.filter { folder in
        ["initdb", "postgres"].allSatisfy {
          FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
        }
      }
      guard let folder = complete.first else {
        throw PostgresServer.Failure(
          "There is no PostgreSQL server here: apt-get install postgresql, or name one in"
            + " CHURNTOP_POSTGRES.")
      }
      return Self(folder: folder, user: try unprivilegedUser())
    }

    /// Debian's folders, one for each major version, the newest first.
    private static func debianFolders() -> [String] {
      let parent = "/usr/lib/postgresql"
      let versions = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
      return versions.compactMap { Int($0) }.sorted(by: >).map { "\(parent)/\($0)/bin" }
    }

    private static func configuredFolder() -> [String] {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["pg_config", "--bindir"]
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return [] }
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let folder = String(decoding: output, as: UTF8.self)
      return [folder.trimmingCharacters(in: .whitespacesAndNewlines)]
    }

    private static func pathFolders() -> [String] {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return path.split(separator: ":").map(String.init)
    }

    private static func unprivilegedUser() throws -> User? {
      guard getuid() == 0 else { return nil }
      for name in ["postgres", "nobody"] {
        guard let entry = getpwnam(name) else { continue }
        return User(name: name, number: entry.pointee.pw_uid, group: entry.pointee.pw_gid)
      }
      throw PostgresServer.Failure("There is no user postgres or nobody to run the server.")
    }

    /// Makes a folder for the data and the socket, whose path is short enough for a socket's.
    func makeFolder() throws -> String {
      var template = Array(
        ("/tmp/churntop-postgres-" + String(repeating: "X", count: 6)).utf8CString)
      guard mkdtemp(&template) != nil else {
        throw PostgresServer.Failure("No folder could be made in /tmp (error \(errno)).")
      }
      let folder = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
      if let user { chown(folder, user.number, user.group) }
      return folder
    }

    /// A Boolean value that indicates whether a server can have a disk of its own here.
    static let canMountDisk: Bool = {
      guard let programs = try? find(), let folder = try? programs.makeFolder() else {
        return false
      }
      defer { try? FileManager.default.removeItem(atPath: folder) }
      guard (try? programs.mountDisk(mebibytes: 1, at: folder + "/data")) != nil else {
        return false
      }
      return umount(folder + "/data") == 0
    }()

    /// Mounts an empty disk in memory for the user's data.
    ///
    /// - Throws: ``PostgresServer/Failure`` where this process may not.
    func mountDisk(mebibytes: Int, at path: String) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      var options = "size=\(mebibytes)m,mode=700"
      if let user { options += ",uid=\(user.number),gid=\(user.group)" }
      guard mount("tmpfs", path, "tmpfs", 0, options) == 0 else {
        throw PostgresServer.Failure("A disk cannot be mounted (error \(errno)).")
      }
    }

    /// Returns a command line that runs one of the programs as the user that may.
    func command(_ program: String, _ arguments: [String]) -> [String] {
      command(path: "\(folder)/\(program)", arguments)
    }

    /// Returns a command line that runs any program as the user that may.
    func command(path: String, _ arguments: [String]) -> [String] {
      let user = user.map { user in
        [
          "setpriv", "--reuid=\(user.number)", "--regid=\(user.group)", "--clear-groups", "--",
        ]
      }
      return (user ?? []) + [path] + arguments
    }

    /// Runs one of the programs to its end.
    ///
    /// - Throws: ``PostgresServer/Failure`` with what it printed where it fails.
    func run(_ program: String, _ arguments: String...) throws {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command(program, arguments)
      process.currentDirectoryURL = URL(fileURLWithPath: "/")
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw PostgresServer.Failure(
          "\(program) failed: " + String(decoding: output, as: UTF8.self))
      }
    }
  }
#endif
