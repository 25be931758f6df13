import Dispatch
import Foundation
import Synchronization

/// A source of the kernel's notifications about files in folders (inotify(7)).
///
/// It reports changes by other processes on this machine, but not changes by other machines on a
/// network file system.
final class FileEvents: Sendable {
  /// A change of a file.
  struct Event: Sendable {
    /// The name of the file within the folder; empty for the folder itself.
    var file: String
    /// The kind of change, a set of the `IN_` bits.
    var mask: UInt32

    /// A Boolean value that indicates whether the kernel has dropped notifications.
    var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
  }

  private enum State {
    case silent
    case telling(any DispatchSourceRead)
    case over
  }

  private let descriptor: Int32
  private let queue: DispatchQueue
  private let state = Mutex(State.silent)

  /// Creates a source whose notifications come on a queue with a name; `nil` if the system grants
  /// none to this process.
  init?(label: String) {
    queue = DispatchQueue(label: label, qos: .utility)
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
  }

  deinit { end() }

  /// Starts the notifications; the closure gets the changes since its last call.
  func begin(_ onEvents: @escaping @Sendable ([Event]) -> Void) {
    state.withLock { [descriptor] state in
      guard case .silent = state else { return }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setCancelHandler { close(descriptor) }
      source.setEventHandler { onEvents(Self.events(descriptor)) }
      source.resume()
      state = .telling(source)
    }
  }

  /// Watches a folder and returns the number of the watch, or `nil` if the folder does not exist.
  ///
  /// The same folder has the same number, and its latest mask applies.
  func watch(_ folder: String, for mask: UInt32) -> Int32? {
    let watch = inotify_add_watch(descriptor, folder, mask)
    return watch >= 0 ? watch : nil
  }

  /// Stops watching a folder.
  func forget(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

  /// Stops the notifications after the current one.
  func end() {
    state.withLock { [descriptor] state in
      switch state {
      case .silent: close(descriptor)
      case .telling(let source): source.cancel()
      case .over: break
      }
      state = .over
    }
  }

  /// Reads all pending notifications.
  private static func events(_ descriptor: Int32) -> [Event] {
    var events: [Event] = []
    let header = MemoryLayout<inotify_event>.size
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var offset = 0
        while offset + header <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let end = min(count, offset + header + Int(event.len))
          let name = buffer[(offset + header)..<end].prefix { $0 != 0 }
          events.append(Event(file: String(decoding: name, as: UTF8.self), mask: event.mask))
          offset = end
        }
      }
    }
    return events
  }
}
