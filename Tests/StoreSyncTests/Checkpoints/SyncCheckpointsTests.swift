import Foundation
import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@Suite struct SyncCheckpointsTests {
  private static let now = at("2026-11-20T12:00:00Z")
  private let app = StoreApp(store: .appStore, app: "com.example", environment: .sandbox)

  @Test func `survives in a file, and a file that is damaged costs only questions`() throws {
    let path = NSTemporaryDirectory() + "churntop-\(UUID().uuidString).sync"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = SyncCheckpointFile(path: path)
    #expect(file.load() == SyncCheckpoints())
    var checkpoints = SyncCheckpoints()
    checkpoints[app, .notifications] = SyncCheckpoints.Progress(
      readTo: Self.now,
      open: HistoryScan(
        .notifications, from: Self.now, to: Self.now, onlyFailures: true, page: "x"))
    checkpoints.wait("gp_1", until: Self.now, now: Self.now)
    checkpoints.pause(app, until: Self.now)
    checkpoints.wait("as_401793945452797", until: Self.now, now: Self.now)
    file.save(checkpoints)
    #expect(file.load() == checkpoints)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("waits") && !text.contains("401793945452797"), "no identifier is in it")
    try Data("{".utf8).write(to: URL(fileURLWithPath: path))
    #expect(file.load() == SyncCheckpoints())
  }

  @Test func `what cannot be saved lasts as long as the program, and is told`() throws {
    let folder = NSTemporaryDirectory() + "churntop-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let told = Mutex<[String]>([])
    let file = SyncCheckpointFile(path: folder + "/x.sync") { text in
      told.withLock { $0.append(text) }
    }
    #expect(file.load() == SyncCheckpoints() && told.withLock(\.isEmpty), "there is none yet")
    var checkpoints = SyncCheckpoints()
    checkpoints.pause(app, until: Self.now)
    file.save(checkpoints)
    #expect(file.load() == checkpoints)
    #expect(told.withLock { $0.count == 1 && $0[0].contains("cannot be saved") })
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    file.save(checkpoints)
    #expect(SyncCheckpointFile(path: file.path).load() == checkpoints)
    try Data("{".utf8).write(to: URL(fileURLWithPath: file.path))
    #expect(file.load() == SyncCheckpoints(), "the file counts again")
    #expect(told.withLock { $0.count == 2 && $0[1].contains("cannot be read") })
  }

  @Test func `forgets what is over before it grows without end`() {
    var checkpoints = SyncCheckpoints()
    for index in 0..<20_000 {
      checkpoints.wait(SubscriptionID("gp_\(index)"), until: Self.now, now: Self.now - .days(1))
    }
    checkpoints.wait("gp_late", until: Self.now + .days(2), now: Self.now + .days(1))
    #expect(checkpoints.waitCount == 1)
    #expect(checkpoints.waits("gp_late", at: Self.now + .days(1)))
  }

  @Test func `an end that a clock ahead has written is no pause`() {
    var checkpoints = SyncCheckpoints()
    for (ahead, isPaused) in [
      (Duration.zero, false), (.seconds(1), true), (SyncCheckpoints.longestPause, true),
      (SyncCheckpoints.longestPause + .milliseconds(1), false), (.days(400), false),
    ] {
      let end = Self.now + ahead
      checkpoints.pause(app, until: end)
      checkpoints.wait("gp_1", until: end, now: Self.now)
      #expect(checkpoints.pauseEnd(of: app, at: Self.now) == (isPaused ? end : nil), "\(ahead)")
      #expect(checkpoints.waits("gp_1", at: Self.now) == isPaused, "\(ahead)")
    }
    let policy = SyncPolicy.standard
    #expect(
      max(policy.retryAfter, policy.unknownLasts, policy.pause) <= SyncCheckpoints.longestPause)
  }
}
