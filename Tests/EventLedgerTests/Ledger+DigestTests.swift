import EventLedger
import LedgerContract
import SubscriptionCore
import Testing

@Suite struct `A digest of a ledger` {
  /// On a server a count that no counter knows ends after a while.
  @Test func `waits until its due prompts are counted`() throws {
    let ledger = FaultyLedger()
    let now = SampleWorld.middle
    try ledger.inner.append(SampleWorld(seed: 82, subscriptions: 90).entries, now: now)
    let query = DigestQuery(
      DigestSpan(since: now - .days(7), now: now, in: .utc), filter: try Filter.parse("store:play"))
    let quick = try #require(try ledger.digest(query))
    ledger.isSlow = true
    let slow = try #require(try ledger.digest(query))
    for item in [Digest.Item.promptsDue, .becameDue] {
      #expect(!slow[item].isAtLeast)
      #expect(slow[item].count == quick[item].count)
    }
  }
}
