import EventLedger
import SubscriptionCore
import TerminalScript
import TerminalUI
import Testing

@testable import Dashboard

/// A screen nobody touches: it looks at its clock and at nothing else, and draws nothing.
struct IdleTests {
  private final class Machine {
    var now = TestWorld.now
    var asked: [Effect] = []
    var isSettled = false
  }

  /// Runs a dashboard in which nothing happens for some seconds.
  private func idle(
    _ screen: Screen, seconds: Int, settings: DashboardSettings? = nil
  ) throws -> (frames: Int, effects: [Effect], waits: [Int64]) {
    let world = try TestWorld.usual()
    let machine = Machine()
    let terminal = ScriptedTerminal(
      size: Size(width: 120, height: 36), script: Array(repeating: .pause, count: seconds + 8),
      onPause: { machine.now = machine.now + .seconds(1) })
    let mailbox = Mailbox<DashboardMessage>()
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { mailbox.post($0) })
    var frames = 0
    var loop = ProgramLoop(
      program: DashboardProgram(),
      model: DashboardModel(
        settings: settings ?? world.settings(), machineNow: TestWorld.now, screen: screen),
      terminal: terminal, mailbox: mailbox, clock: { machine.now.milliseconds },
      perform: { effect in
        if !machine.isSettled, machine.now >= TestWorld.now + .seconds(5) {
          machine.isSettled = true
          frames = terminal.frames.count
        }
        if machine.isSettled { machine.asked.append(effect) }
        mailbox.post(runner.message(for: effect))
      })
    _ = loop.run(first: DashboardProgram.firstMessages(size: terminal.size))
    let drawn = machine.isSettled ? terminal.frames.count - frames : 0
    return (drawn, machine.asked, terminal.waits.compactMap(\.self))
  }

  @Test(arguments: [Screen.overview, .subscribers, .due, .events, .help])
  func `nothing new is nothing asked but whether there is news, and nothing drawn`(
    _ screen: Screen
  ) throws {
    let quiet = try idle(screen, seconds: 40)
    #expect(quiet.frames == 0)
    #expect(quiet.effects.allSatisfy { $0 == .poll })
    #expect(quiet.waits.allSatisfy { $0 >= 0 && $0 <= 60_000 })
  }

  @Test(arguments: [Screen.subscribers, .due])
  func `a minute asks for fresh values once and draws the clock once`(_ screen: Screen) throws {
    let quiet = try idle(screen, seconds: 70)
    let asked = quiet.effects.filter { $0 != .poll }
    #expect(quiet.frames <= 2)
    #expect(asked.count <= 4)
  }

  @Test(arguments: [Screen.overview, .subscribers])
  func `where news are told of, only the clock wakes`(_ screen: Screen) throws {
    var settings = try TestWorld.usual().settings()
    settings.isToldOfNews = true
    let quiet = try idle(screen, seconds: 40, settings: settings)
    #expect(quiet.effects.isEmpty)
    #expect(quiet.waits.allSatisfy { $0 > 1_000 })
  }

  @Test func `what somebody tells of is looked at, and the clock's minute looks as well`() throws {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.isToldOfNews = true
    var driver = Driver(world, screen: .subscribers, settings: settings)
    try StableViewTests.append(world.ledger, 1)
    driver.send(.stirred)
    #expect(driver.model.subscribers.window.rows.count == 10)
    try StableViewTests.append(world.ledger, 2)
    driver.wait(.seconds(60))
    #expect(driver.model.subscribers.window.rows.count == 11)
  }

  @Test func `a look at the past wakes nobody`() throws {
    var settings = try TestWorld.usual().settings()
    settings.clock = .fixed(TestWorld.now)
    let quiet = try idle(.subscribers, seconds: 40, settings: settings)
    #expect(quiet.effects.isEmpty)
    #expect(quiet.waits.isEmpty)
  }
}
