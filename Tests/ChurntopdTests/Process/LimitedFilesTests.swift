import EventLedger
import Foundation
import LedgerSQLite
import OwnThreads
import StoreSimulator
import SubscriptionCore
import Testing

@testable import churntopd

@Suite(.ownThread) struct `A daemon whose files may not grow` {
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  /// Lets no file of the daemon grow beyond a length.
  private func limit(_ daemon: RunningDaemon, _ bytes: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.prlimit)
    process.arguments = ["--pid", "\(daemon.number)", "--fsize=\(bytes):unlimited"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// The program of util-linux that changes the limits of another process.
  private static let prlimit = "/usr/bin/prlimit"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: prlimit)))
  func `turns notifications away, lives on, and takes them when it may write`() async throws {
    var world = try SimulatedWorld(seed: 12, subscribers: 40)
    var seen: Set<[UInt8]> = []
    let bodies = try world.advance(to: world.start).map(\.bytes).filter {
      $0.starts(with: #"{"signedPayload""#.utf8) && seen.insert($0).inserted
    }
    let ledger = folder.file("ledger.sqlite")
    let config = try DaemonFolder.serving(world, in: folder)
    let daemon = try await RunningDaemon(config: config, folder: folder)
    let path = "/v1/app-store/notifications"
    #expect(await Loopback.post(bodies[0], to: path, port: daemon.port) == 200)
    let lengths = try ["", "-wal"].map { suffix in
      try FileManager.default.attributesOfItem(atPath: ledger + suffix)[.size] as? Int ?? 0
    }
    try limit(daemon, "\((lengths.max() ?? 0) + 100_000)")
    var turnedAway: [[UInt8]] = []
    for body in bodies.dropFirst() {
      let status = await Loopback.post(body, to: path, port: daemon.port)
      #expect(status == 200 || status == 503)
      if status != 200 { turnedAway.append(body) }
    }
    #expect(turnedAway.count > 5)
    try limit(daemon, "unlimited")
    for body in turnedAway {
      #expect(await Loopback.post(body, to: path, port: daemon.port) == 200)
    }
    #expect(daemon.end(SIGTERM) == 0)
    let found = try SQLiteLedger(path: ledger, policy: .standard)
    #expect(try found.lastPosition() == LedgerPosition(bodies.count))
    #expect(try found.verify() == [])
    #expect(try found.rebuild(check: true) == [])
    try found.close()
  }
}
