import Foundation

/// Where a secret is: the configuration names the place and never holds the secret.
enum SecretSource: Hashable, Sendable {
  /// A file that nobody but its owner may read.
  case file(String)
  /// An environment variable.
  case variable(String)

  /// Why there is no secret.
  enum Problem: Error, Hashable {
    /// There is no such file.
    case missing(String)
    /// It cannot be read.
    case unreadable(String)
    /// Others may read or write it.
    case open(String, mode: Int)
    /// The variable is not set.
    case unset(String)
    /// There is nothing in it.
    case empty(String)
  }

  /// The longest secret that is read, in bytes.
  static let bytesMax = 1 << 16

  /// Reads the secret.
  ///
  /// - Parameter environment: The environment variables.
  /// - Returns: Its bytes.
  /// - Throws: ``Problem``, which never holds any of it.
  func read(_ environment: [String: String]) throws(Problem) -> [UInt8] {
    switch self {
    case .variable(let name):
      guard let text = environment[name] else { throw .unset(name) }
      guard !text.isEmpty else { throw .empty("$" + name) }
      return Array(text.utf8)
    case .file(let path):
      try Self.checkMode(of: path)
      guard let file = FileHandle(forReadingAtPath: path) else { throw .unreadable(path) }
      defer { try? file.close() }
      guard let data = try? file.read(upToCount: Self.bytesMax) else { throw .unreadable(path) }
      guard !data.isEmpty else { throw .empty(path) }
      return Array(data)
    }
  }

  /// Refuses a file that others than its owner may read or write.
  private static func checkMode(of path: String) throws(Problem) {
    guard let mode = FileMode(of: path) else { throw .missing(path) }
    guard mode.isRegular else { throw .unreadable(path) }
    guard mode.permissions & 0o077 == 0 else { throw .open(path, mode: mode.permissions) }
  }
}

extension SecretSource.Problem: CustomStringConvertible {
  /// What is wrong and what to do.
  var description: String {
    switch self {
    case .missing(let path): "there is no file \(path)."
    case .unreadable(let path):
      "\(path) cannot be read. It has to be a file of the user that churntopd runs as."
    case .open(let path, let mode):
      "\(path) may be read or written by others (mode \(String(mode, radix: 8))). "
        + "Run: chmod 600 \(path)"
    case .unset(let name): "the environment variable \(name) is not set."
    case .empty(let place): "\(place) is empty."
    }
  }
}
