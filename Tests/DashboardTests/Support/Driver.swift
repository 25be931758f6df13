import Dashboard
import EventLedger
import SubscriptionCore
import TerminalUI

/// The dashboard under test: keys go in, every question is answered at once, frames come out.
struct Driver {
  var model: DashboardModel
  var clock = TestWorld.now
  /// The effects that no ledger answers, in order.
  var effects: [Effect] = []
  private let runner: EffectRunner

  init(
    _ world: TestWorld, screen: Screen = .overview, size: Size = Size(width: 120, height: 36),
    settings: DashboardSettings? = nil, keyMap: KeyMap = .standard,
    preferences: DashboardPreferences = DashboardPreferences(),
    memory: DashboardMemory = DashboardMemory(), journal: UndoJournal = UndoJournal(),
    commands: (any CommandRunning)? = nil,
    recorder: @escaping EffectRunner.Recorder = { _ in [] },
    keepUndo: @escaping EffectRunner.UndoKeeper = { _, _ in },
    outside: DashboardDependencies = DashboardDependencies()
  ) {
    model = DashboardModel(
      settings: settings ?? world.settings(), machineNow: TestWorld.now, screen: screen,
      keyMap: keyMap, preferences: preferences, memory: memory, journal: journal)
    runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: recorder, keepUndo: keepUndo,
      commands: commands,
      outside: outside,
      post: { _ in })
    for message in DashboardProgram.firstMessages(size: size) { send(message) }
  }

  mutating func send(_ message: DashboardMessage) {
    var message = message
    if case .mouse(let event, nil) = message {
      message = .mouse(event, on: frame.hit(at: event.point))
    }
    settle(model.update(message, machineNow: clock))
  }

  /// Presses keys in the notation of key tables.
  mutating func press(_ keys: String...) {
    for key in keys.compactMap(KeyPress.init(notation:)) { send(.key(key)) }
  }

  /// Types text letter by letter.
  mutating func type(_ text: String) {
    for character in text { send(.key(KeyPress(character))) }
  }

  /// Lets time pass, as the loop would: the program is woken when it asked to be.
  mutating func wait(_ duration: Duration) {
    clock = clock + duration
    send(.wake)
  }

  private mutating func settle(_ first: [Effect]) {
    var waiting = first
    while !waiting.isEmpty {
      let effect = waiting.removeFirst()
      switch effect {
      case .ask, .poll, .prepare, .showPresence:
        waiting += model.update(runner.message(for: effect), machineNow: clock)
      case .record, .recordAccess, .saveView, .saveAppearance, .runCommand:
        effects.append(effect)
        waiting += model.update(runner.message(for: effect), machineNow: clock)
      case .backgroundTask:
        effects.append(effect)
        waiting += model.update(runner.message(for: effect), machineNow: clock)
      case .clock, .terminal, .cancelCommand: effects.append(effect)
      case .cancelQuestion: break
      }
    }
  }

  /// The frame as lines.
  var lines: [String] { frame.lines }
  /// The frame.
  var frame: Frame { DashboardView(model: model).frame(size: model.size) }
  /// The frame as one text.
  var text: String { frame.text }
  /// The line that the pointer stands on.
  var pointed: String {
    lines.first { ($0.contains("► ") || $0.contains("►+")) && $0.hasPrefix("│") } ?? ""
  }
}
