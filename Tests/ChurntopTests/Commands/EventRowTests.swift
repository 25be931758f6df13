import EventLedger
import SubscriptionCore
import Testing

@testable import churntop

struct EventRowTests {
  /// Rows of entries at the positions given.
  private func rows(_ positions: [LedgerPosition]) -> [EventRow] {
    positions.map { position in
      let event = SubscriptionEvent(
        id: "e", kind: .snapshot, subscription: "s", effectiveAt: .epoch, statedAt: .epoch,
        recordedAt: .epoch, source: .appStoreReceipt, verification: .unsigned)
      return EventRow(position: position, shape: EventShape(event: event), who: "")
    }
  }

  @Test(
    arguments: [
      ([9, 8, 7], 2, true, 2), ([9, 8, 8, 7], 2, true, 1), ([9, 9, 9, 8], 2, true, 3),
      ([9, 9, 9], 2, true, 3), ([9, 9, 9, 8], 2, false, 0), ([9, 8], 5, true, 2), ([], 3, true, 0),
    ] as [([LedgerPosition], Int, Bool, Int)])
  func `a page never cuts an entry in two`(
    positions: [LedgerPosition], limit: Int, isFirst: Bool, count: Int
  ) {
    #expect(EventRow.whole(rows(positions), atMost: limit, isFirst: isFirst).count == count)
  }
}
