import EventLedger
import Foundation
import GRDB
import LedgerContract
import SubscriptionCore
import Testing

@testable import LedgerSQLite

/// Changes of a kind that a newer build recorded in a file that this one can open.
@Suite struct NewerChangeTests {
  private let folder: TemporaryFolder
  private let ledger: SQLiteLedger
  private let now = SampleWorld.middle
  /// Every change, those that ``newer`` is about included.
  private let all: [RecordedChange]
  /// The number of the last change of a newer build; those before it are all of that kind.
  private let newer: Int64 = 12

  init() throws {
    folder = try TemporaryFolder()
    ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    try ledger.append(SampleWorld(seed: 7, subscriptions: 400).entries, now: now)
    all = try ledger.outbox(after: 0, limit: 1_000)
    try #require(all.count > 40)
    try ledger.putReceiver(ReceiverState(name: "crm", cursor: 0))
    let last = newer
    try ledger.write { database in
      try database.execute(
        sql: "UPDATE changes SET kind = 'tierChanged' WHERE number <= ?", arguments: [last])
    }
  }

  private func delivery(
    _ number: Int64, _ status: ChangeDelivery.Status, of id: SubscriptionID? = nil
  ) throws -> ChangeDelivery {
    let change = try #require(all.first { $0.number == number })
    return ChangeDelivery(
      receiver: "crm", number: number, subscription: id ?? change.change.subscription.id,
      status: status, nextAt: now)
  }

  private func put(_ deliveries: [ChangeDelivery]) throws {
    var update = DeliveryUpdate(receiver: "crm", at: now, from: -1)
    update.undelivered = deliveries
    try ledger.settle(update)
  }

  @Test func `a page is of known kinds, so that a cursor gets past the others`() throws {
    #expect(try ledger.outbox(after: 0, limit: 4).map(\.number) == [13, 14, 15, 16])
    let work = try ledger.deliveryWork(for: "crm", at: now, limit: 4)
    #expect(work.next.map(\.number) == [13, 14, 15, 16])
    #expect(try ledger.outboxBounds().last == Int64(all.count))
  }

  @Test func `their deliveries take no place of those that can be sent`() throws {
    try put((1...12).map { try delivery($0, .waiting) } + [try delivery(20, .waiting)])
    let work = try ledger.deliveryWork(for: "crm", at: now, limit: 3)
    #expect(work.due.map(\.delivery.number) == [20])
  }

  @Test func `they hold nothing back`() throws {
    let subscription = try #require(all.first { $0.number == 13 }?.change.subscription.id)
    try put([try delivery(3, .waiting, of: subscription)])
    let work = try ledger.deliveryWork(for: "crm", at: now, limit: 1)
    #expect(work.next.map(\.number) == [13])
    #expect(work.blocked.isEmpty)
    try put([try delivery(4, .held, of: subscription), try delivery(13, .held)])
    #expect(try ledger.releaseDeliveries(of: "crm", at: now) == 1)
    #expect(try ledger.deliveries(DeliveryQuery(statuses: [.held])).map(\.number) == [4])
  }
}
