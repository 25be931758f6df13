import Dashboard
import EventLedger
import StoreSimulator
import SubscriptionCore
import TerminalUI

/// The dashboard over a few subscribers, every question answered at once.
struct FuzzSupport {
  private var model: DashboardModel
  private var program = DashboardProgram()
  private let runner: EffectRunner
  private var clock = FuzzWorld.now.milliseconds

  private static let ledger = Result { try FuzzWorld.shared.get().ledger() }

  /// Opens the dashboard on a screen of a size; nothing that is recorded is written.
  init(size: Size) throws {
    var settings = DashboardSettings(ledgerName: "fuzz", actor: "mira")
    settings.silenceMax = .days(90)
    model = DashboardModel(settings: settings, machineNow: FuzzWorld.now)
    runner = EffectRunner(
      ledger: try Self.ledger.get(), policy: SimulatedWorld.policy, record: { _ in ["event:1"] },
      post: { _ in })
    for message in DashboardProgram.firstMessages(size: size) { send(message) }
  }

  /// Whether the user left.
  var isFinished: Bool { program.isFinished(model) }

  /// The picture.
  var frame: Frame { DashboardView(model: model).frame(size: model.size) }

  /// Takes what a terminal sent, a tenth of a second after the last.
  mutating func take(_ event: TerminalEvent) {
    clock += 100
    // A click is about the frame on the screen.
    if case .mouse = event { _ = program.view(model, size: model.size) }
    if let message = program.message(for: event, in: model) { send(message) }
  }

  private mutating func send(_ message: DashboardMessage) {
    var waiting = program.update(&model, message, now: clock)
    while !waiting.isEmpty {
      let effect = waiting.removeFirst()
      switch effect {
      case .ask, .poll, .prepare, .record, .recordAccess, .showPresence, .saveView, .saveAppearance,
        .backgroundTask, .runCommand:
        waiting += program.update(&model, runner.message(for: effect), now: clock)
      case .clock, .terminal, .cancelCommand, .cancelQuestion: break
      }
    }
  }
}
