import EventLedger
import Foundation
import LedgerSQLite
import OwnThreads
import StoreSimulator
import SubscriptionCore
import Synchronization
import Testing

@testable import churntopd

@Suite(.ownThread) struct `A ledger that a daemon writes and several dashboards read` {
  /// A dashboard's reading: what changed, the newest events, and the figures, again and again.
  private final class Reader: Sendable {
    private let position = Mutex<LedgerPosition>(0)
    private let failure = Mutex<LedgerError?>(nil)
    private let isOver = Mutex(false)
    private let done = DispatchSemaphore(value: 0)

    init(_ path: String) {
      Thread {
        do throws(LedgerError) {
          let ledger = try SQLiteLedger(path: path, policy: .standard, readOnly: true)
          while !self.isOver.withLock(\.self) { _ = try self.look(at: ledger) }
          while try self.look(at: ledger) {}
          try ledger.close()
        } catch {
          self.failure.withLock { $0 = error }
        }
        self.done.signal()
      }.start()
    }

    /// Looks once; whether there was anything new.
    private func look(at ledger: SQLiteLedger) throws(LedgerError) -> Bool {
      let seen = position.withLock(\.self)
      let last = try ledger.lastPosition()
      _ = try ledger.recentEvents(EventQuery(limit: 50))
      _ = try ledger.figures(at: .distantPast)
      // What was seen once stays seen, and the next look goes on from there.
      #expect(last >= seen)
      position.withLock { $0 = last }
      return last > seen
    }

    /// Ends the reading once there is nothing new.
    func end() -> (position: LedgerPosition, failure: LedgerError?) {
      isOver.withLock { $0 = true }
      done.wait()
      return (position.withLock(\.self), failure.withLock(\.self))
    }
  }

  @Test func `every reader sees all that was acknowledged, and nobody is in another's way`()
    async throws
  {
    let folder = try DaemonFolder()
    var world = try SimulatedWorld(seed: 14, subscribers: 120)
    var seen: Set<[UInt8]> = []
    let bodies = try world.advance(to: world.start).map(\.bytes).filter {
      $0.starts(with: #"{"signedPayload""#.utf8) && seen.insert($0).inserted
    }
    let daemon = try await RunningDaemon(
      config: try DaemonFolder.serving(world, in: folder), folder: folder)
    let path = folder.file("ledger.sqlite")
    let readers = (0..<4).map { _ in Reader(path) }
    let port = daemon.port
    let refused = await withTaskGroup(of: Int.self) { group in
      for share in 0..<8 {
        group.addTask {
          var refused = 0
          for body in stride(from: share, to: bodies.count, by: 8).map({ bodies[$0] }) {
            let status = await Loopback.post(body, to: "/v1/app-store/notifications", port: port)
            if status != 200 { refused += 1 }
          }
          return refused
        }
      }
      return await group.reduce(0, +)
    }
    #expect(bodies.count > 100 && refused == 0)
    for reader in readers {
      let end = reader.end()
      #expect(end.failure == nil)
      #expect(end.position == LedgerPosition(bodies.count))
    }
    #expect(daemon.end(SIGTERM) == 0)
  }
}
