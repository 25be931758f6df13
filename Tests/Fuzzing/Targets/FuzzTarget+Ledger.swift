import EventLedger
import Foundation
import LedgerSQLite
import StoreSimulator
import SubscriptionCore
import Synchronization

extension FuzzTarget {
  /// The bytes that a ledger stores for an event, a row or a profile, by the first byte.
  static let ledgerCodec = FuzzTarget("ledger-codec", lengthMax: 2048) { input in
    guard let kind = input.first else { return }
    let bytes = Array(input.dropFirst())
    try bytes.withUnsafeBytes { bytes in
      switch kind % 3 {
      case 0:
        guard let event = try? EventCodec.decode(bytes) else { return }
        try Aftermath.survivesTheLedger(event)
        _ = Subscriber.fold([event])?.status(at: Aftermath.now, policy: .standard)
      case 1:
        guard let row = try? EventCodec.decode(row: bytes) else { return }
        let again = try EventCodec.encode(row).withUnsafeBytes { bytes in
          try EventCodec.decode(row: bytes)
        }
        try demand(again, equals: row, "a row is stored otherwise than it was")
        _ = try EventCodec.decode(summary: bytes)
      default:
        guard let profile = try? EventCodec.decode(profile: bytes) else { return }
        let again = try EventCodec.encode(profile).withUnsafeBytes { bytes in
          try EventCodec.decode(profile: bytes)
        }
        try demand(again, equals: profile, "a profile is stored otherwise than it was")
      }
    }
  }

  /// A damaged ledger: it opens or says why not, and so does everything that is asked of it.
  ///
  /// The first byte says whether it is opened for reading only and whether it is verified and
  /// rebuilt; then, again and again, three bytes are a place in the file, one is a number of bytes
  /// from 1 to 8, and these stand there.
  static let ledgerFile = FuzzTarget("ledger-file", lengthMax: 512) { input in
    guard let first = input.first else { return }
    let good = try GoodFile.shared.get()
    let path = try FuzzFolder().file("damaged")
    try Data(damaged(good.bytes, by: Array(input.dropFirst()))).write(to: URL(filePath: path))
    do throws(LedgerError) {
      let ledger = try SQLiteLedger(
        path: path, policy: SimulatedWorld.policy, readOnly: first & 1 == 1)
      ask(ledger, good)
      if first & 2 == 2 {
        _ = try? ledger.verify()
        _ = try? ledger.rebuild(check: first & 4 == 4)
      }
      try ledger.close()
    } catch {
      try Aftermath.isSafe(error.description)
    }
  }

  /// Puts every question that a program puts; each answer may be an error.
  private static func ask(_ ledger: SQLiteLedger, _ good: GoodFile) {
    let now = FuzzWorld.now
    _ = try? ledger.advance(to: now + .days(3))
    let rows = (try? ledger.subscribers(SubscriberQuery(sort: .losesAccess, limit: 20)))?.rows ?? []
    for id in good.names + rows.map(\.id) {
      _ = try? ledger.subscriber(id)
      _ = try? ledger.events(of: id)
    }
    _ = try? ledger.figures(at: now)
    _ = try? ledger.dueFigures(at: now)
    _ = try? ledger.count(Filter.parse("state:hold | name:~a"))
    _ = try? ledger.resolve("2000000", limit: 5)
    _ = try? ledger.near("lindquist", limit: 5)
    _ = try? ledger.recentEvents(EventQuery(limit: 20))
    _ = try? ledger.forEachEntry(after: 0) { _, _ in }
    _ = try? ledger.products()
    _ = try? ledger.append(good.more, now: now + .days(4))
  }

  private static func damaged(_ bytes: [UInt8], by edits: [UInt8]) -> [UInt8] {
    var (bytes, edits) = (bytes, edits[...])
    while edits.count >= 5 {
      let place = edits.prefix(3).reduce(0) { $0 << 8 | Int($1) }
      let count = Int(edits[edits.startIndex + 3] % 8) + 1
      edits = edits.dropFirst(4)
      for (offset, byte) in edits.prefix(count).enumerated() {
        bytes[(place + offset) % bytes.count] = byte
      }
      edits = edits.dropFirst(count)
    }
    return bytes
  }
}

/// A small ledger in a file, as good as new.
private struct GoodFile: Sendable {
  /// The bytes of the file.
  let bytes: [UInt8]
  /// The subscriptions in it.
  let names: [SubscriptionID]
  /// Entries that are not in it.
  let more: [LedgerEntry]

  static let shared = Result { try GoodFile() }

  private init() throws {
    let world = try FuzzWorld.shared.get()
    let path = try FuzzFolder().file("good")
    let ledger = try SQLiteLedger(path: path, policy: SimulatedWorld.policy)
    // The smaller the file, the more of it one input can damage.
    let few = Set(world.entries.compactMap { $0.events.first?.subscription }.prefix(3))
    let entries = world.entries.filter { $0.events.contains { few.contains($0.subscription) } }
    let half = entries.count / 2
    _ = try ledger.append(Array(entries[..<half]), now: FuzzWorld.now)
    try ledger.advance(to: FuzzWorld.now)
    names = try ledger.subscribers(SubscriberQuery(sort: .id, limit: 100)).rows.map(\.id)
    let copy = try FuzzFolder().file("copy")
    try ledger.backUp(to: copy)
    try ledger.close()
    bytes = [UInt8](try Data(contentsOf: URL(filePath: copy)))
    more = Array(entries[half...].prefix(3))
  }
}
