import ArgumentParser
import Dashboard
import ProgramConventions
import TerminalUI

/// `churntop theme`: commands for the dashboard's themes.
struct ThemeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme",
    abstract: "List, preview and check the dashboard's themes.",
    discussion: """
      Your own lie in $XDG_CONFIG_HOME/churntop/themes/NAME.toml; what one leaves out comes from
      the theme it names with 'inherits'. A dashboard that is open takes a file over as you save it.

      EXAMPLES
        churntop theme list
        churntop theme preview nord
        churntop theme check mine.toml
        churntop --theme mono
      """.flowed,
    subcommands: [List.self, Preview.self, Check.self])

  /// `churntop theme list`: lists the themes.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the themes; * marks the one in use.",
      usage: "churntop theme list [<options>]",
      discussion: """
        CONTRAST is that of the faintest state with the background, APART the distance of the two
        states that are hardest to tell apart for anyone (CIEDE2000). A dash: the colours are
        your terminal's own.

        EXAMPLE
          churntop theme list
        """.flowed)

    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      let files = ThemeFiles(configurationFolder: session.dependencies.configurationFolder)
      for warning in files.warnings { diagnostics.say(warning) }
      let used = try AppearanceSettings(session, AppearanceOptions.parse([])).theme.name
      let width = files.catalog.names.map(DisplayText.width).max() ?? 0
      let heading = "THEME".padded(to: width)
      // Without colour the glyphs of the states are the same for every theme.
      let signs = session.ink ? "STATES".padded(to: 22) + "  " : ""
      try session.output.line("  \(heading)  FOR    \(signs)CONTRAST  APART  FROM")
      for name in files.catalog.names {
        guard let theme = files.catalog.theme(named: name)?.theme else { continue }
        let audit = ThemeAudit(theme, DashboardAppearance.auditSubject)
        let contrast = audit.contrasts.compactMap(\.value).min()?.tenths ?? "-"
        let apart = audit.nearest.map(\.value).min()?.tenths ?? "-"
        let cells =
          [
            "\(name == used ? "*" : " ") \(DisplayText.sanitized(name).padded(to: width))",
            theme.appearance.rawValue.padded(to: 5),
          ] + (session.ink ? [states(of: theme, session)] : []) + [
            contrast.padded(to: 8, left: true), apart.padded(to: 5, left: true),
            files.catalog.isShipped(name) ? "churntop" : "you",
          ]
        try session.output.line(cells.joined(separator: "  "))
      }
      try session.output.flush()
    }

    /// Returns the glyphs of the states in their colours.
    private func states(of theme: Theme, _ session: Session) -> String {
      let glyphs = DashboardAppearance.glyphs(
        AppearanceSettings.usualGlyphs(session.dependencies.environment), theme: theme)
      return DashboardAppearance.auditSubject.states.map { role in
        let sign = String(glyphs[GlyphName(role.name)]) + " "
        return session.ink ? theme.style(role, tier: session.tier).wrap(sign) : sign
      }.joined()
    }
  }

  /// `churntop theme preview`: prints a screen in a theme.
  struct Preview: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "preview",
      abstract: "Print a small screen with every state and message of a theme.",
      usage: "churntop theme preview [<name>] [<options>]",
      discussion: """
        EXAMPLES
          churntop theme preview solarized-light
          churntop theme preview ./mine.toml --colors 16
          churntop theme preview mono --glyphs ascii
        """.flowed)

    @Argument(
      help: ArgumentHelp("The theme, or its file. Default: the one in use.", valueName: "name"),
      completion: ThemeFiles.completion())
    var name: String?
    @OptionGroup var looks: AppearanceOptions
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      let theme: Theme
      if let wanted = name ?? looks.theme {
        let files = ThemeFiles(configurationFolder: session.dependencies.configurationFolder)
        theme = try files.chosen(wanted).theme
        for warning in files.warnings { diagnostics.say(warning) }
      } else {
        let used = try AppearanceSettings(session, looks)
        theme = used.theme
        for warning in used.warnings { diagnostics.say(warning) }
      }
      let glyphs = looks.glyphs ?? AppearanceSettings.usualGlyphs(session.dependencies.environment)
      let frame = ThemePreview.frame(of: theme, glyphs: glyphs)
      let tier = looks.colors ?? session.tier
      let isColored = session.ink || looks.colors != nil
      try session.output.finish(isColored ? frame.colored(theme, tier: tier) : frame.text)
    }
  }

  /// `churntop theme check`: measures the contrast of a theme.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Measure the contrast of a theme and whether everyone can distinguish its states.",
      usage: "churntop theme check <name> [<options>]",
      discussion: """
        The gate that the shipped themes pass: states at least 15 apart (CIEDE2000) for usual
        sight, protanopia, deuteranopia and tritanopia; a contrast of at least 3, and 4.5 for
        active and hold, with the theme's own background; different signs in each set. Measured
        with every colour and with 256. Exit status 3 when something needs a look.

        EXAMPLES
          churntop theme check ~/.config/churntop/themes/mine.toml
          churntop theme check nord
        """.flowed)

    @Argument(
      help: ArgumentHelp("The theme, or its file.", valueName: "name"),
      completion: ThemeFiles.completion())
    var name: String
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      let files = ThemeFiles(configurationFolder: session.dependencies.configurationFolder)
      let (theme, warnings) = try files.chosen(name)
      let audit = ThemeAudit(theme, DashboardAppearance.auditSubject)
      let report = ThemeReport(theme: theme, audit: audit, warnings: warnings)
      try session.output.finish(report.text(ink: session.ink ? session.tier : nil))
      if !audit.findings.isEmpty || !warnings.isEmpty { throw CommandError.needsALook }
    }
  }
}
