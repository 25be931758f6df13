import Foundation

/// A file that contains no secret.
enum PublicFile {
  /// The error of a file that cannot be read.
  struct Unreadable: Error, CustomStringConvertible {
    /// The message.
    let description = "cannot be read. Check that it exists and may be read."
  }

  /// Reads a file.
  static func read(_ path: String) throws(Unreadable) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw Unreadable() }
    return Array(data)
  }
}
