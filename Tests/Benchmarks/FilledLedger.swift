import EventLedger
import Foundation
import LedgerSQLite
import SubscriptionCore

/// A ledger in a file of its own, filled through the ledger's public door.
struct FilledLedger {
  /// The ledger.
  let ledger: SQLiteLedger
  /// The time that filling it took.
  let filling: Stopwatch
  private let folder: URL
  /// The file.
  var path: String { folder.appending(path: Self.name).path }

  private static let name = "ledger.sqlite"
  /// How many entries are stored at once.
  private static let batch = 10_000

  /// Fills a ledger with one entry a subscriber.
  ///
  /// - Parameters:
  ///   - count: How many subscribers.
  ///   - entry: Gives the entry of a subscriber.
  /// - Throws: What the ledger meets.
  init(_ count: Int, _ entry: (Int) -> LedgerEntry) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "churntop-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let ledger = try SQLiteLedger(
      path: folder.appending(path: Self.name).path, policy: .standard)
    filling = try Stopwatch.measure {
      for start in stride(from: 0, to: count, by: Self.batch) {
        let entries = (start..<min(start + Self.batch, count)).map(entry)
        _ = try ledger.append(entries, now: SyntheticSubscribers.now)
      }
    }
    (self.folder, self.ledger) = (folder, ledger)
  }

  /// Removes the file.
  func remove() { try? FileManager.default.removeItem(at: folder) }
}
