import Dispatch
import Foundation
import Synchronization

/// What the kernel tells about the files of folders, so that nobody looks again and again
/// (inotify(7)).
///
/// What other processes do is told as well; what other machines do on a file system of the network
/// is not.
final class FileEvents: Sendable {
  /// One thing that happened.
  struct Event: Sendable {
    /// The name of the file within the folder; empty when the folder itself is meant.
    var file: String
    /// What happened to it, a set of the `IN_` bits.
    var mask: UInt32

    /// Whether the kernel has lost count of what happened.
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

  /// Prepares to listen; `nil` where the system tells this process nothing.
  ///
  /// - Parameter label: The name of the queue that events are told on.
  init?(label: String) {
    queue = DispatchQueue(label: label, qos: .utility)
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
  }

  deinit { end() }

  /// Begins to tell; the closure gets what happened since it was called last.
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

  /// Listens to a folder; the number of the watch, or `nil` where there is no such folder.
  ///
  /// The same folder has the same number, and the last mask counts.
  func watch(_ folder: String, for mask: UInt32) -> Int32? {
    let watch = inotify_add_watch(descriptor, folder, mask)
    return watch >= 0 ? watch : nil
  }

  /// Listens to a folder no longer.
  func forget(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

  /// Stops telling; what is being told now is told to its end.
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

  /// Everything that has happened and was not read yet.
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
