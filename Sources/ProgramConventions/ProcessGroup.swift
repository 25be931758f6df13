import Foundation

/// A child process that leads a process group, so that its own children can be ended with it.
public struct ProcessGroup: Hashable, Sendable {
  /// The process number of the leader, which is also the group's.
  public let leader: pid_t

  /// The standard streams of a program; `nil` is `/dev/null`.
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

  /// Starts a program without a shell, with default signal handling and no other open file.
  ///
  /// The first argument is the program's path, or its name on the PATH; the environment has
  /// variables as `NAME=VALUE`, and is that of this process for `nil`. Every other open descriptor
  /// of this process is marked close-on-exec.
  ///
  /// - Throws: ``SpawnError`` if the program cannot be started.
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

  /// Sends a signal to every process of the group.
  public func signal(_ number: Int32) { kill(-leader, number) }

  /// Marks every open file but the standard streams as close-on-exec.
  private static func keepFilesBack() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    for descriptor in names.compactMap({ Int32($0) }) where descriptor > STDERR_FILENO {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  /// Calls a closure with texts as a null-terminated array of C strings.
  private static func withTexts<Value>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

/// The reason that a program cannot be started.
public struct SpawnError: Error, Hashable {
  /// The system's error number.
  public var number: Int32

  /// Creates the error of a number.
  public init(number: Int32) { self.number = number }

  /// The message.
  public var reason: String {
    number == ENOENT ? "there is no such program on the PATH" : SystemError.message(number)
  }
}
