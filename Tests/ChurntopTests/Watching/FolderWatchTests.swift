import Foundation
import OwnThreads
import Synchronization
import Testing

@testable import churntop

@Suite(.ownThread) struct FolderWatchTests {
  private final class Count: Sendable {
    let told = Mutex(0)

    /// Waits until a deed was told, doing it again each time that it was not.
    func isTold(of deed: () throws -> Void) rethrows -> Bool {
      let before = told.withLock { $0 }
      for _ in 0..<100 {
        try deed()
        for _ in 0..<10 {
          if told.withLock({ $0 }) > before { return true }
          usleep(10_000)
        }
      }
      return false
    }
  }

  @Test func `a saved file is told, also of a folder that came later and of one that came back`()
    throws
  {
    let above = NSTemporaryDirectory() + "/churntop-watch-\(UUID().uuidString)"
    let folder = above + "/themes"
    defer { try? FileManager.default.removeItem(atPath: above) }
    try FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
    let count = Count()
    let watch = try #require(FolderWatch(folder) { count.told.withLock { $0 += 1 } })
    defer { watch.end() }
    for _ in 0..<2 {
      let isComing = try count.isTold {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
      #expect(isComing)
      let isSaved = try count.isTold {
        try Data("name = 'x'".utf8).write(to: URL(filePath: folder + "/x.toml"))
      }
      #expect(isSaved)
      let isGoing = try count.isTold {
        if FileManager.default.fileExists(atPath: folder) {
          try FileManager.default.removeItem(atPath: folder)
        }
      }
      #expect(isGoing)
    }
  }

  @Test func `nothing is told after its end`() throws {
    let folder = NSTemporaryDirectory() + "/churntop-watch-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let (count, other) = (Count(), Count())
    let watch = try #require(FolderWatch(folder) { count.told.withLock { $0 += 1 } })
    // The kernel tells both in one go.
    let witness = try #require(FolderWatch(folder) { other.told.withLock { $0 += 1 } })
    defer { witness.end() }
    watch.end()
    for _ in 0..<3 {
      let isTold = try other.isTold {
        try Data("x".utf8).write(to: URL(filePath: folder + "/x.toml"))
      }
      #expect(isTold)
    }
    #expect(count.told.withLock { $0 } == 0)
  }
}
