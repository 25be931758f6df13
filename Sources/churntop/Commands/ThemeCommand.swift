import ArgumentParser
import Dashboard
import ShippedThemes
import TerminalUI

/// `churntop theme`: the dashboard's looks.
struct ThemeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme",
    abstract: "The dashboard's looks: which there are, and what each is like.",
    discussion: """
      Your own lie in $XDG_CONFIG_HOME/churntop/themes/NAME.toml; what one leaves out comes from
      the theme it names with 'inherits'.

      EXAMPLES
        churntop theme list
        churntop theme preview cvd-light
        churntop --theme mono
      """,
    subcommands: [List.self, Preview.self])

  /// `churntop theme list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the themes; * marks the one in use.",
      discussion: """
        EXAMPLE
          churntop theme list
        """)

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() throws {
      let session = try Session(common.values)
      let files = ThemeFiles(configurationFolder: session.surroundings.configurationFolder)
      for warning in files.warnings { Narration.say(warning) }
      let used = session.settings.values[.theme]?.text ?? ShippedThemes.defaultName
      for name in files.catalog.names {
        let mark = name == used ? "*" : " "
        let appearance = files.catalog.theme(named: name)?.theme.appearance.rawValue ?? ""
        try session.output.line("\(mark) \(DisplayText.sanitized(name))  (\(appearance))")
      }
      try session.output.flush()
    }
  }

  /// `churntop theme preview`.
  struct Preview: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print every role of a theme as it looks in this terminal.",
      discussion: """
        EXAMPLE
          churntop theme preview mono
        """)

    @Argument(help: ArgumentHelp("The theme. Default: the one in use.", valueName: "name"))
    var name: String?
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() throws {
      let session = try Session(common.values)
      var files = ThemeFiles(configurationFolder: session.surroundings.configurationFolder)
      if let name, !files.catalog.names.contains(name) {
        throw CommandError.notFound(
          "There is no theme '\(name)'. There are: \(files.catalog.names.joined(separator: ", ")).")
      }
      let theme = files.theme(named: name ?? session.settings.values[.theme]?.text)
      for warning in files.warnings { Narration.say(warning) }
      let tier = session.ink ? ColorTier.indexed : .mono
      for role in StyleRole.kit + DashboardLooks.roles {
        let style = theme.style(role, tier: tier)
        let sample = session.ink ? style.wrap("  sample  ") : "  sample  "
        try session.output.line("\(sample)  \(role.name)")
      }
      try session.output.flush()
    }
  }
}

extension ResolvedStyle {
  /// Text between the escape sequences that switch the style on and off.
  func wrap(_ text: String) -> String {
    var codes: [String] = []
    let attributes: [(TextAttributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    for (attribute, code) in attributes where self.attributes.contains(attribute) {
      codes.append(code)
    }
    if let code = foreground.code(38) { codes.append(code) }
    if let code = background.code(48) { codes.append(code) }
    return codes.isEmpty ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}

extension Color {
  /// The parameters that select the colour; `nil` for the terminal's own.
  fileprivate func code(_ layer: Int) -> String? {
    switch self {
    case .terminal: nil
    case .indexed(let index): "\(layer);5;\(index)"
    case .rgb(let value): "\(layer);2;\(value >> 16 & 255);\(value >> 8 & 255);\(value & 255)"
    }
  }
}
