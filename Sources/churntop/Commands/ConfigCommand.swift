import ArgumentParser
import SubscriptionCore
import TOMLKit

/// `churntop config`: what is configured, and where.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show or check the configuration.",
    discussion: """
      An option wins over the environment, the environment over the file, the file over the
      defaults. The file is $XDG_CONFIG_HOME/churntop/config.toml, or $CHURNTOP_CONFIG.

        ledger = "/srv/churn.sqlite"       timezone = "Asia/Tokyo"
        theme = "cvd-dark"                 glyphs = "unicode"
        color = "auto"                     readonly = false        actor = "mira"

        [recovery]                         # what the stores do not state
        appStoreGrace = "16d"              # off, 3d, 16d or 28d, as set in App Store Connect
        [recovery.googlePlay]
        graceDays = 7
        holdDays = 53

        [prompts.googlePlay]               # and [prompts.appStore]
        step = 2                           # 1 store mails, 2 store message, 3 own banner
        [[prompts.rules]]
        name = "last days"
        when = "state:grace loses<3d"
        step = 3
        cadence = "1d"
        cap = 3

      EXAMPLES
        churntop config show --origin
        churntop config validate
      """,
    subcommands: [Show.self, Validate.self])

  /// `churntop config show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print every setting, and with --origin where it comes from.",
      discussion: """
        EXAMPLE
          churntop config show --origin
        """)

    @Flag(help: "Say where each value comes from.")
    var origin = false
    @OptionGroup var form: FormatOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() throws {
      let session = try Session(common.values)
      try form.format.check([.text, .json, .ndjson], for: "config show")
      let rows = ConfigurationListing(session).rows
      let output = session.output
      switch form.format {
      case .json, .ndjson:
        let values = rows.map { row in
          JSON.Member(
            name: row.name,
            value: ["value": .string(row.value), "origin": .string(row.origin)])
        }
        let json = JSON.object(values)
        try output.line(form.format == .json ? json.pretty() : json.compact)
      case .text, .csv, .md:
        let columns = ["SETTING", "VALUE"] + (origin ? ["ORIGIN"] : [])
        let table = Table(
          columns: columns.map { Table.Column(title: $0) },
          rows: rows.map { row in
            ([row.name, row.value] + (origin ? [row.origin] : [])).map { Table.Cell(text: $0) }
          })
        try output.write(table.text(ink: false))
      }
      try output.flush()
    }
  }

  /// `churntop config validate`.
  struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check the configuration; ends with 3 when something is left out.",
      discussion: """
        EXAMPLE
          churntop config validate --config ./churntop.toml
        """)

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() throws {
      let session = try Session(common.values)
      guard let file = session.settings.file else {
        try session.output.line("There is no configuration; the defaults apply.")
        return try session.output.flush()
      }
      if !session.settings.warnings.isEmpty { throw CommandError.needsALook }
      try session.output.line("\(file.path) is sound")
      try session.output.flush()
    }
  }
}
