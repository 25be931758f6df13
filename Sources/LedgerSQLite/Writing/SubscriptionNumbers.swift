import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// The numbers that stand for subscriptions in a file, given and looked up within one transaction,
/// batch by batch.
struct SubscriptionNumbers {
  private let insert: RawStatement
  private let select: RawStatement
  private var keys: [SubscriptionID: Int64] = [:]
  private var last: Int64
  private var lastBefore: Int64

  /// Begins with the numbers that are given already.
  init(_ database: Database) throws {
    insert = try RawStatement(
      database, "INSERT INTO subscriptions (key, id) VALUES (?, ?) ON CONFLICT (id) DO NOTHING")
    select = try RawStatement(database, "SELECT key FROM subscriptions WHERE id = ?")
    last = try database.raw.integer("SELECT max(key) FROM subscriptions") ?? 0
    lastBefore = last
  }

  /// Begins a batch, and numbers its subscriptions, new ones in the order of their ids.
  mutating func number(_ ids: [SubscriptionID]) throws {
    lastBefore = last
    keys.removeAll(keepingCapacity: true)
    keys.reserveCapacity(ids.count)
    for (_, id) in ids.map({ (SubscriptionNumbers.beginning(of: $0), $0) }).sorted(by: {
      $0.0 != $1.0 ? $0.0 < $1.0 : $0.1.rawValue.utf8Precedes($1.1.rawValue)
    }) where keys[id] == nil {
      insert.bind(last + 1, at: 1)
      insert.bind(id.rawValue, at: 2)
      if try insert.run() == 1 {
        last += 1
        keys[id] = last
      } else {
        _ = try find(id)
      }
    }
  }

  /// The first sixteen bytes of an id as one number, which distinguishes most ids.
  private static func beginning(of id: SubscriptionID) -> UInt128 {
    var (number, shift): (UInt128, UInt128) = (0, 128)
    for byte in id.rawValue.utf8.prefix(16) {
      shift -= 8
      number |= UInt128(byte) << shift
    }
    return number
  }

  /// The number of a subscription that was numbered in this batch.
  func key(of id: SubscriptionID) -> Int64? { keys[id] }

  /// The number of a subscription, if it has one.
  mutating func find(_ id: SubscriptionID) throws -> Int64? {
    if let key = keys[id] { return key }
    select.bind(id.rawValue, at: 1)
    defer { select.reset() }
    guard try select.step() else { return nil }
    keys[id] = select.integer(0)
    return select.integer(0)
  }

  /// A Boolean value that indicates whether a number was given in this batch.
  func isNew(_ key: Int64) -> Bool { key > lastBefore }
}
