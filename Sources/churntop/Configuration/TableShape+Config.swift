import ConfigurationFiles
import Dashboard
import EventLedger
import SubscriptionCore
import TerminalUI

extension TableShape {
  /// The schema of `config.toml`.
  static let config = TableShape(ConfigurationKey.allCases.map(\.entry) + policy + currency)

  /// The schema of `commands.toml`.
  static let commands = TableShape([
    Entry(
      "command", .table(TableShape([], others: Others(name: .name, shape: .table(command)))),
      "programs to run about a subscriber, by name")
  ])

  private static let command = TableShape([
    Entry("key", .text(.commandKey), "!c for c in the menu, or a key of its own such as F7"),
    Entry("title", .text(.name), "a few words for the menu"),
    Entry(
      "exec", .list(of: .text(.argument), isWhole: true),
      "the program and its arguments; no shell reads them", isRequired: true),
    Entry("writes", .boolean, "whether --readonly disables it", fallback: "false"),
    Entry("confirm", .boolean, "whether it asks before it runs", fallback: "false"),
    Entry(
      "output", .choice(CustomCommand.Output.allCases.map(\.rawValue)),
      "where its output goes: in front of the screen, to the terminal it is given, or nowhere",
      fallback: "\"\(CustomCommand.Output.pager.rawValue)\""),
    Entry("timeout", .text(.length), "how long it may run", fallback: "\"30s\""),
  ])

  /// The schema of `keys.toml`.
  static let keys = TableShape([
    Entry(
      "preset", .choice(KeyPreset.allCases.map(\.rawValue)),
      "the keys to begin with: "
        + KeyPreset.allCases.map { "\($0.rawValue), \($0.summary)" }.joined(separator: "; "),
      fallback: "\"\(KeyPreset.vi.rawValue)\""),
    Entry(
      "bind",
      .table(
        TableShape(
          bindings(CommandTable.all)
            + Screen.allCases.map { screen in
              Entry(
                screen.rawValue,
                .table(
                  TableShape(
                    bindings(CommandTable.all.filter { $0.screens.contains(screen) }))),
                "keys on \(screen.title) only")
            })),
      "the keys of commands, in place of those of the preset; an empty list takes them away"),
  ])

  private static func bindings(_ commands: [Command]) -> [Entry] {
    commands.map { command in
      Entry(
        command.id.rawValue, .anyOf([.list(of: .text(.chord)), .text(.chord)]), command.tooltip,
        fallback: "[" + command.keys.map { "\"\(escaped($0.name))\"" }.joined(separator: ", ") + "]"
      )
    }
  }

  private static func escaped(_ name: String) -> String { name == "\\" ? "\\\\" : name }

  /// The schema of `views.toml`.
  static let views = TableShape([
    Entry(
      "view", .table(TableShape([], others: Others(name: .name, shape: .table(view)))),
      "saved views, by name"),
    Entry(
      "highlight", .list(of: .table(highlight)),
      "rules that set rows apart; the first that matches counts"),
  ])

  private static let view = TableShape([
    Entry("key", .choice((1...SavedView.keyMax).map { "@\($0)" }), "the key that opens it"),
    Entry(
      "screen", .choice(Screen.tabs.map(\.rawValue)), "the screen it shows",
      fallback: "\"\(Screen.subscribers.rawValue)\""),
    Entry("filter", .text(.filter), "which subscribers", fallback: "\"\""),
    Entry(
      "sort", .list(of: .text(.order)), "the order, a minus in front of a reversed one",
      fallback: "[\"loses\"]"),
    Entry(
      "columns", .list(of: .choice(ListColumn.allCases.map(\.rawValue))),
      "the columns from left to right"),
    Entry(
      "zoom", .choice(TimeZoom.allCases.map(\.notation)),
      "how much time one cell of a timeline covers"),
  ])

  private static let highlight = TableShape([
    Entry("when", .text(.filter), "which subscribers", isRequired: true),
    Entry(
      "role", .choice((StyleRole.kit + DashboardAppearance.roles).map(\.name)),
      "the role of the theme that their rows have", isRequired: true),
  ])

  /// The schema of a file in `replies/`.
  static let replies = TableShape([
    Entry(
      "countries", .list(of: .anyText),
      "the storefronts' countries whose customers get the language", fallback: "[]"),
    Entry("dates", .table(dates), "how dates are written"),
    Entry(
      "zones", .table(TableShape([], others: Others(name: .zone, shape: .anyText))),
      "names for time zones"),
    Entry(
      "stores",
      .table(TableShape(Store.allCases.map { Entry($0.rawValue, .anyText, "its name") })),
      "the names of the stores"),
    Entry("texts", .table(texts), "the words, by situation"),
  ])

  private static let dates = TableShape([
    Entry(
      "form", .text(TextRule("a form of dates", problem: dateProblem)),
      "an instant with {day}, {month}, {year}, {time} and {zone}"),
    Entry("months", .list(of: .anyText, isWhole: true), "the names of the months, January first"),
  ])

  private static let texts = TableShape(
    ReplyKey.allCases.map { key in
      Entry(
        key.rawValue,
        .text(
          TextRule("words for a reply", hidesValue: true) { ReplyTemplate($0).problem(for: key) }),
        "may name " + key.placeholders.map { "{\($0.rawValue)}" }.joined(separator: " "))
    })

  /// Returns the problem of a date format, which must contain the time zone; `nil` for none.
  private static let dateProblem: @Sendable (String) -> String? = { form in
    let parts = ["{day}", "{month}", "{year}", "{time}", "{zone}"]
    let missing = parts.filter { !form.contains($0) }
    return missing.isEmpty ? nil : "leaves out \(missing.joined(separator: ", "))."
  }
}

extension TextRule {
  /// A key of the menu of commands, or a key of the command's own.
  static let commandKey = TextRule("!c or a key", pattern: "^(![^ ]|[^!].*)$") { text in
    if text.hasPrefix("!") {
      return text.count == 2 ? nil : "is not ! and one character, such as !c."
    }
    return KeyChord.problem(with: text)
  }

  /// An argument of a program.
  static let argument = TextRule("an argument") { CommandPlaceholder.problem(with: $0) }
}

extension TextRule {
  static let chord = TextRule("a key, such as j, ^d, A-x or F5", pattern: "^\\S+$") {
    KeyChord.problem(with: $0)
  }
}

extension TextRule {
  /// The name of a sort order, with a leading minus if it is reversed.
  static let order = TextRule(
    "an order",
    choices: SubscriberSort.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] })
}
