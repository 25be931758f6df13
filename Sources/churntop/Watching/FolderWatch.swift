import Foundation
import PlainText
import Synchronization

/// A watch that reports when a file in a folder is saved, moved or removed.
///
/// If the folder does not exist yet, it watches the nearest folder above it.
final class FolderWatch: Sendable {
  private struct State {
    var watch: Int32?
    var isOver = false
  }

  private let folder: String
  private let events: FileEvents
  private let state = Mutex(State())

  /// Creates a watch of a folder that calls a closure after each change, on a thread of its own;
  /// `nil` if the system grants none to this process.
  init?(_ folder: String, onChange: @escaping @Sendable () -> Void) {
    guard let events = FileEvents(label: "churntop.folder-watch") else { return nil }
    (self.folder, self.events) = (folder, events)
    watchNearest()
    events.begin { [weak self] _ in
      guard let self, !self.isOver else { return }
      self.watchNearest()
      onChange()
    }
  }

  /// Stops the watch.
  func end() {
    state.withLock { $0.isOver = true }
    events.end()
  }

  private var isOver: Bool { state.withLock(\.isOver) }

  /// Watches the folder, or the nearest existing one above it.
  ///
  /// It looks again until two looks agree: neither reports a folder that came between the look for
  /// it and the watch on the one above.
  private func watchNearest() {
    state.withLock { state in
      while !state.isOver, let watch = nearestWatch(), watch != state.watch {
        if let earlier = state.watch { events.forget(earlier) }
        state.watch = watch
      }
    }
  }

  private func nearestWatch() -> Int32? {
    let files = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM)
    let ends = UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
    var path = folder
    var mask = files | ends
    while true {
      if let watch = events.watch(path, for: mask) { return watch }
      let parent = path.parentFolder
      guard parent != path else { return nil }
      (path, mask) = (parent, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | ends)
    }
  }
}
