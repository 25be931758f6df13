import Foundation

/// A file that only its owner may read, replaced as a whole or not at all.
enum PrivateFile {
  /// Why a file was not written, in words for the screen.
  struct NotWritten: Error, CustomStringConvertible {
    /// The words.
    let description: String
  }

  /// Writes a text beside a path and puts it in the path's place, making the folder if need be.
  static func replace(_ path: String, with text: String) throws(NotWritten) {
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let draft = "\(path).part-\(getpid())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw refusal(path) }
    let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try output.write(contentsOf: Data(text.utf8))
      try output.close()
    } catch {
      unlink(draft)
      throw NotWritten(description: "\(path) cannot be written: \(SystemText.reason(errno))")
    }
    guard rename(draft, path) == 0 else {
      let refusal = refusal(path)
      unlink(draft)
      throw refusal
    }
  }

  private static func refusal(_ path: String) -> NotWritten {
    NotWritten(description: "\(path) cannot be written: \(SystemText.reason(errno))")
  }
}
