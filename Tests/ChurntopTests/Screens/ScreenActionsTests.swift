import Dashboard
import EventLedger
import LedgerContract
import SubscriptionCore
import Testing

@testable import churntop

struct ScreenActionsTests {
  @Test func `of two who take the same back at once, only the first does`() throws {
    let ledger = MemoryLedger(policy: .standard)
    let now = Timestamp(milliseconds: 1_763_660_520_000)
    func actions(_ actor: String) -> ScreenActions {
      ScreenActions(ledger: ledger, actor: actor, clock: nil)
    }
    let claim = OperatorAction(.claimed, of: ["as_1"], at: now, until: now + .days(1))
    let events = try actions("mira").record(claim)
    var undo = OperatorAction(.undone, of: ["as_1"], at: now + .seconds(9))
    (undo.undoes, undo.reversal) = (events, .undo)
    let undoings = try actions("jo").record(undo)
    let before = try ledger.lastPosition()
    #expect(throws: ScreenActions.Refused.self) { try actions("mira").record(undo) }
    #expect(try ledger.lastPosition() == before)
    var redo = OperatorAction(.undone, of: ["as_1"], at: now + .seconds(19))
    (redo.undoes, redo.reversal) = (undoings, .redo)
    _ = try actions("mira").record(redo)
    let told = try ledger.events(of: "as_1").map(\.event)
    #expect(!UndoResolution(in: told).contains(try #require(events.first)))
  }
}
