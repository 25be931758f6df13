import Foundation
import OwnThreads
import Synchronization
import Testing

/// How tests share the processors.
struct OwnThreadsTests {
  private static let arrived = Mutex(0)

  @Test(.ownThread) func `tasks of a test that block do not keep each other waiting`() async {
    let count = ProcessInfo.processInfo.activeProcessorCount + 2
    let met = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<count {
        group.addTask {
          Self.arrived.withLock { $0 += 1 }
          for _ in 0..<60_000 where Self.arrived.withLock(\.self) < count { usleep(1_000) }
          return Self.arrived.withLock(\.self) == count
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(met == count)
  }

  private static let running = Mutex(0)

  @Test(arguments: 0..<60)
  func `no more tests run at once than the processors can attend to`(_: Int) async throws {
    let width = try #require(
      ProcessInfo.processInfo.environment["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"]
        .flatMap(Int.init))
    Self.running.withLock { $0 += 1 }
    defer { Self.running.withLock { $0 -= 1 } }
    // Every other test that is ready to run goes first.
    for _ in 0..<100 { await Task.yield() }
    #expect(Self.running.withLock(\.self) <= width)
  }
}
