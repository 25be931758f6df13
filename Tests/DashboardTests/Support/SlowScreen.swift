import EventLedger
import SubscriptionCore
import TerminalUI

@testable import Dashboard

/// A model on a screen whose own questions are answered when the test says so, and all others at
/// once.
struct SlowScreen {
  var model: DashboardModel
  var clock = TestWorld.now
  let runner: EffectRunner
  /// The screen's questions that wait for an answer, oldest first.
  private(set) var asked: [Effect] = []
  /// The numbers of the questions that the model gave up, in order.
  private(set) var canceled: [Int] = []
  private let slot: Slot

  /// Opens a screen over a world, with its first question asked.
  init(_ world: TestWorld, _ screen: Screen, _ slot: Slot) {
    self.slot = slot
    model = DashboardModel(settings: world.settings(), machineNow: TestWorld.now, screen: screen)
    runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { _ in })
    send(.resized(Size(width: 120, height: 36)))
  }

  /// The screen as text.
  var text: String { DashboardView(model: model).frame(size: model.size).text }

  /// Lets the model take a message at the clock's time.
  mutating func send(_ message: DashboardMessage) {
    take(model.update(message, machineNow: clock))
  }

  private mutating func take(_ effects: [Effect]) {
    for effect in effects {
      if case .cancelQuestion(let request) = effect { canceled.append(request) }
      guard case .ask(_, let slot, _) = effect else { continue }
      if slot == self.slot {
        asked.append(effect)
      } else {
        take(model.update(runner.message(for: effect), machineNow: clock))
      }
    }
  }

  /// Answers the oldest question.
  mutating func answer() {
    guard !asked.isEmpty else { return }
    send(runner.message(for: asked.removeFirst()))
  }

  /// Forgets the oldest question, whose answer the test makes up.
  mutating func dropOldest() { asked.removeFirst() }

  /// Says that the oldest question was given up.
  mutating func giveUp() {
    guard !asked.isEmpty, case .ask(_, let slot, let request) = asked.removeFirst() else { return }
    send(.canceled(slot: slot, request: request))
  }

  /// Presses keys.
  mutating func press(_ keys: String...) {
    for key in keys.compactMap(KeyPress.init(notation:)) { send(.key(key)) }
  }

  /// Lets time pass.
  mutating func wait(_ duration: Duration) {
    clock = clock + duration
    send(.wake)
  }
}
