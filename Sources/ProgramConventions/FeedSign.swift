import Foundation

/// A sign beside a ledger's file that a process feeds it: the daemon, or an import from a pipe.
///
/// It is a lock of the kernel's on a file of its own, which ends with the process however that
/// ends; the file's presence alone means nothing. Several processes may show the sign at once. A
/// process on another machine is not seen.
public final class FeedSign: Sendable {
  private let descriptor: Int32

  /// Open file description locks (fcntl(2)), which belong to a descriptor and not to a process;
  /// their numbers are the kernel's, as the headers name them for GNU programs only.
  private static let askLock: Int32 = 36
  private static let setLock: Int32 = 37

  /// Shows the sign until it is ended; `nil` where no file can be written beside the ledger.
  ///
  /// - Parameter path: The ledger's file.
  public init?(ledger path: String) {
    descriptor = open(Self.file(of: path), O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return nil }
    var lock = Self.lock(F_RDLCK)
    guard fcntl(descriptor, Self.setLock, &lock) == 0 else {
      close(descriptor)
      return nil
    }
    stir()
  }

  /// Ends the sign.
  public func end() {
    var lock = Self.lock(F_UNLCK)
    _ = fcntl(descriptor, Self.setLock, &lock)
    stir()
  }

  deinit { close(descriptor) }

  /// Tells whether a process of this machine feeds a ledger.
  public static func isShown(beside path: String) -> Bool {
    let descriptor = open(file(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = lock(F_WRLCK)
    return fcntl(descriptor, askLock, &lock) == 0 && Int32(lock.l_type) != F_UNLCK
  }

  private static func file(of ledger: String) -> String { ledger + ".feed" }

  /// A lock of the whole file.
  private static func lock(_ kind: Int32) -> flock {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    return lock
  }

  /// Changes the file, so that whoever watches the ledger's folder looks.
  private func stir() {
    let text = "\(getpid())\n"
    _ = ftruncate(descriptor, 0)
    _ = text.withCString { pwrite(descriptor, $0, text.utf8.count, 0) }
  }
}
