import SubscriptionCore
import Testing

@testable import Dashboard

struct UndoJournalTests {
  private let now = TestWorld.now

  private func action(_ number: Int, about ids: [SubscriptionID] = ["a"]) -> OperatorAction {
    OperatorAction(.claimed, of: ids, at: now + .minutes(number))
  }

  /// A journal in which so many claims were recorded, a minute apart.
  private func journal(_ count: Int, about ids: [SubscriptionID] = ["a"]) -> UndoJournal {
    var journal = UndoJournal()
    for number in 0..<count {
      journal.note(
        action(number, about: ids), ids.map { EventID("\($0):\(number)") },
        at: now + .minutes(number))
    }
    return journal
  }

  private func turn(_ turn: OperatorAction.Turn, _ journal: inout UndoJournal) throws -> [EventID] {
    let action = try #require(journal.reversal(turn, at: now))
    journal.note(action, action.undoes.map { EventID("un-\($0)") }, at: now + .hours(1))
    return action.undoes
  }

  @Test func `what was recorded last is taken back first, and comes back first`() throws {
    var journal = journal(3)
    #expect(try turn(.undo, &journal) == ["a:2"])
    #expect(try turn(.undo, &journal) == ["a:1"])
    #expect(try turn(.redo, &journal) == ["un-a:1"])
    #expect(try turn(.redo, &journal) == ["un-a:2"])
    #expect(journal.reversal(.redo, at: now) == nil)
    #expect(journal.entries.map(\.events) == [["a:0"], ["a:1"], ["a:2"]])
    #expect(journal.entries.last?.at == now + .hours(1))
  }

  @Test func `a new action ends what could be brought back`() throws {
    var journal = journal(2)
    _ = try turn(.undo, &journal)
    journal.note(action(9), ["a:9"], at: now)
    #expect(journal.reversal(.redo, at: now) == nil)
    #expect(journal.entries.map(\.events) == [["a:0"], ["a:9"]])
  }

  @Test func `what is taken back of some stays taken back of those only`() throws {
    var journal = journal(1, about: ["a", "b", "c"])
    let all = try #require(journal.reversal(.undo, at: now))
    let some = all.without(["b"])
    #expect(some.undoes == ["a:0", "c:0"])
    journal.note(some, ["un-a", "un-c"], at: now)
    let redo = try #require(journal.reversal(.redo, at: now))
    #expect(redo.subscriptions == ["a", "c"])
    #expect(redo.undoes == ["un-a", "un-c"])
    journal.note(redo.without(["a"]), ["re-c"], at: now)
    #expect(
      journal.entries == [.init(.claimed, of: ["c"], events: ["c:0"], at: now)])
  }

  @Test func `an answer that comes late is about its own entry, not about the latest`() throws {
    var journal = journal(1)
    let undo = try #require(journal.reversal(.undo, at: now))
    journal.note(action(5), ["a:5"], at: now)
    journal.note(undo, ["un-a:0"], at: now)
    #expect(journal.latest(.undo)?.events == ["a:5"])
    #expect(journal.latest(.redo)?.events == ["a:0"])
  }

  @Test func `a journal made of its entries is the same, and too many are too many`() throws {
    var journal = journal(4)
    _ = try turn(.undo, &journal)
    #expect(UndoJournal(journal.entries) == journal)
    let long = self.journal(UndoJournal.entriesMax + 5)
    #expect(long.entries.count == UndoJournal.entriesMax)
    #expect(long.latest(.undo)?.events == [EventID("a:\(UndoJournal.entriesMax + 4)")])
    let many = (0..<12_000).map { SubscriptionID("s\($0)") }
    let wide = self.journal(3, about: many)
    #expect(wide.entries.count == 1)
    #expect(wide.latest(.undo)?.subscriptions.count == 12_000)
    let one = self.journal(1, about: (0..<30_000).map { SubscriptionID("s\($0)") })
    #expect(one.entries.count == 1)
  }

  @Test func `what is older than an instant is forgotten`() throws {
    var journal = journal(4)
    journal.forget(before: now + .minutes(2))
    #expect(journal.entries.map(\.events) == [["a:2"], ["a:3"]])
  }
}
