import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Keys that are pressed faster than the ledger answers.
struct TypeAheadTests {
  /// A dashboard whose questions are answered when the test says so, in the order they were asked.
  private struct SlowDriver {
    var model: DashboardModel
    private let runner: EffectRunner
    private var open: [Effect] = []
    var clock = TestWorld.now

    init(_ world: TestWorld, screen: Screen = .overview) {
      model = DashboardModel(
        settings: world.settings(), machineNow: TestWorld.now, screen: screen)
      runner = EffectRunner(
        ledger: world.ledger, policy: .standard, record: { _ in [EventID("recorded:1")] },
        post: { _ in })
      send(.resized(Size(width: 120, height: 36)))
    }

    mutating func send(_ message: DashboardMessage) {
      open += model.update(message, machineNow: clock)
    }

    mutating func press(_ keys: String...) {
      for key in keys.compactMap(KeyPress.init(notation:)) { send(.key(key)) }
    }

    /// Answers everything that is open, and what is asked because of it.
    mutating func answer() {
      while !open.isEmpty {
        let effect = open.removeFirst()
        switch effect {
        case .ask, .record, .prepare, .saveView: send(runner.message(for: effect))
        case _: break
        }
      }
    }

    /// Fails everything that is open.
    mutating func fail() {
      let failing = open
      open = []
      for case .ask(_, let slot, let request) in failing {
        send(.failed("The disk is gone.", slot: slot, request: request))
      }
    }

    var text: String { DashboardView(model: model).frame(size: model.size).text }
  }

  @Test func `three and w, typed before any row is there, open the first due subscriber`() throws {
    let world = try TestWorld.usual()
    var slow = SlowDriver(world)
    slow.press("3", "w")
    #expect(slow.model.screen == .due)
    #expect(slow.text.contains("1 key waiting (Esc drops)"))
    #expect(!slow.text.contains("no subscriber is under the cursor"))
    slow.answer()
    #expect(slow.model.screen == .detail)
    #expect(slow.model.detail?.showsWhy == true)
    #expect(slow.model.detail?.data != nil)
    #expect(slow.model.typeAhead.isEmpty)
    // The same keys, slowly.
    var patient = SlowDriver(world)
    for key in ["3", "w"] {
      patient.answer()
      patient.press(key)
    }
    patient.answer()
    #expect(patient.model.detail?.id == slow.model.detail?.id)
  }

  @Test func `keys wait in order, also those that need no rows themselves`() throws {
    var slow = SlowDriver(try TestWorld.usual())
    slow.press("2", "j", "j", "Enter", "}", "q", "3")
    #expect(slow.model.screen == .subscribers)
    #expect(slow.model.typeAhead.count == 6)
    slow.answer()
    #expect(slow.model.screen == .due)
    #expect(slow.model.subscribers.window.cursor.line == 3)
    #expect(slow.model.typeAhead.isEmpty)
  }

  @Test func `a key after a filter is about a row of the filter, never of the list before`() throws
  {
    var slow = SlowDriver(try TestWorld.usual(), screen: .subscribers)
    slow.answer()
    slow.press("/")
    for letter in "state:hold" { slow.send(.key(KeyPress(letter))) }
    slow.press("Enter", "Enter")
    #expect(slow.model.screen == .subscribers)
    slow.answer()
    #expect(slow.model.screen == .detail)
    let state = slow.model.detail?.data?.extra.summary.status.state
    #expect(state == .hold)
  }

  @Test func `a key after the end of a list is about its last row`() throws {
    let world = try TestWorld { world in
      for number in 100..<900 {
        world.active(
          SubscriptionID("as_2000000900000\(number)"), AccountID("acc-\(number)"), "2025-11-05",
          "P1M", months: 1)
      }
    }
    var slow = SlowDriver(world, screen: .subscribers)
    slow.answer()
    let first = slow.model.subscribers.window.selected
    slow.press("G", "Enter")
    #expect(slow.model.screen == .subscribers)
    slow.answer()
    #expect(slow.model.screen == .detail)
    #expect(slow.model.detail?.id != first?.id)
    #expect(slow.model.detail?.id == slow.model.subscribers.window.rows.last?.summary.id)
    #expect(slow.model.subscribers.window.selectedPlace == 800)
  }

  @Test func `keys after a name wait for the subscriber, and go with a name nobody has`() throws {
    let world = try TestWorld.usual()
    for (name, isThere) in [("acc-4", true), ("nobody-at-all", false)] {
      var slow = SlowDriver(world, screen: .subscribers)
      slow.answer()
      slow.press(":")
      for letter in "open \(name)" { slow.send(.key(KeyPress(letter))) }
      slow.press("Enter", "w")
      #expect(slow.model.screen == .subscribers)
      slow.answer()
      #expect((slow.model.screen == .detail) == isThere)
      #expect((slow.model.detail?.showsWhy == true) == isThere)
      if !isThere {
        #expect(slow.text.contains("No match for \(name)"))
        #expect(slow.text.contains("Dropped 1 key typed ahead."))
      }
    }
  }

  @Test func `the other purchases of a user wait for the subscriber to be read`() throws {
    var slow = SlowDriver(try TestWorld.usual(), screen: .subscribers)
    slow.answer()
    slow.press("Enter", "L")
    #expect(!slow.text.contains("no other purchase"))
    slow.answer()
    #expect(slow.text.contains("no other purchase of this user is known"))
  }

  @Test func `undo waits for what is being recorded`() throws {
    var slow = SlowDriver(try TestWorld.usual(), screen: .due)
    slow.answer()
    slow.press("x", "p", "y", "u")
    #expect(slow.model.typeAhead.count == 1)
    #expect(slow.text.contains("recording…"), "\(slow.text)")
    slow.answer()
    #expect(slow.model.typeAhead.isEmpty)
    #expect(!slow.text.contains("recording…"))
    // The ledger of this test keeps nothing, so that undo has nothing to ask about any more; the
    // dashboard knows what was recorded, though.
    #expect(slow.model.messages.flash?.text.contains("nothing was recorded here") == false)
  }

  @Test func `Escape drops what waits, Q leaves at once`() throws {
    var slow = SlowDriver(try TestWorld.usual())
    slow.press("2", "j", "Enter", "Esc")
    #expect(slow.model.typeAhead.isEmpty)
    #expect(slow.model.screen == .subscribers)
    #expect(slow.text.contains("Dropped 2 keys that waited for the ledger."))
    slow.press("j", "Q")
    #expect(slow.model.isFinished)
  }

  @Test func `keys are dropped where the ledger fails, and some hundreds wait at most`() throws {
    var slow = SlowDriver(try TestWorld.usual())
    slow.press("2")
    for _ in 0..<(TypeAhead.inputsMax + 5) { slow.press("j") }
    #expect(slow.model.typeAhead.count == TypeAhead.inputsMax)
    #expect(slow.text.contains("512 keys wait for the ledger already; Esc drops them."))
    slow.fail()
    #expect(slow.model.typeAhead.isEmpty)
    #expect(slow.model.messages.flash?.text.contains("Dropped 512 keys typed ahead.") == true)
  }
}
