import ArgumentParser
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// `churntopd alerts`: commands for the configured alerts.
struct AlertsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alerts", abstract: "List the alerts and test their channels.",
    subcommands: [List.self, Test.self])

  /// Returns the alert rules of a configuration without problems.
  static func rules(_ option: ConfigurationOption) throws(CommandError) -> [AlertRule] {
    let check = ConfigurationCheck(path: option.config, dependencies: .current)
    guard check.problems.isEmpty else { throw .configuration(check.problems) }
    return check.configuration.alerts
  }
}

extension AlertsCommand {
  /// `churntopd alerts list`: lists the alerts.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the alerts and their destinations.")

    @OptionGroup var file: ConfigurationOption
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
      let (rules, output) = (try AlertsCommand.rules(file), StandardOutput())
      if json {
        let document: JSON = ["alerts": .array(rules.map(Self.shape))]
        return try output.finish(document.pretty() + "\n")
      }
      for rule in rules {
        let receivers = rule.channel.receivers.joined(separator: ", ")
        try output.line(SafeText.sanitized("\(rule.name)  \(receivers)"))
      }
      try output.flush()
      if rules.isEmpty { diagnostics.say("no alert is configured") }
    }

    private static func shape(_ rule: AlertRule) -> JSON {
      [
        "name": .string(rule.name),
        "receivers": .array(rule.channel.receivers.map(JSON.string)),
      ]
    }
  }

  /// `churntopd alerts test`: sends a test notification.
  struct Test: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "test",
      abstract: "Send a test notification by every channel of an alert.",
      discussion: """
        The message says that it is a test: "state":"test", for PagerDuty an event of severity \
        info. Neither the ledger nor the state of the alert changes. Each channel is tried once.

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
      let figure = AlertFigure(value: 0, threshold: rule.threshold, text: "a test of the channels")
      let message = AlertMessage(rule, .test, figure, at: dependencies.clock())
      var sender = AlertSender(dependencies)
      sender.pauses = []
      let failures = await sender.deliver(message, by: rule.channel)
      for failure in failures { diagnostics.say("'\(name)' did not arrive: \(failure)") }
      guard failures.isEmpty else { throw CommandError.needsALook }
      let receivers = rule.channel.receivers.joined(separator: ", ")
      try StandardOutput().finish("'\(name)' arrived: \(receivers)\n")
    }
  }
}
