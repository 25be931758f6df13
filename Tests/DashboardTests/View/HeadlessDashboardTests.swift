import Dashboard
import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

/// The dashboard without a terminal, which pictures are made of.
@Suite struct HeadlessDashboardTests {
  private static let size = Size(width: 100, height: 30)

  private func dashboard() throws -> HeadlessDashboard {
    let world = try TestWorld.usual()
    let renderer = ScreenRenderer(
      ledger: world.ledger, policy: .standard, settings: world.settings(),
      machineNow: TestWorld.now)
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { _ in })
    return HeadlessDashboard(
      try renderer.model(.overview, size: Self.size), size: Self.size, runner: runner,
      start: TestWorld.now)
  }

  @Test func `a script's keys lead to its frames, each for its time`() throws {
    var dashboard = try dashboard()
    let script = try ScreenScript("wait 2s\nkey 2\nexpect LOSES\nkey Enter\nwait 1s\nshow\nkey 3")
    let (failure, shown) = dashboard.play(script, pace: 500)
    #expect(failure == nil)
    #expect(dashboard.moments.reduce(0) { $0 + $1.milliseconds } == 4500)
    #expect(dashboard.moments.first?.frame.text.contains("[1 Overview]") == true)
    #expect(dashboard.moments.last?.frame == dashboard.frame)
    #expect(
      zip(dashboard.moments, dashboard.moments.dropFirst()).allSatisfy { $0.frame != $1.frame })
    #expect(shown.count == 1 && shown[0].contains("Timeline"))
    #expect(dashboard.title == "Due")
    #expect(dashboard.sentences.first?.hasPrefix("Ledger:") == true)
  }

  @Test func `the same script gives the same frames`() throws {
    let script = try ScreenScript("key 2 j j Enter w\nwait 3s\nkey Esc Esc 5\nwait 10s")
    let plays = try (0..<2).map { _ in
      var dashboard = try dashboard()
      #expect(dashboard.play(script, pace: 300).failure == nil)
      return dashboard.moments
    }
    #expect(plays[0] == plays[1] && plays[0].count > 4)
  }

  @Test func `an expectation that fails says so after its patience, without a wait`() throws {
    var dashboard = try dashboard()
    let failure = dashboard.play(
      try ScreenScript("within 1m\nexpect Nobody of that name"), pace: 500
    ).failure
    #expect(failure?.line == 2)
    #expect(failure?.words == "the screen does not show 'Nobody of that name' after 60000 ms")
  }
}
