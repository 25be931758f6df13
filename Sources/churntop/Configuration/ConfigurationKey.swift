/// The settings that are single values, each with one name in the file, the environment and help.
///
/// The one list from which `config show`, the search for misspelt keys and the environment
/// variables are made.
enum ConfigurationKey: String, CaseIterable, Sendable {
  case ledger
  case timezone
  case theme
  case glyphs
  case color
  case readonly
  case actor

  /// The environment variable that sets it.
  var variable: String { "CHURNTOP_" + rawValue.uppercased() }

  /// What it is, in half a line.
  var summary: String {
    switch self {
    case .ledger: "the ledger: a path"
    case .timezone: "the zone of times in text output: an IANA name, or UTC"
    case .theme: "the dashboard's looks: one of 'churntop theme list'"
    case .glyphs: "the signs of the dashboard: auto, unicode, narrow or ascii"
    case .color: "colour in text output: auto, always or never"
    case .readonly: "whether nothing may be written: true or false"
    case .actor: "the name under which your actions are recorded"
    }
  }
}

/// Where a setting's value comes from; a later case loses to an earlier one.
enum SettingOrigin: Hashable, Sendable {
  /// An option of the command.
  case option(String)
  /// An environment variable.
  case environment(String)
  /// A line of the configuration file, counted from 1; 0 where it is not known.
  case file(path: String, line: Int)
  /// The program's own choice.
  case builtIn

  /// The origin as `config show --origin` prints it.
  var text: String {
    switch self {
    case .option(let name): name
    case .environment(let name): "$" + name
    case .file(let path, let line): line == 0 ? path : "\(path):\(line)"
    case .builtIn: "default"
    }
  }
}

/// A value and where it comes from.
struct Setting: Hashable, Sendable {
  /// The value as it was written.
  var text: String
  /// Where it comes from.
  var origin: SettingOrigin
}
