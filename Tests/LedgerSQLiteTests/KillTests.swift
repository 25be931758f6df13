import EventLedger
import Foundation
import LedgerContract
import OwnThreads
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite(.ownThread) struct `A ledger whose writer is killed` {
  private static let batch = 9

  @Test func `opens again with whole batches and rows that agree`() async throws {
    let path = Self.path(of: ProcessInfo.processInfo.processIdentifier)
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    var last: LedgerPosition = 0
    for _ in 0..<6 {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        try Self.appendUntilKilled(Self.path(of: getppid()))
      }
      let ledger = try SQLiteLedger(path: path, policy: .standard)
      let position = try ledger.lastPosition()
      #expect(position % LedgerPosition(Self.batch) == 0)
      #expect(position > last)
      last = position
      #expect(try ledger.verify() == [])
      #expect(try ledger.rebuild(check: true) == [])
      try ledger.close()
    }
  }

  private static func path(of process: Int32) -> String {
    NSTemporaryDirectory() + "churntop-killed-\(process).sqlite"
  }

  /// Goes on appending where the file ends until this process is killed from one of its threads.
  private static func appendUntilKilled(_ path: String) throws {
    let world = SampleWorld(seed: 68, subscriptions: 400)
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    var serial = try ledger.lastPosition()
    let begin = serial
    while true {
      if serial == begin + LedgerPosition(batch) {
        // Something was written in this life; the end comes at any instant of what follows.
        let delay = UInt32.random(in: 0...200_000)
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
      }
      let entries = (0..<batch).map { index -> LedgerEntry in
        var entry = world.entries[(Int(serial) + index) % world.entries.count]
        entry.identity += "/\(serial)"
        for place in entry.events.indices {
          entry.events[place].id = EventID("\(entry.events[place].id)/\(serial)")
        }
        return entry
      }
      try ledger.append(entries, now: SampleWorld.middle + .hours(Int(serial)))
      serial += LedgerPosition(batch)
    }
  }
}
