import EventLedger
import LedgerContract
import SubscriptionCore
import Testing

@Suite struct `The ledger in memory` {
  @Test(arguments: LedgerRule.all)
  func `keeps the rule`(_ rule: LedgerRule) throws {
    try rule.check { MemoryLedger(policy: .standard) }
  }

  @Test func `cannot be copied to a file`() {
    #expect(throws: LedgerError.self) {
      try MemoryLedger(policy: .standard).backUp(to: "/nonexistent")
    }
  }
}
