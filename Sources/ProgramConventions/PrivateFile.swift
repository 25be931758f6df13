import Foundation

/// A file that only its owner may read, replaced as a whole or not at all.
public enum PrivateFile {
  /// Why a file was not written, in words for the screen.
  public struct NotWritten: Error, CustomStringConvertible {
    /// The words.
    public let description: String

    /// Creates the reason from its words.
    public init(description: String) { self.description = description }
  }

  /// Writes a text beside a path and puts it in the path's place, making the folder if need be.
  public static func replace(_ path: String, with text: String) throws(NotWritten) {
    try replace(path, with: Data(text.utf8))
  }

  /// Writes bytes beside a path and puts them in the path's place, making the folder if need be.
  ///
  /// They are on the disk before they take the place of what was there.
  public static func replace(_ path: String, with bytes: Data) throws(NotWritten) {
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let draft = "\(path).part-\(getpid())"
    // A draft may be left of a process of the same number, with other permissions.
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw refusal(path, errno) }
    let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try output.write(contentsOf: bytes)
      try output.synchronize()
      try output.close()
    } catch {
      let code = errno
      unlink(draft)
      throw refusal(path, code)
    }
    guard rename(draft, path) == 0 else {
      let code = errno
      unlink(draft)
      throw refusal(path, code)
    }
  }

  private static func refusal(_ path: String, _ code: Int32) -> NotWritten {
    NotWritten(description: "\(path) cannot be written: \(SystemText.reason(code))")
  }
}
