/// A file or an environment variable in the manual page, with its purpose.
struct ManualPlace: Hashable {
  /// The path or the variable.
  var name: String
  /// The purpose, in words without a full stop.
  var summary: String

  /// Every file that churntop reads or writes unasked.
  static let files: [ManualPlace] =
    [
      ManualPlace(
        name: "$XDG_DATA_HOME/churntop/ledger.sqlite",
        summary: "the ledger, beside it its journal (-wal, -shm) while a program has it open")
    ]
    + ConfigurationKind.allCases.map {
      ManualPlace(name: "$XDG_CONFIG_HOME/churntop/" + $0.fileName, summary: $0.summary)
    } + [
      ManualPlace(
        name: "./" + Settings.projectFile,
        summary: "settings of a folder, where the setting project asks for it"),
      ManualPlace(name: "$XDG_CONFIG_HOME/churntop/themes/NAME.toml", summary: "a theme"),
      ManualPlace(
        name: "$XDG_STATE_HOME/churntop/looks.toml",
        summary: "the theme and the glyphs chosen on screen"),
      ManualPlace(
        name: "$XDG_STATE_HOME/churntop/places.toml",
        summary: "the state of lists and saved views"),
      ManualPlace(
        name: "$XDG_STATE_HOME/churntop/undo.toml",
        summary: "recent actions that can be undone"),
      ManualPlace(
        name: "$XDG_STATE_HOME/churntop/last-copy",
        summary: "the latest copy, for terminals without a clipboard"),
    ]

  /// Every environment variable that churntop reads.
  static let variables: [ManualPlace] =
    [ManualPlace(name: "CHURNTOP_CONFIG", summary: "the path of the configuration")]
    + ConfigurationKey.allCases.map { key in
      ManualPlace(
        name: key.variable, summary: "\(key.summary); the default is \(key.fallbackWords)")
    } + [
      ManualPlace(
        name: "ACCESSIBLE", summary: "unless 0 or false, screens are printed line by line"),
      ManualPlace(name: "NO_COLOR", summary: "if not empty, no colour"),
      ManualPlace(name: "CLICOLOR", summary: "if 0, no colour"),
      ManualPlace(
        name: "CLICOLOR_FORCE", summary: "if neither empty nor 0, colour without a terminal"),
      ManualPlace(
        name: EscapeDelay.variable,
        summary: "milliseconds that a lone Escape waits, as for every program on ncurses"),
      ManualPlace(
        name: "XDG_CONFIG_HOME", summary: "the folder of configurations; the default is ~/.config"),
      ManualPlace(
        name: "XDG_DATA_HOME", summary: "the folder of data; the default is ~/.local/share"),
      ManualPlace(
        name: "XDG_STATE_HOME",
        summary: "the folder of program state; the default is ~/.local/state"),
    ]
}
