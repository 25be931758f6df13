import Foundation
import StoreSync
import SubscriptionCore
import Testing

@Suite struct SyncMemoryTests {
  private static let now = at("2026-11-20T12:00:00Z")
  private let app = StoreApp(store: .appStore, app: "com.example", environment: .sandbox)

  @Test func `survives in a file, and a file that is damaged costs only questions`() throws {
    let path = NSTemporaryDirectory() + "churntop-\(UUID().uuidString).sync"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = SyncMemoryFile(path: path)
    #expect(file.load() == SyncMemory())
    var memory = SyncMemory()
    memory[app, .notifications] = SyncMemory.Progress(
      readTo: Self.now,
      open: StoreWalk(
        .notifications, from: Self.now, to: Self.now, onlyFailures: true, page: "x"))
    memory.wait("gp_1", until: Self.now, now: Self.now)
    memory.pause(app, until: Self.now)
    try file.save(memory)
    #expect(file.load() == memory)
    try Data("{".utf8).write(to: URL(fileURLWithPath: path))
    #expect(file.load() == SyncMemory())
  }

  @Test func `forgets what is over before it grows without end`() {
    var memory = SyncMemory()
    for index in 0..<20_000 {
      memory.wait(SubscriptionID("gp_\(index)"), until: Self.now, now: Self.now - .days(1))
    }
    memory.wait("gp_late", until: Self.now + .days(2), now: Self.now + .days(1))
    #expect(memory.waitCount == 1)
    #expect(memory.waits("gp_late", at: Self.now + .days(1)))
  }
}
