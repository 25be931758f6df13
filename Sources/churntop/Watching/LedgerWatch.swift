import Foundation

/// Tells when the files of a ledger change, so that an idle dashboard need not look every second.
///
/// A file system of which the kernel cannot tell, such as one on a network, gives no watch, and the
/// dashboard looks for itself.
final class LedgerWatch: Sendable {
  private let events: FileEvents
  private let echo: Echo

  /// Begins to watch the folder of a ledger; `nil` where that cannot be done.
  ///
  /// - Parameters:
  ///   - path: The ledger's file.
  ///   - tell: Called after a change, at most ten times a second, from any thread, and some more
  ///     times when nothing follows: a transaction counts when the disk has taken it, and that is
  ///     after the last write that the kernel tells of.
  init?(_ path: String, tell: @escaping @Sendable () -> Void) {
    let folder = (path as NSString).deletingLastPathComponent
    let name = (path as NSString).lastPathComponent
    let mask = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO)
    guard !Self.isRemote(path), let events = FileEvents(label: "churntop.ledger-watch") else {
      return nil
    }
    let echo = Echo(Echo.afterWrites, tell)
    (self.events, self.echo) = (events, echo)
    guard events.watch(folder.isEmpty ? "." : folder, for: mask) != nil else { return nil }
    events.begin { events in
      // The ledger's file and those beside it, such as its journal, have one beginning.
      guard events.contains(where: { $0.isOverflow || $0.file.hasPrefix(name) }) else { return }
      tell()
      echo.begin()
      // What follows at once is told together.
      usleep(Self.pauseMicroseconds)
    }
  }

  /// Stops watching.
  func stop() {
    events.end()
    echo.end()
  }

  private static let pauseMicroseconds: UInt32 = 100_000

  /// Whether a file lies where other machines write without this kernel knowing, by the file
  /// system of the longest mount point above it.
  private static func isRemote(_ path: String) -> Bool {
    guard let mounts = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8) else {
      return true
    }
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    var found: (point: String, kind: String) = ("", "")
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count > 2, fields[1].count >= found.point.count else { continue }
      let isAbove = fields[1] == "/" || file == fields[1] || file.hasPrefix(fields[1] + "/")
      if isAbove { found = (fields[1], fields[2]) }
    }
    return ["nfs", "cifs", "smb", "9p", "fuse", "afs", "ceph"].contains {
      found.kind.hasPrefix($0)
    }
  }
}
