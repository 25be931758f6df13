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

  /// The reason that a program cannot be run now, without a full stop; `nil` when it can.
  func disabledReason(of command: CustomCommand) -> String? {
    if command.writes, settings.isReadOnly { return "READ-ONLY, \(settings.readOnlyReason)" }
    if settings.isDemo, command.writes {
      return "the demo's subscribers are simulated; a program that writes is not run about them"
    }
    if !command.placeholders.isEmpty, targets.isEmpty { return "\(PreparedCommand.Refusal.nobody)" }
    return tasks.running.map { "\($0.command.name) is still running; ^C ends it" }
  }

  /// Starts a program on the subscriber under the cursor, or on the menu's.
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
  mutating func receive(_ prepared: PreparedCommand) -> [Effect] {
    if let reason = disabledReason(of: prepared.command) {
      tell("\(prepared.command.title): \(reason).", .warning)
      return []
    }
    guard prepared.command.confirms else { return run(prepared) }
    input = .runs(CommandConfirmation(prepared: prepared))
    return []
  }

  /// Runs a program.
  mutating func run(_ prepared: PreparedCommand) -> [Effect] {
    tasks.running = prepared
    switch prepared.command.output {
    case .terminal: return [.terminal(.run(prepared.arguments))]
    case .pager, .none:
      tell("Running \(prepared.line); ^C ends it.")
      return [.runCommand(prepared)]
    }
  }

  /// Shows the outcome of a program.
  mutating func receive(_ outcome: CommandOutcome) {
    tasks.running = nil
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
  /// The lines of its output and of its standard error.
  fileprivate var lines: [String] {
    let texts = [output, complaints].filter { !$0.isEmpty }
    return texts.flatMap { text in
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
  }
}
