import Foundation

/// A lock on a folder, held against other programs that take it; it ends with the program at the
/// latest.
///
/// Where there is no such folder, or its file system knows no locks, nothing is held.
struct FolderLock {
  private let descriptor: Int32

  /// Waits until nobody else holds the lock, and takes it.
  init(_ folder: String) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Lets others have it.
  func release() { if descriptor >= 0 { close(descriptor) } }
}
