import ArgumentParser
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// The options of every command on a ledger of the user's own.
///
/// ``DisplayOptions`` stand beside them in a command rather than in this group: a debug build of
/// the parser sets up a group in a group sixteen times as often as an option of a command.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The ledger. Default: $XDG_DATA_HOME/churntop/ledger.sqlite.", valueName: "path"),
    completion: .file())
  var ledger: String?

  @Flag(help: "Write nothing; commands that would write fail.")
  var readonly = false
}

/// The common options that apply without a ledger of the user's own.
///
/// Every command that has them uses this group: the parser passes the program's own options on to a
/// subcommand by the type of the group.
struct DisplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration. Default: $XDG_CONFIG_HOME/churntop/config.toml.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(
    help: ArgumentHelp(
      """
      The time zone of text, and of times typed without one: Asia/Tokyo, UTC, local. Filters \
      stay in UTC.
      """,
      valueName: "zone"))
  var timezone: String?

  @Option(help: ArgumentHelp("Colour in text: auto, always or never.", valueName: "when"))
  var color: ColorFlag?
}

extension CommonOptions {
  /// The options as plain values, with those beside them.
  func values(_ display: DisplayOptions) -> CommonValues {
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

/// The values of the common options.
struct CommonValues: Hashable, Sendable {
  var ledger: String?
  /// The configuration.
  var config: String?
  /// A Boolean value that indicates whether nothing may be written; `nil` if not given.
  var readonly: Bool?
  /// The time zone of text output.
  var timezone: String?
  /// The colour of text output.
  var color: ColorFlag?
}

/// The option for the instant of a query.
struct TimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Answer as of this time: RFC 3339, a date, yesterday, -3d.",
      valueName: "time"))
  var asOf: String?
}

/// The options of CSV output.
struct CSVOptions: ParsableArguments {
  @Flag(help: "Begin CSV with a byte order mark, by which Excel detects UTF-8.")
  var bom = false

  /// Returns whether a byte order mark is requested; throws if the format is not CSV.
  func bom(_ format: OutputFormat) throws(CommandError) -> Bool {
    guard bom, format != .csv else { return bom }
    throw .notUnderstood("--bom: only CSV has a byte order mark; add --format csv.")
  }
}

/// The options for a page of a list.
struct PageOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Only subscribers that match, such as 'state:grace,hold loses<3d'.", valueName: "expr"),
    completion: FilterText.completion(about: .subscribers))
  var filter: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The maximum number of rows.", valueName: "n"))
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Only rows after this place: the 'next' of the previous page, or an id.", valueName: "next"))
  var after: String?

  /// A Boolean value that indicates whether the whole list is requested.
  var isWhole: Bool { limit == nil && after == nil }
}

/// The option that prints screens line by line instead of drawing them.
struct AccessOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Print screens line by line, for screen readers; also ACCESSIBLE=1.")
  var accessible: Bool?
}

/// The options for the dashboard's appearance.
struct AppearanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The theme: see 'churntop theme list'; a file of your own, or auto.", valueName: "name"),
    completion: ThemeFiles.completion(and: ["auto"]))
  var theme: String?

  @Option(help: ArgumentHelp("The glyphs: unicode, narrow or ascii.", valueName: "set"))
  var glyphs: GlyphSet?

  @Option(help: ArgumentHelp("The colours: mono, 16, 256 or truecolor.", valueName: "tier"))
  var colors: ColorTier?
}

/// The argument for the subscriber of a command.
struct SubscriberArgument: ParsableArguments {
  /// Any identifier of the subscriber; the ledger resolves it.
  @Argument(
    help: ArgumentHelp(
      """
      An id, transaction, order, purchase token (8 characters or more of it), account, mail or the \
      user's whole name.
      """,
      valueName: "id"),
    completion: LedgerCompletion.subscribers)
  var id: String
}

extension CommandError {
  /// Throws where a number of rows is none that can be listed.
  static func check(limit: Int?) throws(CommandError) {
    guard let limit, limit < 1 else { return }
    throw .notUnderstood("--limit: \(limit) is not a number of rows; use 1 or more.")
  }
}
