import EventLedger
import Foundation
import Glibc
import LedgerSQLite
import SubscriptionCore
import Synchronization

/// Watches a ledger from outside the process that writes it, as an open dashboard does: the kernel
/// tells of a change, at most ten times a second, and what is new is read.
final class LedgerNews: Sendable {
  private let seen = Mutex<[String: Double]>([:])
  private let isOver = Mutex(false)
  private let done = DispatchSemaphore(value: 0)

  /// Begins to watch a ledger that exists.
  init(path: String) throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard, readOnly: true)
    let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    let folder = (path as NSString).deletingLastPathComponent
    guard descriptor >= 0, inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY)) >= 0 else {
      throw ServerProblem.connection("the folder cannot be watched")
    }
    Thread {
      self.watch(descriptor, ledger)
      close(descriptor)
      try? ledger.close()
      self.done.signal()
    }.start()
  }

  /// Ends the watch.
  ///
  /// - Returns: When each entry was seen, by its identity, in seconds of the system's uptime.
  func end() -> [String: Double] {
    isOver.withLock { $0 = true }
    done.wait()
    return seen.withLock { $0 }
  }

  private func watch(_ descriptor: Int32, _ ledger: SQLiteLedger) {
    var position: LedgerPosition = 0
    var looks = 0
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while !isOver.withLock({ $0 }) {
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&wanted, 1, 200) > 0 {
        looks = 2
        while read(descriptor, &buffer, buffer.count) > 0 {}
      } else {
        // A transaction counts only after the last write that the kernel tells of.
        guard looks > 0 else { continue }
        looks -= 1
      }
      // The screen is drawn from these.
      guard let last = try? ledger.lastPosition(),
        (try? ledger.recentEvents(EventQuery(limit: 50))) != nil,
        (try? ledger.figures(at: .distantPast)) != nil
      else { continue }
      let now = ProcessInfo.processInfo.systemUptime
      for place in position + 1..<max(position + 1, last + 1) {
        guard let identity = try? ledger.entry(at: place)?.identity else { continue }
        seen.withLock { $0[identity] = now }
      }
      position = last
      usleep(100_000)
    }
  }
}
