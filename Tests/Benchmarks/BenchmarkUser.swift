import CursesTerminal
import Dashboard
import EventLedger
import LedgerSQLite
import SubscriptionCore
import TerminalUI

/// Someone whose every key is answered in full before the next.
struct BenchmarkUser {
  private var model: DashboardModel
  private var program = DashboardProgram()
  private let runner: EffectRunner
  private let terminal: CursesTerminal
  private var now = SyntheticSubscribers.now

  init(_ ledger: SQLiteLedger, _ terminal: CursesTerminal) {
    let settings = DashboardSettings(ledgerName: "benchmark", clock: .live)
    model = DashboardModel(settings: settings, machineNow: now)
    runner = EffectRunner(
      ledger: ledger, policy: .standard, record: { _ in [] }, post: { _ in })
    self.terminal = terminal
  }

  /// Presses keys, or types text into the filter line, and reports the mean of one press.
  @TerminalActor
  mutating func report(
    _ name: String, presses: [String] = [], text: String? = nil, atMost most: Double? = nil,
    bytes: Int? = nil
  ) {
    var messages = presses.compactMap(KeyPress.init(notation:)).map(DashboardMessage.key)
    if let text {
      messages = [.key(KeyPress("/")), .paste(text), .key(KeyPress(NamedKey.enter))]
    } else if messages.isEmpty {
      messages = DashboardProgram.firstMessages(size: terminal.size)
    }
    var sent = 0
    let time = Stopwatch.measure {
      for message in messages { sent += show(message) }
    }
    let count = Double(max(1, presses.count))
    Figure(
      name: name, value: time.cpuSeconds / count * 1_000, unit: "CPU ms",
      goal: most.map { .atMost($0) }
    ).report()
    guard let bytes else { return }
    Figure(
      name: name, value: Double(sent) / count, unit: "bytes", goal: .atMost(Double(bytes))
    ).report()
  }

  /// Lets two seconds pass, and reports what the program does then.
  @TerminalActor
  mutating func reportIdle(_ name: String) {
    now = now + .seconds(2)
    let time = Stopwatch.measure { _ = show(.wake) }
    Figure(name: name, value: time.cpuSeconds * 1_000, unit: "CPU ms").report()
  }

  /// Takes a message and everything that follows from it, drawing as the loop would: after the
  /// message, and after each answer.
  ///
  /// - Returns: The bytes for the terminal.
  @TerminalActor
  private mutating func show(_ message: DashboardMessage) -> Int {
    var waiting = model.update(message, machineNow: now)
    var sent = draw()
    while !waiting.isEmpty {
      guard case .ask = waiting[0] else {
        waiting.removeFirst()
        continue
      }
      waiting += model.update(runner.message(for: waiting.removeFirst()), machineNow: now)
      sent += draw()
    }
    return sent
  }

  @TerminalActor
  private mutating func draw() -> Int {
    terminal.show(program.view(model, size: terminal.size))
    return terminal.lastFrameBytes
  }
}
