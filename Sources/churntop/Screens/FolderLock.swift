import Foundation

/// An exclusive lock on a folder, which ends with the process at the latest.
///
/// If the folder does not exist, or its file system has no locks, nothing is locked.
struct FolderLock {
  private let descriptor: Int32

  /// Waits until the lock is free, and acquires it.
  init(_ folder: String) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Releases the lock.
  func release() { if descriptor >= 0 { close(descriptor) } }
}
