import EventLedger
import LedgerContract
import SubscriptionCore
import Synchronization
import TerminalUI
import Testing

@testable import Dashboard

/// Questions to the ledger whose answers nobody waits for any more.
struct GivenUpTests {
  private func typing() throws -> SlowScreen {
    var slow = SlowScreen(try .usual(), .subscribers, .subscribers)
    slow.answer()
    slow.press("/", "a")
    #expect(slow.asked.count == 1)
    return slow
  }

  @Test func `one letter more gives up the question for the filter without it`() throws {
    var slow = try typing()
    guard case .ask(_, _, let request) = slow.asked[0] else { return }
    #expect(slow.canceled.isEmpty)
    slow.press("d", "a")
    #expect(slow.canceled == [request])
    slow.giveUp()
    #expect(slow.asked.count == 1)
    slow.answer()
    #expect(slow.text.contains("/ ada"))
    #expect(slow.text.contains("1 match"))
    #expect(slow.model.ledger.problem == nil)
    #expect(slow.model.ledger.givenUp.isEmpty)
  }

  @Test func `an answer that comes nevertheless is dropped`() throws {
    var slow = try typing()
    slow.press("d", "a")
    slow.answer()
    #expect(slow.model.subscribers.window.total == nil)
    slow.answer()
    #expect(slow.model.subscribers.window.total == 1)
  }

  @Test func `another screen gives up the question of the one before, which asks it again`() throws
  {
    var slow = try typing()
    slow.press("Enter", "4")
    #expect(slow.canceled.count == 1)
    slow.giveUp()
    #expect(slow.asked.isEmpty)
    #expect(slow.model.screen == .events)
    #expect(slow.model.messages.flash == nil)
    slow.press("2")
    #expect(slow.asked.count == 1)
    slow.answer()
    #expect(slow.text.contains("/ a"))
    #expect(slow.model.subscribers.shown == slow.model.subscribers.wanted)
  }

  @Test func `back before it has ended, the screen asks once it has`() throws {
    var slow = try typing()
    slow.press("Enter", "4", "2")
    #expect(slow.asked.count == 1)
    slow.giveUp()
    #expect(slow.asked.count == 1)
    slow.answer()
    #expect(slow.model.subscribers.shown == slow.model.subscribers.wanted)
  }

  @Test func `a subscriber opened from a list, and Help over it, leave the list its question`()
    throws
  {
    var slow = try typing()
    slow.press("Enter")
    _ = slow.model.open("as_2000000900000002")
    slow.press("?")
    #expect(slow.canceled.isEmpty)
    slow.press("Esc", "4")
    #expect(slow.canceled.count == 1)
  }

  @Test func `the same question at a later present gives up none`() throws {
    var slow = SlowScreen(try .usual(), .metrics, .metrics)
    slow.send(.polled(1))
    slow.send(.polled(2))
    slow.wait(.seconds(90))
    #expect(slow.asked.count == 1)
    #expect(slow.canceled.isEmpty)
  }

  @Test func `rows that were to be merged at the top leave those of a filter alone`() throws {
    var slow = SlowScreen(try .usual(), .subscribers, .subscribers)
    slow.answer()
    slow.wait(.seconds(10))
    slow.send(.polled(1))
    slow.send(.polled(2))
    #expect(slow.model.ledger.mergesFromTop)
    slow.press("/", "a", "d", "a", "Enter")
    slow.giveUp()
    slow.answer()
    #expect(slow.text.contains("1 match"))
    #expect(slow.model.subscribers.window.rows.count == 1)
  }

  @Test func `the runner ends the question, which is no error`() async throws {
    let ledger = FaultyLedger()
    ledger.isStuck = true
    let (messages, inbox) = AsyncStream.makeStream(of: DashboardMessage.self)
    let runner = EffectRunner(
      ledger: ledger, policy: .standard, record: { _ in [] }, post: { inbox.yield($0) })
    let query = Query.count([nil])
    var posted = messages.makeAsyncIterator()
    runner.perform(.ask(query, slot: .count, request: 1))
    runner.perform(.cancelQuestion(1))
    #expect(await posted.next() == .canceled(slot: .count, request: 1))
    ledger.isStuck = false
    runner.perform(.ask(query, slot: .count, request: 2))
    #expect(await posted.next() == .answer(.count(0), slot: .count, request: 2))
  }
}
