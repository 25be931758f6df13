import Foundation
import PlainText

/// Atomic replacement of files that only their owner may read.
public enum PrivateFile {
  /// The reason that a file was not written.
  public struct NotWritten: Error, CustomStringConvertible {
    /// The message.
    public let description: String

    /// Creates the reason from its message.
    public init(description: String) { self.description = description }
  }

  /// Writes a text to a temporary file and renames it to a path; creates the folder if necessary.
  public static func replace(_ path: String, with text: String) throws(NotWritten) {
    try replace(path, with: Data(text.utf8))
  }

  /// Writes bytes to a temporary file and renames it to a path; creates the folder if necessary.
  ///
  /// The bytes are on the disk before the previous file is replaced. Where links lead to that file,
  /// it is replaced, and they stay; a link that another user made leads to no file. What is no
  /// file, as a device, is never replaced. What root replaces keeps its owner, and what root adds
  /// belongs to the owner of the folder: a program of theirs has to read it.
  public static func replace(_ path: String, with bytes: Data) throws(NotWritten) {
    var found = stat()
    if lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFLNK,
      ![0, geteuid()].contains(found.st_uid)
    {
      throw NotWritten(description: "\(path) is a link that another user made.")
    }
    let path = path.followingLinks
    guard stat(path, &found) != 0 || [S_IFREG, S_IFDIR].contains(found.st_mode & S_IFMT) else {
      throw NotWritten(description: "\(path) is a device or a pipe, and no file to replace.")
    }
    try? FileManager.default.createDirectory(
      atPath: path.parentFolder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let draft = "\(path).part-\(getpid())"
    // A process with the same number may have left a temporary file with other permissions.
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw refusal(path) }
    func failure() -> NotWritten {
      defer { unlink(draft) }
      return refusal(path)
    }
    let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var owner = stat()
    if geteuid() == 0, stat(path, &owner) == 0 || stat(path.parentFolder, &owner) == 0,
      fchown(descriptor, owner.st_uid, owner.st_gid) != 0
    {
      throw failure()
    }
    do {
      try output.write(contentsOf: bytes)
      try output.synchronize()
      try output.close()
    } catch {
      throw failure()
    }
    guard rename(draft, path) == 0 else { throw failure() }
  }

  /// Returns the failure of the last call of the system.
  private static func refusal(_ path: String, _ code: Int32 = errno) -> NotWritten {
    NotWritten(description: "\(path) cannot be written: \(SystemError.message(code))")
  }
}

extension String {
  /// The path of the file that this path leads to through links; the path itself where no file is.
  ///
  /// SQLite, too, makes the files beside a ledger where the ledger's own file is.
  public var followingLinks: String {
    guard let path = realpath(self, nil) else { return self }
    defer { free(path) }
    return String(cString: path)
  }

  /// A Boolean value that indicates whether the path is a folder, and no link to one, that belongs
  /// to the user of this program and that only that user may write to.
  public var isOwnFolder: Bool {
    var found = stat()
    return lstat(self, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
      && found.st_uid == geteuid() && found.st_mode & 0o022 == 0
  }
}
