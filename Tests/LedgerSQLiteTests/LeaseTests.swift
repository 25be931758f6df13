import EventLedger
import Foundation
import GRDB
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct LeaseTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  private static func lease(_ run: String, renewals: Int64 = 0) -> LedgerLease {
    LedgerLease(
      owner: LeaseOwner(run: run, host: "h", process: 7, numbering: "pid:[1]", began: "99"),
      since: .epoch, until: .epoch + .seconds(30), renewals: renewals)
  }

  @Test func `a lease is kept, seen by others, replaced and given back`() throws {
    let one = try SQLiteLedger(path: path, policy: .standard)
    #expect(try one.lease() == nil)
    #expect(try one.exchangeLease { $0 ?? Self.lease("a") } == Self.lease("a"))
    let two = try SQLiteLedger(path: path, policy: .standard)
    #expect(try two.lease() == Self.lease("a"))
    #expect(try two.exchangeLease { $0 ?? Self.lease("b") } == Self.lease("a"))
    let reader = try SQLiteLedger(path: path, policy: .standard, readOnly: true)
    #expect(try reader.lease() == Self.lease("a"))
    #expect(throws: LedgerError.self) { try reader.exchangeLease { _ in nil } }
    #expect(try one.exchangeLease { _ in nil } == nil)
    #expect(try two.lease() == nil)
    #expect(try one.lastPosition() == 0, "it is no entry")
  }

  @Test func `what is no lease counts as none`() throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "INSERT INTO meta (name, value) VALUES ('lease', '{')")
    }
    #expect(try ledger.lease() == nil)
    #expect(try ledger.exchangeLease { $0 ?? Self.lease("a") } == Self.lease("a"))
  }

  @Test func `of many that ask at once one gets it`() async throws {
    let ledgers = try (0..<6).map { _ in try SQLiteLedger(path: path, policy: .standard) }
    let got = try await withThrowingTaskGroup(of: String?.self) { group in
      for (place, ledger) in ledgers.enumerated() {
        group.addTask { try ledger.exchangeLease { $0 ?? Self.lease("\(place)") }?.owner.run }
      }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(got.count == 1)
  }
}
