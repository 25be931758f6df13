import ConfigurationFiles
import TerminalUI

/// The settings that are single values, each with one name in the file, the environment and help.
///
/// `config show`, `config schema`, `config example`, the search for misspelt keys, the environment
/// variables and the article's table are derived from this list.
enum ConfigurationKey: String, CaseIterable, Sendable {
  case ledger
  case readonly
  case timezone
  case theme
  case glyphs
  case color
  case mask
  case mouse
  case accessible
  case refresh
  case stale
  case undo
  case digest
  case escdelay
  case actor
  case project

  /// The environment variable of the setting.
  var variable: String { "CHURNTOP_" + rawValue.uppercased() }

  /// The description, in one sentence without a full stop.
  var summary: String {
    switch self {
    case .ledger: "the path of the ledger, or the URL of its PostgreSQL server"
    case .readonly: "whether nothing may be written"
    case .timezone: "the time zone of screens and text output: an IANA name, UTC or local"
    case .theme: "the theme of the dashboard: auto, or one of 'churntop theme list'"
    case .glyphs: "the glyphs of the dashboard: auto, unicode, narrow or ascii"
    case .color: "colour in text output: auto, always or never"
    case .mask: "whether the dashboard begins with names and mail addresses hidden"
    case .mouse: "whether the dashboard begins with the mouse on"
    case .accessible: "whether screens are printed line by line instead of drawn"
    case .refresh: "how often the dashboard checks the ledger for changes"
    case .stale:
      "how long a store may be silent before that is an alarm, such as 6h; auto: three times the "
        + "silence that is usual for it"
    case .undo: "how long an action can be undone with u"
    case .digest:
      "the absence after which the dashboard announces what happened meanwhile; 0: never"
    case .escdelay:
      "milliseconds that a lone Escape waits for the rest of a key, as the variable ESCDELAY"
    case .actor: "the name under which your actions are recorded"
    case .project: "whether ./.churntop.toml is read as well and takes precedence"
    }
  }

  /// The schema of the value.
  var shape: ValueShape {
    switch self {
    case .ledger, .actor, .theme: .text(.name)
    case .readonly, .mask, .mouse, .accessible, .project: .boolean
    case .timezone: .text(.zone)
    case .glyphs: .choice(["auto"] + GlyphSet.allCases.map(\.rawValue))
    case .color: .choice(["auto", "always", "never"])
    case .refresh, .undo: .text(.length)
    case .digest: .anyOf([.text(.length), .choice(["0"])])
    case .stale: .anyOf([.text(.length), .choice(["auto"])])
    case .escdelay: .integer(EscapeDelay.range)
    }
  }

  /// The default; `nil` if it depends on the environment.
  var fallback: String? {
    switch self {
    case .ledger, .actor: nil
    case .readonly, .mask, .mouse, .accessible, .project: "false"
    case .timezone: "UTC"
    case .theme, .glyphs, .color, .stale: "auto"
    case .refresh: "1s"
    case .undo: "10m"
    case .digest: "4h"
    case .escdelay: String(EscapeDelay.usual)
    }
  }

  /// The default in words, for documentation.
  var fallbackWords: String {
    switch self {
    case .ledger: "$XDG_DATA_HOME/churntop/ledger.sqlite"
    case .actor: "your login name, or your user on the server"
    case .readonly, .timezone, .theme, .glyphs, .color, .mask, .mouse, .accessible, .refresh,
      .stale, .undo, .digest, .escdelay, .project:
      fallback ?? ""
    }
  }

  /// The setting as an entry of the file's schema.
  var entry: TableShape.Entry {
    TableShape.Entry(rawValue, shape, summary, fallback: fallback.map(literal))
  }

  /// Formats a value as TOML.
  private func literal(_ text: String) -> String {
    switch shape {
    case .boolean, .integer: text
    case .text, .list, .anyOf, .table: "\"\(text)\""
    }
  }
}
