import Dispatch
import Foundation
import Synchronization

/// Tells when the files of a ledger change, so that an idle dashboard need not look every second.
///
/// The kernel tells (inotify), also of what other processes write. A file system that cannot, such
/// as one on a network, gives no watch, and the dashboard looks for itself.
final class LedgerWatch: Sendable {
  private let descriptor: Int32
  private let source: Mutex<(any DispatchSourceRead)?>
  private let name: String

  /// Begins to watch the folder of a ledger; `nil` where that cannot be done.
  ///
  /// - Parameters:
  ///   - path: The ledger's file.
  ///   - tell: Called after a change, at most ten times a second, from any thread.
  init?(_ path: String, tell: @escaping @Sendable () -> Void) {
    let folder = (path as NSString).deletingLastPathComponent
    name = (path as NSString).lastPathComponent
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    let mask = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO)
    guard !Self.isRemote(path),
      inotify_add_watch(descriptor, folder.isEmpty ? "." : folder, mask) >= 0
    else {
      close(descriptor)
      return nil
    }
    let queue = DispatchQueue(label: "churntop.ledger-watch", qos: .utility)
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    let (descriptor, name) = (descriptor, name)
    source.setEventHandler {
      guard Self.drain(descriptor, concerning: name) else { return }
      tell()
      // What follows at once is told together.
      usleep(Self.pauseMicroseconds)
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
    self.source = Mutex(source)
  }

  /// Stops watching.
  func stop() {
    source.withLock { source in
      source?.cancel()
      source = nil
    }
  }

  private static let pauseMicroseconds: UInt32 = 100_000

  /// Reads what the kernel told; whether it was about the ledger's file or one beside it.
  private static func drain(_ descriptor: Int32, concerning name: String) -> Bool {
    var isConcerned = false
    let header = MemoryLayout<inotify_event>.size
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var offset = 0
        while offset + header <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let length = Int(event.len)
          let bytes = buffer[(offset + header)..<min(count, offset + header + length)]
          let file = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
          if file.hasPrefix(name) || event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isConcerned = true }
          offset += header + length
        }
      }
    }
    return isConcerned
  }

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
