import Foundation
import ProgramConventions

/// The source of a secret; the configuration refers to secrets and never contains one.
enum SecretSource: Hashable, Sendable {
  /// A file that only its owner may read.
  case file(String)
  /// An environment variable.
  case variable(String)

  /// The reason that a secret cannot be read.
  enum Problem: Error, Hashable {
    /// The file does not exist.
    case missing(String)
    /// The file cannot be read.
    case unreadable(String)
    /// Others may read or write the file.
    case open(String, mode: Int)
    /// The variable is not set.
    case unset(String)
    /// The file or the variable is empty.
    case empty(String)
  }

  /// The maximum size of a secret, in bytes.
  static let bytesMax = 1 << 16

  /// Reads the secret.
  ///
  /// - Parameter environment: The environment variables.
  /// - Returns: The bytes of the secret, without the newline that ends a file.
  /// - Throws: ``Problem``, which contains no part of the secret.
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
      var bytes: [UInt8]
      // At the end of a file there is no data, and no error.
      do { bytes = Array(try file.read(upToCount: Self.bytesMax) ?? Data()) } catch {
        throw .unreadable(path)
      }
      if bytes.last == UInt8(ascii: "\n") {
        bytes.removeLast()
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      }
      guard !bytes.isEmpty else { throw .empty(path) }
      return bytes
    }
  }

  /// Rejects a file that others than its owner may read or write.
  private static func checkMode(of path: String) throws(Problem) {
    guard let mode = FileMode(of: path) else { throw .missing(path) }
    guard mode.isRegular else { throw .unreadable(path) }
    guard mode.permissions & 0o077 == 0 else { throw .open(path, mode: mode.permissions) }
  }
}

extension SecretSource.Problem: CustomStringConvertible {
  /// The problem and its remedy.
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

/// The type, the owner and the permissions of a file.
struct FileMode: Hashable, Sendable {
  /// The permission bits, the last nine bits of the mode.
  let permissions: Int
  /// A Boolean value that indicates whether it is a regular file.
  let isRegular: Bool
  /// The number of the user that it belongs to.
  let owner: UInt32

  /// Reads the mode of a file, following links; `nil` if the file does not exist.
  init?(of path: String) {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    permissions = Int(found.st_mode & 0o777)
    isRegular = found.st_mode & S_IFMT == S_IFREG
    owner = found.st_uid
  }

  /// Returns a Boolean value that indicates whether the file belongs to neither root nor a user;
  /// root administers the files of all.
  func isAnothers(than user: UInt32) -> Bool { user != 0 && owner != 0 && user != owner }
}
