import ArgumentParser
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// Which ledger, which configuration, and how text is shown: the options of every command.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The ledger. Default: $XDG_DATA_HOME/churntop/ledger.sqlite.", valueName: "path"),
    completion: .file())
  var ledger: String?

  @Flag(help: "Write nothing; commands that would write say so and stop.")
  var readonly = false

  @OptionGroup var display: DisplayOptions
}

/// The common options that mean something without a ledger of one's own.
///
/// A group of their own in every command that has them: the parser hands a subcommand what the
/// program's own options took by the type of the group.
struct DisplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration. Default: $XDG_CONFIG_HOME/churntop/config.toml.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(help: ArgumentHelp("The zone of times: Asia/Tokyo, UTC, local.", valueName: "zone"))
  var timezone: String?

  @Option(help: ArgumentHelp("Colour in text: auto, always or never.", valueName: "when"))
  var color: ColorFlag?
}

extension CommonOptions {
  /// The options as plain values.
  var values: CommonValues {
    display.values(ledger: ledger, readonly: readonly ? true : nil)
  }
}

extension DisplayOptions {
  /// The options as plain values, for a ledger.
  func values(ledger: String?, readonly: Bool?) -> CommonValues {
    CommonValues(
      ledger: ledger, config: config, readonly: readonly, timezone: timezone, color: color)
  }
}

/// What the common options say.
struct CommonValues: Hashable, Sendable {
  /// The ledger.
  var ledger: String?
  /// The configuration.
  var config: String?
  /// Whether nothing may be written, where that is said.
  var readonly: Bool?
  /// The zone of times in text.
  var timezone: String?
  /// Colour in text.
  var color: ColorFlag?
}

/// The instant a command speaks about.
struct TimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Everything as it was, and was then projected, at that time: RFC 3339, a date, -3d, -6h.",
      valueName: "time"))
  var asOf: String?
}

/// The form of the answer.
struct FormatOptions: ParsableArguments {
  @Option(help: ArgumentHelp("text, json, ndjson, csv or md.", valueName: "format"))
  var format: OutputFormat = .text
}

/// How a table of figures or rows is written as CSV.
struct CSVOptions: ParsableArguments {
  @Flag(help: "Begin CSV with a byte order mark, by which Excel knows it for UTF-8.")
  var bom = false

  /// Whether a mark is asked for; throws where there is no CSV to mark.
  func bom(_ format: OutputFormat) throws(CommandError) -> Bool {
    guard bom, format != .csv else { return bom }
    throw .notUnderstood("--bom: only CSV has a byte order mark; add --format csv.")
  }
}

/// Which rows of a list.
struct PageOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Only subscribers that match, such as 'state:grace,hold loses<3d'.", valueName: "expr"),
    completion: FilterText.completion(about: .subscribers))
  var filter: String?

  @Option(help: ArgumentHelp("At most that many rows.", valueName: "n"))
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only rows after that one: the 'next' of the page before.", valueName: "id"))
  var after: String?

  /// Whether no part of the list was asked for.
  var isWhole: Bool { limit == nil && after == nil }
}
