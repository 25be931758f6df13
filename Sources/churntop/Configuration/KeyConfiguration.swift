import ConfigurationFiles
import Dashboard

/// The content of `keys.toml`: a preset and the user's changes to it.
struct KeyConfiguration: Hashable, Sendable {
  var preset = KeyPreset.vi
  var presetOrigin = SettingOrigin.builtIn
  /// The user's bindings, in the order of the file.
  var bindings: [KeyBinding] = []

  /// Creates the configuration of the default preset.
  init() {}

  /// Reads a file whose shape was checked.
  init(_ file: ConfigurationFile) {
    preset = file.root["preset"]?.text.flatMap(KeyPreset.init) ?? .vi
    presetOrigin = file.origin(["preset"])
    for entry in file.root["bind"]?.entries ?? [] {
      if let screen = Screen(rawValue: entry.name) {
        for inner in entry.node.entries { bind(inner, on: screen, file) }
      } else {
        bind(entry, on: nil, file)
      }
    }
  }

  private mutating func bind(
    _ entry: ConfigurationNode.Entry, on screen: Screen?, _ file: ConfigurationFile
  ) {
    guard let command = CommandID(rawValue: entry.name) else { return }
    let keys = entry.node.texts.compactMap { KeyChord(written: $0) }
    // If none of its keys can be parsed, a command retains its keys; an empty list removes them.
    let wantsNone = entry.node.texts.isEmpty
    guard wantsNone || !keys.isEmpty else { return }
    bindings.append(KeyBinding(command, on: screen, keys, place: "\(file.path):\(entry.node.line)"))
  }

  /// The resulting key map.
  var map: KeyMap { KeyMap(preset: preset, bindings: bindings) }
}
