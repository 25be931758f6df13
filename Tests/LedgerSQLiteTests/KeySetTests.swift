import Foundation
import GRDB
import LedgerContract
import LedgerRows
import SeededNumbers
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct `A set of row numbers` {
  private static func sample(_ seed: UInt64, upTo limit: Int64) -> Set<Int64> {
    var numbers = SeededNumbers(seed: seed)
    return Set((0..<100).map { _ in Int64.random(in: 0..<limit, using: &numbers) })
  }

  @Test(arguments: [(UInt64(1), Int64(70)), (2, 200), (3, 5_000)])
  func `does what sets do`(_ seed: UInt64, _ limit: Int64) throws {
    let (left, right) = (Self.sample(seed, upTo: limit), Self.sample(seed + 9, upTo: 300))
    let (one, other) = (KeySet(left), KeySet(right))
    #expect(one.keys == left.sorted())
    #expect(one.count == left.count)
    #expect(one.union(other).keys == left.union(right).sorted())
    #expect(other.union(one) == one.union(other))
    #expect(one.intersection(other).keys == left.intersection(right).sorted())
    #expect(one.subtracting(other).keys == left.subtracting(right).sorted())
    for start in stride(from: Int64(0), to: 5_120, by: 1_024) {
      let range = start..<start + 1_024
      #expect(one.hasAny(in: range) == left.contains(where: range.contains))
    }
  }

  @Test func `is asked by SQL`() throws {
    let keys = Self.sample(5, upTo: 900)
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    let found = try ledger.read { database in
      let condition = SQLCondition("key_found(?, value)", [Data(KeySet(keys).bytes)])
      return try Int64.fetchAll(
        database,
        sql: """
          WITH numbers(value) AS (
            SELECT -5 UNION ALL SELECT value + 1 FROM numbers WHERE value < 2000)
          SELECT value FROM numbers WHERE \(condition.sql) ORDER BY value
          """, arguments: StatementArguments(condition.values))
    }
    #expect(found == keys.sorted())
  }
}

extension KeySet {
  fileprivate init(_ keys: Set<Int64>) {
    self.init()
    for key in keys { insert(key) }
  }
}
