import Foundation
import PlainText
import ProgramConventions

/// A watch that reports changes of a ledger's files, so that an idle dashboard need not check every
/// second.
///
/// A file system without notifications, such as one on a network, has no watch, and the dashboard
/// checks periodically.
final class LedgerWatch: Sendable {
  private let events: FileEvents
  private let timer: RecheckTimer

  /// Creates a watch of a ledger's folder; `nil` if that is not possible.
  ///
  /// The closure is called after a change, at most ten times a second, on any thread, and a few
  /// more times if nothing follows: a transaction is visible once the disk has stored it, which is
  /// after the last write that the kernel reports.
  init?(_ path: String, tell: @escaping @Sendable () -> Void) {
    let path = path.followingLinks
    let folder = path.parentFolder
    let name = path.fileName
    let mask = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO)
    guard !Self.isRemote(path), let events = FileEvents(label: "churntop.ledger-watch") else {
      return nil
    }
    let timer = RecheckTimer(RecheckTimer.afterWrites, tell)
    (self.events, self.timer) = (events, timer)
    guard events.watch(folder, for: mask) != nil else { return nil }
    events.begin { events in
      // The names of the ledger's file and of those beside it, such as its journal, share a prefix.
      guard events.contains(where: { $0.isOverflow || $0.file.hasPrefix(name) }) else { return }
      tell()
      timer.begin()
      // Changes in quick succession are reported together.
      usleep(Self.pauseMicroseconds)
    }
  }

  /// Stops the watch.
  func stop() {
    events.end()
    timer.end()
  }

  private static let pauseMicroseconds: UInt32 = 100_000

  /// Returns whether a file is on a file system that other machines can change, according to the
  /// file system of the longest mount point above it.
  private static func isRemote(_ path: String) -> Bool {
    guard let mounts = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8) else {
      return true
    }
    var found: (point: String, kind: String) = ("", "")
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count > 2, fields[1].count >= found.point.count else { continue }
      let isAbove = fields[1] == "/" || path == fields[1] || path.hasPrefix(fields[1] + "/")
      if isAbove { found = (fields[1], fields[2]) }
    }
    return ["nfs", "cifs", "smb", "9p", "fuse", "afs", "ceph"].contains {
      found.kind.hasPrefix($0)
    }
  }
}
