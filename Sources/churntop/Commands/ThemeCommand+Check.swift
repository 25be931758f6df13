import ArgumentParser
import Dashboard
import ProgramConventions
import TerminalUI

extension ThemeCommand {
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
      try session.output.write(report.text(ink: session.ink ? session.tier : nil))
      try session.output.flush()
      if !audit.findings.isEmpty || !warnings.isEmpty { throw CommandError.needsALook }
    }
  }
}
