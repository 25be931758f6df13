import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// A name that is entered before its matches as a filter are counted, as in a large ledger.
struct EarlyFindTests {
  private static let size = Size(width: 120, height: 36)

  /// Enters a text in the filter line and takes the answer to what it names, but no other.
  private func model(entering text: String, before: String = "") throws -> DashboardModel {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers, size: Self.size)
    if !before.isEmpty {
      driver.press("/")
      driver.type(before)
      driver.press("Enter")
    }
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { _ in })
    var model = driver.model
    var effects: [Effect] = []
    let edit = FilterEdit(before)
    model.input = .filter(edit)
    let erase = before.map { _ in DashboardMessage.key(KeyPress(NamedKey.backspace)) }
    for message in erase + [.paste(text), .key(KeyPress(NamedKey.enter))] {
      effects += model.update(message, machineNow: TestWorld.now)
    }
    for case .ask(let query, let slot, let request) in effects {
      guard case .find = query else { continue }
      let answer = runner.message(for: .ask(query, slot: slot, request: request))
      _ = model.update(answer, machineNow: TestWorld.now)
    }
    return model
  }

  @Test(arguments: ["", "state:hold"])
  func `an identifier opens its subscriber at once, and the filter before it stays`(
    _ before: String
  ) throws {
    let model = try model(entering: "2000000900000002", before: before)
    #expect(model.screen == .detail)
    #expect(model.detail?.id == "as_2000000900000002")
    #expect(model.subscribers.filterText == before)
    #expect(model.search.early == nil)
  }

  @Test(arguments: ["nobody-at-all-77", "2000000900000XYZ", "Ada", "state:grace"])
  func `anything else stays a filter`(_ text: String) throws {
    let model = try model(entering: text)
    #expect(model.screen == .subscribers)
    #expect(model.subscribers.filterText == text)
    #expect(model.messages.flash == nil)
  }
}
