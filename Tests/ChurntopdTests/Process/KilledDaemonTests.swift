import EventLedger
import Foundation
import LedgerSQLite
import OwnThreads
import StorePayloads
import StoreSimulator
import SubscriptionCore
import Synchronization
import Testing

@testable import churntopd

@Suite(.ownThread, .serialized) struct `A daemon that is killed under load` {
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  /// What is still to be sent, and what was answered.
  private final class Post: Sendable {
    private let waiting: Mutex<[[UInt8]]>
    private let taken = Mutex<[[UInt8]]>([])

    init(_ bodies: [[UInt8]]) { waiting = Mutex(bodies) }

    var acknowledged: [[UInt8]] { taken.withLock(\.self) }
    var isEmpty: Bool { waiting.withLock(\.isEmpty) }

    /// Sends until nothing waits or the server is gone.
    func send(to port: Int) async {
      while let body = waiting.withLock({ $0.popLast() }) {
        let status = await Loopback.post(
          body, to: "/v1/app-store/notifications", port: port)
        if status == 200 {
          taken.withLock { $0.append(body) }
        } else {
          // A store sends again what was not answered.
          waiting.withLock { $0.insert(body, at: 0) }
          if status == nil { return }
        }
      }
    }
  }

  @Test func `nothing that was acknowledged is lost or doubled`() async throws {
    var world = try SimulatedWorld(seed: 11, subscribers: 300)
    let deliveries = try world.advance(to: world.start)
    var seen: Set<[UInt8]> = []
    let bodies = deliveries.filter { delivery in
      delivery.channel == .appStore && delivery.bytes.starts(with: #"{"signedPayload""#.utf8)
        && seen.insert(delivery.bytes).inserted
    }.map(\.bytes)
    #expect(bodies.count > 300)
    let config = try DaemonFolder.serving(world, in: folder)
    let post = Post(bodies)
    var kills = 0
    let rounds = 9
    for round in 0..<rounds {
      let daemon = try await RunningDaemon(config: config, folder: folder)
      let port = daemon.port
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { await post.send(to: port) } }
        if round < rounds - 1 {
          // At any instant: after some of what waits was taken, each time elsewhere in a commit.
          let goal = bodies.count * (round + 1) / (rounds + 1) + round
          while post.acknowledged.count < goal { try? await Task.sleep(for: .milliseconds(1)) }
          try? await Task.sleep(for: .microseconds(round * 700))
          // Asked to stop, it answers what it has begun to read; killed, it answers nothing.
          let isKilled = round != 1
          let status = daemon.end(isKilled ? SIGKILL : SIGTERM)
          if isKilled { kills += 1 } else { #expect(status == 0) }
        }
        await group.waitForAll()
      }
      if round == rounds - 1 { #expect(daemon.end(SIGTERM) == 0) }
    }
    #expect(kills == rounds - 2 && post.isEmpty)
    #expect(post.acknowledged.count == bodies.count)
    try check(post.acknowledged, world)
  }

  private func check(_ acknowledged: [[UInt8]], _ world: SimulatedWorld) throws {
    let ledger = try SQLiteLedger(path: folder.file("ledger.sqlite"), policy: .standard)
    defer { try? ledger.close() }
    var entries: [String: Int] = [:]
    try ledger.forEachEntry(after: 0) { _, entry in entries[entry.identity, default: 0] += 1 }
    var reader = PayloadReader(
      trust: TrustPolicy(mode: .required, roots: [try TrustedRoot(file: world.rootCertificate)]))
    for body in acknowledged {
      for outcome in reader.read(body[...], heardAt: world.start) {
        guard case .payload(let payload) = outcome else {
          Issue.record("a notification was acknowledged that is refused")
          continue
        }
        #expect(entries[payload.identity] == 1)
      }
    }
    #expect(entries.count == Set(acknowledged).count)
    #expect(try ledger.refusedCount() == 0)
    #expect(try ledger.verify() == [])
    #expect(try ledger.rebuild(check: true) == [])
  }
}
