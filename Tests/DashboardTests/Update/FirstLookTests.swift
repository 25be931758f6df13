import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// What the program does before the user does anything.
struct FirstLookTests {
  @Test(arguments: [Screen.overview, .subscribers])
  func `the first figures wait for no row to be brought up to date`(_ screen: Screen) throws {
    let world = try TestWorld.usual()
    var model = DashboardModel(
      settings: world.settings(), machineNow: TestWorld.now, screen: screen)
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { _ in })
    func questions(_ effects: [Effect]) -> [(query: Query, effect: Effect)] {
      effects.compactMap { effect in
        guard case .ask(let query, .overview, _) = effect else { return nil }
        return (query, effect)
      }
    }
    let size = Size(width: 120, height: 36)
    let first = questions(model.update(.resized(size), machineNow: TestWorld.now))
    guard first.count == 1, case .glance = first[0].query else {
      Issue.record("\(first.map(\.query))")
      return
    }
    let answer = runner.message(for: first[0].effect)
    let second = questions(model.update(answer, machineNow: TestWorld.now))
    #expect(model.overview.figures?.total == 9)
    guard second.count == 1, case .overview = second[0].query else {
      Issue.record("\(second.map(\.query))")
      return
    }
    let third = runner.message(for: second[0].effect)
    #expect(questions(model.update(third, machineNow: TestWorld.now)).isEmpty)
  }
}
