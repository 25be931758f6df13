import EventLedger
import Foundation
import SubscriptionCore

/// A lock beside a ledger that shows that a process feeds it: the daemon, or an import from a pipe.
///
/// The kernel releases the lock when the process ends, for whatever reason; the presence of the
/// file alone means nothing. Several processes may hold the lock at once. A process on another
/// machine is not detected.
public final class FeedSign: Sendable {
  private let descriptor: Int32

  /// The commands for open file description locks (fcntl(2)), which belong to a descriptor and not
  /// to a process; glibc's headers define them for GNU programs only.
  private static let askLock: Int32 = 36
  private static let setLock: Int32 = 37

  /// Acquires the lock beside a ledger; returns `nil` for a server, whose ledger says by its lease
  /// that it is fed.
  public convenience init?(_ address: LedgerAddress) {
    guard !address.isServer else { return nil }
    self.init(ledger: address.text)
  }

  /// Returns whether a process feeds a ledger: on this machine, or of a server on any that renews
  /// its lease.
  public static func isShown(
    for address: LedgerAddress, _ ledger: any Ledger, now: Timestamp
  ) -> Bool {
    guard address.isServer else { return isShown(beside: address.text) }
    guard let lease = try? ledger.lease() else { return false }
    // The owner's clock may be behind this one.
    return lease.until + LeaseView.length > now
  }

  /// Acquires the lock; returns `nil` if no file can be written beside the ledger.
  public init?(ledger path: String) {
    // A link that another user made where the ledger lies must not lead to a file of this one.
    let mode = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    descriptor = open(Self.file(of: path), mode, 0o666)
    guard descriptor >= 0 else { return nil }
    var lock = Self.lock(F_RDLCK)
    guard fcntl(descriptor, Self.setLock, &lock) == 0 else {
      close(descriptor)
      return nil
    }
    stir()
  }

  /// Releases the lock.
  public func end() {
    var lock = Self.lock(F_UNLCK)
    _ = fcntl(descriptor, Self.setLock, &lock)
    stir()
  }

  deinit { close(descriptor) }

  /// Returns whether a process on this machine feeds a ledger.
  public static func isShown(beside path: String) -> Bool {
    let descriptor = open(file(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = lock(F_WRLCK)
    return fcntl(descriptor, askLock, &lock) == 0 && Int32(lock.l_type) != F_UNLCK
  }

  private static func file(of ledger: String) -> String { ledger.followingLinks + ".feed" }

  /// Returns a lock of the whole file.
  private static func lock(_ kind: Int32) -> flock {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    return lock
  }

  /// Changes the file, so that watchers of the ledger's folder are notified.
  private func stir() {
    let text = "\(getpid())\n"
    _ = ftruncate(descriptor, 0)
    _ = text.withCString { pwrite(descriptor, $0, text.utf8.count, 0) }
  }
}
