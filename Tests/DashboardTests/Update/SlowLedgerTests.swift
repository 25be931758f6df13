import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// A ledger that answers more slowly than its news arrive.
struct SlowLedgerTests {
  private static func isAsk(_ effect: Effect, _ wanted: Slot) -> Bool {
    guard case .ask(_, let slot, _) = effect else { return false }
    return slot == wanted
  }

  /// Every answer comes after the next question of the same place is already waiting.
  @Test(arguments: [Screen.overview, .subscribers, .due, .events])
  func `answers are shown even though newer questions wait`(_ screen: Screen) throws {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.clock = .scaled(start: TestWorld.now, since: TestWorld.now, speed: 86_400)
    var model = DashboardModel(settings: settings, machineNow: TestWorld.now, screen: screen)
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { _ in })
    let slot: Slot =
      switch screen {
      case .subscribers: .subscribers
      case .due: .due
      case .events: .events
      case .overview, .metrics, .whatIf, .detail, .help: .overview
      }
    let size = Size(width: 120, height: 36)
    var open = model.update(.resized(size), machineNow: TestWorld.now)
      .filter { Self.isAsk($0, slot) }
    for second in 1...3 {
      let machine = TestWorld.now + .seconds(second)
      _ = model.update(.wake, machineNow: machine)
      _ = model.update(.polled(Int64(100 + second)), machineNow: machine)
      guard let asked = open.first else { break }
      open = model.update(runner.message(for: asked), machineNow: machine)
        .filter { Self.isAsk($0, slot) }
    }
    let text = DashboardView(model: model).frame(size: size).text
    #expect(!text.contains("Reading the ledger"))
    #expect(text.contains(screen == .overview ? "grace" : "as_"))
  }

  @Test func `an answer to a filter that is no longer in force is not shown`() throws {
    let world = try TestWorld.usual()
    var model = DashboardModel(
      settings: world.settings(), machineNow: TestWorld.now, screen: .subscribers)
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { _ in })
    let first = model.update(.resized(Size(width: 120, height: 36)), machineNow: TestWorld.now)
    _ = model.apply(filter: "state:hold")
    for effect in first where Self.isAsk(effect, .subscribers) {
      _ = model.update(runner.message(for: effect), machineNow: TestWorld.now)
    }
    #expect(model.subscribers.window.rows.isEmpty)
  }
}
