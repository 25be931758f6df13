import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Taking back over time, over sessions and beside others.
struct UndoTests {
  private struct DiskFull: Error, CustomStringConvertible {
    let description = "the disk is full"
  }

  private let id: SubscriptionID = "gp_0a1b2c3d4e5f6071"

  private func driver(_ world: TestWorld, journal: UndoJournal = UndoJournal()) -> Driver {
    Driver(
      world, screen: .due, journal: journal, recorder: BulkActionTests.recorder(world))
  }

  /// An undoing of an event by somebody else.
  private func undo(
    _ target: EventID, of id: SubscriptionID, in world: TestWorld, by actor: String = "jo"
  ) throws {
    let instant = TestWorld.now - .minutes(3)
    let event = SubscriptionEvent(
      id: EventID("un-\(target)"), kind: .undone, subscription: id, effectiveAt: instant,
      statedAt: instant, recordedAt: instant, source: .operatorAction, verification: .unsigned,
      action: SubscriptionEvent.Action(actor: actor, undoes: target))
    try world.ledger.append(
      [
        LedgerEntry(
          identity: event.id.rawValue, format: "test", raw: [], receivedAt: instant,
          verification: .unsigned, events: [event])
      ], now: TestWorld.now)
  }

  @Test func `Detail says what an undo takes back, and what a redo brings back`() throws {
    var driver = driver(try .usual())
    for key in ["C", "u", "^r"] {
      driver.press(key, "y")
      driver.wait(.seconds(30))
    }
    driver.press("Enter")
    let events = try #require(driver.model.detail?.data?.events)
    let reversals = events.compactMap(\.reversal)
    #expect(reversals.map(\.kind) == [.claimed, .claimed])
    #expect(Set(reversals.map(\.countsAgain)) == [true, false])
    let view = DashboardView(model: driver.model)
    #expect(events.contains { view.detail($0).contains("the claim counts again") })
  }

  @Test func `before and after an action it is said how long it can be taken back`() throws {
    var driver = driver(try .usual())
    driver.press("C")
    #expect(driver.text.contains("nothing is written yet; then u undoes for 10 min"))
    driver.press("y")
    #expect(driver.text.contains("claimed until 21 Nov 17:42Z; u undoes for 10 min."))
    driver.wait(.minutes(4))
    driver.press("u")
    #expect(driver.text.contains("Recorded 4m ago, 6 min left of 10 min."), "\(driver.text)")
    #expect(driver.text.contains("then ^r brings it back for 10 min"))
  }

  @Test(arguments: [(9, 59, true), (10, 0, false), (75, 0, false)])
  func `a key takes back for ten minutes, and then names the way that is left`(
    minutes: Int, seconds: Int64, isPossible: Bool
  ) throws {
    var driver = driver(try .usual())
    driver.press("C", "y")
    driver.wait(.minutes(minutes) + .seconds(seconds))
    driver.press("u")
    #expect(driver.text.contains("Take back?") == isPossible, "\(driver.text)")
    let way = "10 min is the limit; 'churntop prompt undo \(id)' takes it back."
    #expect(driver.text.contains(way) != isPossible, "\(driver.text)")
  }

  @Test func `the time for it is the machine's, whatever the clock of a simulated world`() throws {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.undoFor = .seconds(90)
    settings.clock = .scaled(start: TestWorld.now, since: TestWorld.now, speed: 86_400)
    var driver = Driver(
      world, screen: .due, settings: settings, recorder: BulkActionTests.recorder(world))
    driver.press("C", "y")
    driver.wait(.seconds(80))
    driver.press("u")
    #expect(driver.text.contains("10 s left of 90 s") || driver.text.contains("10 s left of 2 min"))
    driver.press("n")
    driver.wait(.seconds(10))
    driver.press("u")
    #expect(driver.text.contains("is the limit"), "\(driver.text)")
  }

