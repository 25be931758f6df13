import EventLedger
import LedgerContract
import SubscriptionCore
import Synchronization
import TerminalUI
import Testing

@testable import Dashboard

/// Actions about many, what is said before them, and taking them back.
struct BulkActionTests {
  /// A recorder that writes to the world's ledger, as the program's does.
  static func recorder(_ world: TestWorld) -> EffectRunner.Recorder {
    let ledger = world.ledger
    let numbers = Mutex(0)
    return { action in
      let number = numbers.withLock { number in
        number += 1
        return number
      }
      var events: [SubscriptionEvent] = []
      for (index, id) in action.subscriptions.enumerated() {
        events.append(
          SubscriptionEvent(
            id: EventID("done:\(number):\(index)"), kind: action.kind, subscription: id,
            effectiveAt: action.at, statedAt: action.at,
            recordedAt: action.at + .milliseconds(number), source: .operatorAction,
            verification: .unsigned,
            action: SubscriptionEvent.Action(
              actor: "mira", step: action.steps[id], until: action.until, text: action.text,
              undoes: action.undoes.indices.contains(index) ? action.undoes[index] : nil)))
      }
      let entries = events.map { event in
        LedgerEntry(
          identity: event.id.rawValue, format: "test", raw: [], receivedAt: event.recordedAt,
          verification: .unsigned, events: [event])
      }
      _ = try ledger.append(entries, now: TestWorld.now)
      return events.map(\.id)
    }
  }

  /// A world with many in grace, of whom every third loses access within a day.
  static func crowd(_ count: Int) throws -> TestWorld {
    try TestWorld { world in
      for number in 0..<count {
        world.grace(
          SubscriptionID("as_4000000000\(1_000 + number)"), AccountID("acc-\(number)"),
          failed: "2025-11-15", ends: number % 3 == 0 ? "2025-11-21" : "2025-12-01")
      }
    }
  }

