import Foundation

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
  func isAnothers(than user: UInt32) -> Bool { ![0, owner].contains(user) && owner != 0 }
}