  @Test func `what was brought back too long ago names its event`() throws {
    var driver = driver(try .usual())
    driver.press("C", "y", "u", "y")
    driver.wait(.minutes(11))
    driver.press("^r")
    #expect(
      driver.text.contains("taken back 11m ago, 10 min is the limit; 'churntop prompt undo \(id)"))
    #expect(driver.model.messages.flash?.text.contains("--event done:2:0' brings it back.") == true)
  }

  @Test func `an earlier session's action is taken back in this one, and brought back`() throws {
    let world = try TestWorld.usual()
    var first = driver(world)
    first.press("C", "y")
    #expect(try world.ledger.count(Filter.parse("claimed:any")) == 1)
    var second = Driver(
      world, screen: .overview, journal: UndoJournal(first.model.journal.entries),
      recorder: { action in
        try BulkActionTests.recorder(world)(action).map { $0 }
      })
    #expect(second.lines.last?.contains("u undo") == true, "\(second.text)")
    second.press("u")
    #expect(second.text.contains("the claim of \(id) taken back"), "\(second.text)")
    #expect(second.text.contains("Recorded <1m ago"))
  }

  @Test func `what somebody else took back is not taken back twice`() throws {
    let world = try TestWorld.usual()
    var driver = driver(world)
    driver.press("C", "y", "A")
    driver.type("called")
    driver.press("Enter")
    try undo("done:2:0", of: id, in: world)
    driver.press("u")
    #expect(driver.model.input == .none)
    #expect(
      driver.text.contains("The note of \(id) was taken back already by jo, 3m ago."),
      "\(driver.text)")
    driver.press("u")
    #expect(driver.text.contains("the claim of \(id) taken back"), "\(driver.text)")
  }

  @Test func `of many only those are taken back that still count`() throws {
    let world = try BulkActionTests.crowd(3)
    var driver = driver(world)
    driver.press("*", "z", "2", "y")
    try undo("done:1:1", of: "as_40000000001001", in: world)
    driver.press("u")
    #expect(
      driver.text.contains("! the snooze of 1 of 3 was taken back already by jo, 3m ago."),
      "\(driver.text)")
    driver.press("y")
    guard case .record(let action)? = driver.effects.last else {
      Issue.record("nothing was recorded")
      return
    }
    #expect(Set(action.undoes) == ["done:1:0", "done:1:2"])
    #expect(try world.ledger.count(Filter.parse("snoozed:any")) == 0)
    driver.press("^r", "y")
    #expect(try world.ledger.count(Filter.parse("snoozed:any")) == 2)
  }

  @Test func `an event that this ledger does not have is not taken back`() throws {
    let entry = UndoJournal.Entry(
      .claimed, of: [id], events: ["elsewhere"], at: TestWorld.now - .minutes(1))
    var driver = driver(try .usual(), journal: UndoJournal([entry]))
    driver.press("u")
    #expect(driver.text.contains("The claim of \(id) is not in this ledger."), "\(driver.text)")
    driver.press("u")
    #expect(driver.text.contains("nothing was recorded here in the last 10 min"))
    #expect(driver.effects.isEmpty)
  }

  @Test func `read-only and the past say why, before anything is looked up`() throws {
    let world = try TestWorld.usual()
    let entry = UndoJournal.Entry(.claimed, of: [id], events: ["x"], at: TestWorld.now)
    var still = Driver(
      world, screen: .due, settings: world.settings(isReadOnly: true),
      journal: UndoJournal([entry]))
    still.press("u")
    #expect(still.text.contains("undo: READ-ONLY, started with --readonly."))
    var past = driver(world, journal: UndoJournal([entry]))
    past.press(":")
    past.type("asof -1d")
    past.press("Enter", "u")
    #expect(past.text.contains("undo: only the present can be written to"))
  }

  @Test func `what could not be kept for later sessions is said, and still works here`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(
      world, screen: .due, recorder: BulkActionTests.recorder(world),
      keepUndo: { _, _ in throw DiskFull() })
    driver.press("C", "y")
    #expect(
      driver.model.messages.flash?.text.hasSuffix(
        "u undoes for 10 min, in this session only: the disk is full.") == true)
    driver.press("u", "y")
    #expect(try world.ledger.count(Filter.parse("claimed:any")) == 0)
  }

  @Test func `two snoozes within a minute: the later one counts`() throws {
    let world = try TestWorld.usual()
    var driver = driver(world)
    driver.press("z", "3", "y")
    driver.clock = driver.clock + .seconds(5)
    driver.press("z", "1", "y")
    guard case .record(let action)? = driver.effects.last else {
      Issue.record("nothing was recorded")
      return
    }
    #expect(action.at == TestWorld.now + .seconds(5))
    #expect(driver.model.now == TestWorld.now + .seconds(5))
    let row = try #require(try world.ledger.subscriber(id))
    let summary = row.summary(at: driver.model.now, policy: .standard, profile: nil)
    #expect(summary.snoozedUntil == action.at + .days(1))
  }

  @Test func `the palette understands the word user as a filter`() {
    #expect(PaletteCommand.named("user") == .verb(.filter))
  }
}
