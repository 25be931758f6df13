import ArgumentParser
import ProgramConventions
import SubscriptionCore

/// The alerts that the configuration asks for.
struct AlertsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alerts", abstract: "List the alerts, and try whether they arrive.",
    subcommands: [List.self, Test.self])

  /// The rules of a configuration that has nothing wrong with it.
  static func rules(_ option: ConfigurationOption) throws(CommandError) -> [AlertRule] {
    let check = ConfigurationCheck(path: option.config, dependencies: .current)
    guard check.problems.isEmpty else { throw .configuration(check.problems) }
    return check.configuration.alerts
  }
}

extension AlertsCommand {
  /// Lists the alerts.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the alerts and whom they tell.")

    @OptionGroup var file: ConfigurationOption

    func run() async throws {
      let output = StandardOutput()
      for rule in try AlertsCommand.rules(file) {
        try output.line("\(rule.name)  \(rule.channel.receivers.joined(separator: ", "))")
      }
      try output.flush()
    }
  }

  /// Tells an alert that did not happen.
  struct Test: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "test",
      abstract: "Tell an alert for trial by every way that its rule names.",
      discussion: """
        The message says that it is a test: "state":"test", for PagerDuty an event of severity \
        info. Neither the ledger nor what churntopd knows of its alerts is touched.

        EXAMPLES
          churntopd alerts test 'many lose access today' --config FILE
        """)

    @OptionGroup var file: ConfigurationOption
    @Argument(help: "The alert's name.") var name: String

    func run() async throws {
      let rules = try AlertsCommand.rules(file)
      guard let rule = rules.first(where: { $0.name == name }) else {
        let names = rules.map { "'\($0.name)'" }.joined(separator: ", ")
        throw CommandError.notFound(
          "No alert is called '\(name)'. "
            + (names.isEmpty ? "None is configured." : "There are \(names)."))
      }
      let dependencies = Dependencies.current
      let figure = AlertFigure(
        value: 0, threshold: rule.threshold, text: "a test that somebody asked for")
      let message = AlertMessage(rule, .test, figure, at: dependencies.clock())
      let failures = await AlertSender(dependencies).deliver(message, by: rule.channel)
      for failure in failures { diagnostics.say("'\(name)' did not arrive: \(failure)") }
      guard failures.isEmpty else { throw CommandError.needsALook }
      let output = StandardOutput()
      try output.line("'\(name)' arrived: \(rule.channel.receivers.joined(separator: ", "))")
      try output.flush()
    }
  }
}
