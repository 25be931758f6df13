import Dispatch
import Foundation
import Synchronization

/// Tells when a file of a folder was saved, moved or removed, without looking again and again
/// (inotify(7)).
///
/// A folder that does not exist yet is waited for, by watching the nearest one above it.
final class FolderWatch: Sendable {
  private struct State {
    var watch: Int32 = -1
    var isOver = false
  }

  private let folder: String
  private let descriptor: Int32
  private let onChange: @Sendable () -> Void
  private let queue = DispatchQueue(label: "churntop.folder-watch", qos: .utility)
  private let state = Mutex(State())

  /// Begins to watch; `nil` where the system watches nothing for this process.
  ///
  /// - Parameters:
  ///   - folder: The folder's path.
  ///   - onChange: Called after each change, from a thread of its own.
  init?(_ folder: String, onChange: @escaping @Sendable () -> Void) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    (self.folder, self.descriptor, self.onChange) = (folder, descriptor, onChange)
    watchNearest()
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in
      guard let self, !self.isOver else {
        source.cancel()
        return
      }
      self.drain()
      self.watchNearest()
      self.onChange()
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  /// Stops watching.
  func end() {
    state.withLock { state in
      state.isOver = true
      // Removing the watch is an event itself, which ends the source.
      if state.watch >= 0 { inotify_rm_watch(descriptor, state.watch) }
    }
  }

  private var isOver: Bool { state.withLock { $0.isOver } }

  /// Watches the folder, or the nearest one above it that exists.
  private func watchNearest() {
    let files = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM)
    let ends = UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
    var path = folder
    var events = files | ends
    state.withLock { state in
      while !state.isOver {
        let watch = inotify_add_watch(descriptor, path, events)
        if watch >= 0 {
          if state.watch >= 0, state.watch != watch {
            inotify_rm_watch(descriptor, state.watch)
          }
          state.watch = watch
          return
        }
        let parent = (path as NSString).deletingLastPathComponent
        guard parent != path, !parent.isEmpty else { return }
        (path, events) = (parent, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | ends)
      }
    }
  }

  /// Throws away the words of the events; that there were any is enough.
  private func drain() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
