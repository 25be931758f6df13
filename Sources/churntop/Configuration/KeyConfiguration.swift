import ConfigurationFiles
import Dashboard

/// What `keys.toml` says: a preset, and what the user changes about it.
struct KeyConfiguration: Hashable, Sendable {
  /// The keys to begin with.
  var preset = KeyPreset.vi
  /// Where the preset is chosen.
  var presetOrigin = SettingOrigin.builtIn
  /// The user's bindings, in the order of the file.
  var bindings: [KeyBinding] = []

  /// The keys of the preset.
  init() {}

  /// Reads a file that was checked.
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
    // Keys of which none can be read leave the command as it was; an empty list does not.
    let wantsNone = entry.node.texts.isEmpty
    guard wantsNone || !keys.isEmpty else { return }
    bindings.append(
      KeyBinding(command, on: screen, keys, place: "\(file.path):\(entry.node.line)"))
  }

  /// Which key means what.
  var map: KeyMap { KeyMap(preset: preset, bindings: bindings) }
}
