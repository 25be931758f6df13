import Foundation
import ProgramConventions
import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@testable import churntopd

@Suite struct SyncCheckpointFileTests {
  private static let now = Timestamp(rfc3339: "2026-11-20T12:00:00Z") ?? .distantPast
  private let app = StoreApp(store: .appStore, app: "com.example", environment: .sandbox)
  private let folder = NSTemporaryDirectory() + "churntop-\(UUID().uuidString)"

  @Test func `survives in a file, and a file that is damaged costs only questions`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = SyncCheckpointFile(path: folder + "/x.sync")
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
    let text = try String(contentsOfFile: file.path, encoding: .utf8)
    #expect(text.contains("waits") && !text.contains("401793945452797"), "no identifier is in it")
    try Data("{".utf8).write(to: URL(fileURLWithPath: file.path))
    #expect(file.load() == SyncCheckpoints())
  }

  @Test func `what cannot be saved lasts as long as the program, and is told`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let told = Mutex<[String]>([])
    let file = SyncCheckpointFile(path: folder + "/x.sync") { text in
      told.withLock { $0.append(text) }
    }
    #expect(file.load() == SyncCheckpoints() && told.withLock(\.isEmpty), "there is none yet")
    try Data().write(to: URL(fileURLWithPath: folder))
    var checkpoints = SyncCheckpoints()
    checkpoints.pause(app, until: Self.now)
    file.save(checkpoints)
    #expect(file.load() == checkpoints)
    #expect(told.withLock { $0.count == 1 && $0[0].contains("cannot be saved") })
    try FileManager.default.removeItem(atPath: folder)
    file.save(checkpoints)
    #expect(SyncCheckpointFile(path: file.path).load() == checkpoints)
    try Data("{".utf8).write(to: URL(fileURLWithPath: file.path))
    #expect(file.load() == SyncCheckpoints(), "the file counts again")
    #expect(told.withLock { $0.count == 2 && $0[1].contains("cannot be read") })
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func `what root saves is still the daemon's own`() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try #require(chown(folder, 65_534, 65_534) == 0)
    let file = SyncCheckpointFile(path: folder + "/x.sync")
    for owner: uid_t in [65_534, 65_533] {
      file.save(SyncCheckpoints())
      var found = stat()
      #expect(stat(file.path, &found) == 0 && found.st_uid == owner && found.st_mode & 0o077 == 0)
      try #require(chown(file.path, 65_533, 65_533) == 0)
    }
  }
}
