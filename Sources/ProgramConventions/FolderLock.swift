import Foundation

/// An advisory lock on a folder (`flock`), which ends with the program at the latest.
///
/// Programs hold it while they read, change and replace a file of the folder, so that no change
/// undoes another. Where there is no such folder, or its file system knows no locks, nothing is
/// held.
public struct FolderLock: Sendable {
  private let descriptor: Int32

  /// Waits for the lock.
  public init(_ folder: String) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Releases the lock, which a program that is being started has a copy of for a moment.
  public func release() {
    guard descriptor >= 0 else { return }
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
