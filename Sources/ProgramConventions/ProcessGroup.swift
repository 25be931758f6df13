import Foundation

/// A program that leads a process group of its own, so that whatever it starts ends with it.
public struct ProcessGroup: Hashable, Sendable {
  /// The leader's process, whose number is the group's as well.
  public let leader: pid_t

  /// What a program reads from and writes to; `nil` is `/dev/null`.
  public struct Descriptors: Hashable, Sendable {
    /// Standard input.
    public var input: Int32?
    /// Standard output.
    public var output: Int32?
    /// Standard error.
    public var complaints: Int32?

    /// Creates descriptors.
    public init(input: Int32? = nil, output: Int32? = nil, complaints: Int32? = nil) {
      (self.input, self.output, self.complaints) = (input, output, complaints)
    }
  }

  /// Starts a program, never through a shell, with usual signals and no other open file.
  ///
  /// All that this process has open beside its three standard descriptors is marked to be closed
  /// in programs that it starts.
  ///
  /// - Parameters:
  ///   - arguments: Its name, looked up on the PATH where it is no path, and its arguments.
  ///   - environment: Its variables, `NAME=VALUE` each; `nil` for those of this process.
  ///   - descriptors: What it reads from and writes to.
  /// - Throws: ``SpawnError`` where it cannot be started.
  public init(
    _ arguments: [String], environment: [String]? = nil, descriptors: Descriptors
  ) throws(SpawnError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let ends = [descriptors.input, descriptors.output, descriptors.complaints]
    for (number, descriptor) in zip(Int32(0)..., ends) {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      } else {
        let mode = number == STDIN_FILENO ? O_RDONLY : O_WRONLY
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", mode, 0)
      }
    }
    Self.keepFilesBack()
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var leader = pid_t()
    let result = Self.withTexts(arguments) { pointers in
      guard let environment else {
        return posix_spawnp(&leader, arguments[0], &actions, &attributes, pointers, environ)
      }
      return Self.withTexts(environment) { variables in
        posix_spawnp(&leader, arguments[0], &actions, &attributes, pointers, variables)
      }
    }
    guard result == 0 else { throw SpawnError(number: result) }
    self.leader = leader
  }

  /// Sends a signal to the leader and to all that it started and left in its group.
  public func signal(_ number: Int32) { kill(-leader, number) }

  /// Marks every open file but the standard ones as closed in other programs.
  private static func keepFilesBack() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    for descriptor in names.compactMap({ Int32($0) }) where descriptor > STDERR_FILENO {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  /// Lends texts as C strings with a null pointer behind the last.
  private static func withTexts<Value>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

/// Why a program cannot be started.
public struct SpawnError: Error, Hashable {
  /// The system's error number.
  public var number: Int32

  /// Creates the error of a number.
  public init(number: Int32) { self.number = number }

  /// The words.
  public var reason: String {
    number == ENOENT ? "there is no such program on the PATH" : SystemText.reason(number)
  }
}