  @Test func `a bulk snooze says how many would lose access before it ends`() throws {
    var driver = Driver(try Self.crowd(6), screen: .due)
    driver.press("*", "z", "1")
    #expect(driver.text.contains("6 subscribers: as_40000000001"))
    #expect(
      driver.text.contains("! 2 of 6 subscribers would lose access before the snooze ends: as_"))
    #expect(driver.text.contains("Prompts due: 6 now, 0 after."))
    #expect(driver.text.contains("nothing is written yet"))
  }

  @Test func `who renews loses nothing, however soon that is`() throws {
    let world = try TestWorld { world in
      world.active("as_4000000000001", "acc-1", "2025-10-21", "P1M", months: 1)
      world.canceled("as_4000000000002", "acc-2", "2025-11-04")
      world.grace("as_4000000000003", "acc-3", failed: "2025-11-15", ends: "2025-11-21")
    }
    for row in try world.ledger.subscribers(SubscriberQuery()).rows {
      let until = try #require(row.status.access.until)
      let action = OperatorAction(
        .promptSnoozed, of: [row.id], at: TestWorld.now, until: until + .days(1))
      let preview = ActionPreview(of: action, rows: [row], dueInAll: 0, now: TestWorld.now)
      #expect(preview.losingCount == (row.status.state == .active ? 0 : 1), "\(row.status.state)")
    }
  }

  @Test func `one of many has, and two of many have`() {
    let action = OperatorAction(.promptSnoozed, of: ["a", "b", "c"], at: TestWorld.now)
    var preview = ActionPreview()
    (preview.known, preview.notFailing) = (2, 1)
    #expect(
      Formatting.consequences(of: action, preview, now: TestWorld.now)
        == ["1 of them has no failing payment", "1 is gone from the ledger"])
    (preview.known, preview.notFailing) = (1, 2)
    #expect(
      Formatting.consequences(of: action, preview, now: TestWorld.now)
        == ["2 of them have no failing payment", "2 are gone from the ledger"])
  }

  @Test func `a snooze of suppressed prompts changes nothing, and says so`() throws {
    let world = try TestWorld { world in
      world.grace("as_4000000000003", "acc-3", failed: "2025-11-15", ends: "2025-11-21")
    }
    var row = try #require(world.ledger.subscribers(SubscriberQuery()).rows.first)
    row.status.prompt.verdict = .withheld(.suppressed)
    var action = OperatorAction(
      .promptSnoozed, of: [row.id], at: TestWorld.now, until: TestWorld.now + .hours(1))
    let preview = ActionPreview(of: action, rows: [row], dueInAll: 0, now: TestWorld.now)
    #expect(
      Formatting.consequences(of: action, preview, now: TestWorld.now)
        == ["prompts are suppressed for this failure, so none follows the snooze"])
    action.subscriptions = ["a", "b"]
    var two = ActionPreview()
    (two.known, two.suppressed) = (2, 1)
    #expect(
      Formatting.consequences(of: action, two, now: TestWorld.now)
        == ["1 of them has suppressed prompts, so none follows the snooze"])
  }

  @Test func `above a threshold the action is typed, and only that records it`() throws {
    let world = try Self.crowd(12)
    var driver = Driver(world, screen: .due, recorder: Self.recorder(world))
    driver.press("*", "z", "2", "y", "Enter")
    #expect(driver.effects.isEmpty)
    #expect(driver.text.contains("Type snooze 12 and Enter"))
    driver.press("Bksp")
    driver.type("snooze 12")
    driver.press("Enter")
    #expect(driver.effects.count == 1)
    #expect(driver.text.contains("12 subscribers snoozed until 23 Nov 17:42Z"))
    #expect(try world.ledger.count(Filter.parse("snoozed:any")) == 12)
  }

  @Test func `a bulk action is taken back as one and brought back as one`() throws {
    let world = try Self.crowd(12)
    var driver = Driver(world, screen: .due, recorder: Self.recorder(world))
    driver.press("*", "z", "2")
    driver.type("snooze 12")
    driver.press("Enter", "u")
    #expect(driver.text.contains("the snooze of 12 subscribers taken back"))
    driver.type("undo 12")
    driver.press("Enter")
    #expect(try world.ledger.count(Filter.parse("snoozed:any")) == 0)
    driver.press("^r")
    #expect(driver.text.contains("the snooze of 12 subscribers counts again"))
    driver.type("redo 12")
    driver.press("Enter")
    #expect(try world.ledger.count(Filter.parse("snoozed:any")) == 12)
    driver.press("u")
    driver.type("undo 12")
    driver.press("Enter")
    #expect(try world.ledger.count(Filter.parse("snoozed:any")) == 0)
  }

  @Test func `undo goes back through the session, the latest first, and says what it would undo`()
    throws
  {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .due, recorder: Self.recorder(world))
    driver.press("u")
    #expect(
      driver.text.contains("undo: nothing was recorded here in the last 10 min. / filters by user.")
    )
    driver.press("C", "y", "A")
    driver.type("called")
    driver.press("Enter", "u")
    #expect(driver.text.contains("the note of gp_0a1b2c3d4e5f6071 taken back"))
    driver.press("y", "u")
    #expect(driver.text.contains("the claim of gp_0a1b2c3d4e5f6071 taken back"))
    driver.press("y")
    #expect(driver.text.contains("^r brings it back for 10 min"))
    let folded = try #require(try world.ledger.subscriber("gp_0a1b2c3d4e5f6071"))
    #expect(folded.notes.isEmpty)
    #expect(folded.claimedBy(at: TestWorld.now + .minutes(1)) == nil)
  }

  @Test func `a prompt marked as shown where none is due is questioned`() throws {
    let world = try TestWorld { world in
      world.grace("as_5000000001", "acc-1", failed: "2025-11-15", ends: "2025-12-01")
      world.act(
        "as_5000000001", .promptSuppressed, "2025-11-20T12:00:00Z",
        SubscriptionEvent.Action(actor: "jo"))
    }
    var driver = Driver(world, screen: .due)
    driver.press("x", "p")
    #expect(driver.text.contains("! no prompt is due here now."))
  }

  @Test func `each prompt marked as shown is of the step that applies to its subscriber`() throws {
    var policy = ChurnPolicy.standard
    policy.prompts.appStore.step = .ownBanner
    policy.prompts.googlePlay.step = .storeMessages
    policy.prompts.rules = [
      try PromptRule(
        name: "hold", when: .parse("state:hold"), plan: PromptPlan(step: .officialMessage))
    ]
    let steps: [SubscriptionID: Int] = [
      "as_5000000001": 3, "as_5000000002": 3, "gp_0a1b2c3d4e5f6071": 2, "gp_0a1b2c3d4e5f6072": 2,
    ]
    let world = try TestWorld(policy: policy) { world in
      world.grace("as_5000000001", "acc-1", failed: "2025-11-15", ends: "2025-12-01")
      world.grace("as_5000000002", "acc-2", failed: "2025-11-15", ends: "2025-12-01")
      world.hold("gp_0a1b2c3d4e5f6071", "acc-3", failed: "2025-11-10", holdFrom: "2025-11-13")
      // Nothing is shown in the app here: what was shown all the same is the store's message.
      world.grace("gp_0a1b2c3d4e5f6072", "acc-4", failed: "2025-11-15", ends: "2025-12-01")
    }
    var driver = Driver(world, screen: .subscribers, recorder: Self.recorder(world))
    driver.press("*", "x", "p")
    #expect(
      driver.text.contains("prompts shown to 4 subscribers (2 of step 2, 2 of step 3)."),
      "\(driver.text)")
    #expect(driver.text.contains("! 1 of them has no prompt that is due"), "\(driver.text)")
    driver.press("y")
    for (id, step) in steps {
      let shown = try world.ledger.events(of: id).map(\.event).last { $0.kind == .promptShown }
      #expect(shown?.action?.step == step, "\(id)")
    }
  }

  @Test func `claiming what a colleague has says so first`() throws {
    let world = try TestWorld { world in
      world.grace("as_5000000001", "acc-1", failed: "2025-11-15", ends: "2025-12-01")
      world.act(
        "as_5000000001", .claimed, "2025-11-20T12:00:00Z",
        SubscriptionEvent.Action(actor: "jo", until: TestWorld.now + .days(1)))
    }
    var driver = Driver(world, screen: .due)
    driver.press("C")
    #expect(driver.text.contains("! claimed by jo now."))
  }

  @Test func `the menu's action is about those marked when it was opened`() throws {
    let world = try Self.crowd(6)
    var driver = Driver(world, screen: .due, recorder: Self.recorder(world))
    driver.press("space", "space", "x")
    driver.model.removeMarks()
    driver.press("c", "y")
    guard case .record(let action)? = driver.effects.first else {
      Issue.record("nothing was recorded")
      return
    }
    #expect(action.subscriptions.count == 2)
  }
}
