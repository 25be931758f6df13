import SubscriptionCore
import TerminalUI

/// The user's own programs.
extension DashboardModel {
  /// Offers the programs, each with why it cannot be run now.
  mutating func openCommandMenu() {
    guard !preferences.commands.isEmpty else {
      tell("There are no commands yet: 'churntop config example commands' shows how to add some.")
      return
    }
    let items = preferences.commands.map { command in
      var letter = " "
      if case .menu(let own) = command.key { letter = own }
      return Menu.Item(
        key: letter, title: command.title, choice: .custom(command),
        disabledReason: disabledReason(of: command))
    }
    input = .menu(Menu(title: "Commands", items: items, subscriptions: targets))
  }

  /// Why a program cannot be run now, in words without a full stop; `nil` when it can.
  func disabledReason(of command: CustomCommand) -> String? {
    if command.writes, settings.isReadOnly { return "READ-ONLY, \(settings.readOnlyReason)" }
    if settings.isDemo, command.writes {
      return "the demo's subscribers are simulated; a program that writes is not run about them"
    }
    if !command.placeholders.isEmpty, targets.isEmpty {
      return "\(PreparedCommand.Refusal.nobody)"
    }
    return running.map { "\($0.command.name) is still running; ^C ends it" }
  }

  /// Begins a program about the subscriber under the cursor, or the one that a menu was about.
  mutating func begin(
    _ command: CustomCommand, about subscription: SubscriptionID? = nil
  ) -> [Effect] {
    if let reason = disabledReason(of: command) {
      tell("\(command.title): \(reason).", .warning)
      return []
    }
    return [.prepare(command, about: subscription ?? targets.first, now: now)]
  }

  /// Runs a program that has its values, or asks first.
  mutating func take(_ prepared: PreparedCommand) -> [Effect] {
    if let reason = disabledReason(of: prepared.command) {
      tell("\(prepared.command.title): \(reason).", .warning)
      return []
    }
    guard prepared.command.confirms else { return run(prepared) }
    input = .runs(prepared)
    return []
  }

  /// Takes a key while a program waits for a yes.
  mutating func take(_ press: KeyPress, _ prepared: PreparedCommand) -> [Effect] {
    switch KeyChord(press).name {
    case "y", "Enter":
      input = .none
      return run(prepared)
    case "n", "Esc", "q":
      input = .none
      tell("\(prepared.command.name) was not run.")
    case _: tell("y runs it, n or Esc does not.")
    }
    return []
  }

  private mutating func run(_ prepared: PreparedCommand) -> [Effect] {
    running = prepared
    switch prepared.command.output {
    case .terminal: return [.terminal(.run(prepared.arguments))]
    case .pager, .none:
      tell("Running \(prepared.line); ^C ends it.")
      return [.runCommand(prepared)]
    }
  }

  /// Shows what became of a program.
  mutating func take(_ outcome: CommandOutcome) {
    running = nil
    let said = outcome.complaints.split(separator: "\n").first.map { ": \($0)" } ?? ""
    tell(
      outcome.sentence + (outcome.isSuccess ? "" : said) + ".",
      outcome.isSuccess ? .info : .error)
    let isShown = outcome.command.command.output == .pager || !outcome.isSuccess
    let lines = outcome.lines
    guard isShown, !lines.isEmpty, input == .none else { return }
    input = .pager(
      Pager(
        title: outcome.sentence,
        lines: ["$ \(outcome.command.line)", ""] + lines))
  }
}

extension CommandOutcome {
  /// What it printed and said, as lines.
  fileprivate var lines: [String] {
    let texts = [output, complaints].filter { !$0.isEmpty }
    return texts.flatMap { text in
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
  }
}
