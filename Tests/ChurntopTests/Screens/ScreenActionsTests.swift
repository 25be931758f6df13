import Dashboard
import EventLedger
import LedgerContract
import OwnThreads
import SubscriptionCore
import Testing

@testable import churntop

struct ScreenActionsTests {
  /// A ledger with one subscription.
  private func ledger() throws -> MemoryLedger {
    let ledger = MemoryLedger(policy: .standard)
    let bought = Timestamp(milliseconds: 1_763_000_000_000)
    let event = SubscriptionEvent(
      id: "bought", kind: .purchased, subscription: "as_1", effectiveAt: bought, statedAt: bought,
      recordedAt: bought, source: .appStoreNotification, verification: .verified)
    try ledger.append(
      [
        LedgerEntry(
          identity: "bought", format: "sample", raw: [1], receivedAt: bought,
          verification: .verified, events: [event])
      ], now: bought)
    return ledger
  }

  @Test func `nothing is recorded of a subscription that is gone`() throws {
    let ledger = try ledger()
    let actions = ScreenActions(ledger: ledger, actor: "mira", clock: nil)
    let now = Timestamp(milliseconds: 1_763_660_520_000)
    let note = OperatorAction(.noted, of: ["as_1", "as_2"], at: now, text: "called")
    let error = #expect(throws: ScreenActions.Refused.self) { try actions.record(note) }
    #expect(error?.description.contains("as_2 is gone from the ledger") == true)
    #expect(try ledger.lastPosition() == 1)
  }

  @Test func `a prompt whose step the screen does not know yet is of the step that applies`()
    throws
  {
    let ledger = try ledger()
    let actions = ScreenActions(ledger: ledger, actor: "mira", clock: nil)
    let now = Timestamp(milliseconds: 1_763_660_520_000)
    _ = try actions.record(OperatorAction(.promptShown, of: ["as_1"], at: now))
    var known = OperatorAction(.promptShown, of: ["as_1"], at: now + .seconds(9))
    known.steps = ["as_1": 3]
    _ = try actions.record(known)
    _ = try actions.record(OperatorAction(.noted, of: ["as_1"], at: now, text: "called"))
    let events = try ledger.events(of: "as_1").map(\.event)
    #expect(events.filter { $0.kind == .promptShown }.map(\.action?.step) == [2, 3])
    #expect(events.first { $0.kind == .noted }?.action?.step == nil)
  }

  @Test func `of two who take the same back at once, only the first does`() throws {
    let ledger = try ledger()
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

  @Test func `while time stands still, what is done twice is recorded twice`() throws {
    let ledger = try ledger()
    let now = Timestamp(milliseconds: 1_763_660_520_000)
    let actions = ScreenActions(ledger: ledger, actor: "mira", clock: nil)
    let snooze = OperatorAction(.promptSnoozed, of: ["as_1"], at: now, until: now + .days(1))
    func turn(_ events: [EventID]) throws -> [EventID] {
      var turn = OperatorAction(.undone, of: ["as_1"], at: now)
      turn.undoes = events
      return try actions.record(turn)
    }
    func counts(_ events: [EventID]) throws -> Bool {
      let told = try ledger.events(of: "as_1").map(\.event)
      return !UndoResolution(in: told).contains(try #require(events.first))
    }
    let first = try actions.record(snooze)
    let undo = try turn(first)
    let second = try actions.record(snooze)
    #expect(first != second)
    #expect(try !counts(first) && counts(second))
    _ = try turn(undo)
    #expect(try counts(first))
    _ = try turn(first)
    #expect(try !counts(first))
    #expect(try ledger.lastPosition() == 6)
  }
}

/// A claim of a case that somebody else may have.
@Suite(.ownThread) struct `A claim` {
  @Test func `by a command names who has the case, and --take-over takes it`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("records.ndjson", PlayRecord.inGrace.map(\.line).joined())
    try #require(try sandbox.run("import", "records.ndjson").status == 0)
    let id = try #require(try sandbox.run("list", "--format", "json").json()["items"][0]["id"].text)
    #expect(try sandbox.run("prompt", "claim", id, "--by", "ada").status == 0)
    let refused = try sandbox.run("prompt", "claim", id, "--by", "jo")
    #expect(refused.status == 1, "\(refused)")
    #expect(refused.diagnostics.contains("ada has claimed \(id) until "), "\(refused)")
    #expect(try sandbox.run("prompt", "claim", id, "--by", "jo", "--take-over").status == 0)
    let row = try sandbox.run("list", "--format", "json").json()["items"][0]
    #expect(row["claimedBy"].text == "jo", "\(row)")
  }
}
