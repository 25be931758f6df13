import TOMLKit
import TerminalUI

/// What the options, the environment, the configuration file and the program's defaults say
/// together, in that order of precedence.
struct Settings {
  /// The single values that somebody set.
  private(set) var values: [ConfigurationKey: Setting] = [:]
  /// The configuration file; `nil` where there is none.
  let file: ConfigurationFile?
  /// What is wrong with the configuration without keeping the program from starting.
  private(set) var warnings: [String] = []

  /// Brings the four together.
  init(options: CommonValues, surroundings: Surroundings) throws(CommandError) {
    let named = options.config ?? surroundings.environment["CHURNTOP_CONFIG"]
    let path = named ?? surroundings.configurationFolder + "/config.toml"
    file = try ConfigurationFile.load(path: path, isRequired: named != nil)
    for key in ConfigurationKey.allCases { values[key] = fileValue(of: key) }
    for key in ConfigurationKey.allCases {
      guard let text = surroundings.environment[key.variable], !text.isEmpty else { continue }
      values[key] = Setting(text: text, origin: .environment(key.variable))
    }
    set(.ledger, options.ledger, "--ledger")
    set(.timezone, options.timezone, "--timezone")
    set(.color, options.color?.rawValue, "--color")
    set(.readonly, options.readonly.map { String($0) }, "--readonly")
    let known = ConfigurationKey.allCases.map(\.rawValue) + PolicyConfiguration.sections
    if let file { warnings += file.unknownKeys(of: file.table, in: "", known: known) }
  }

  private mutating func set(_ key: ConfigurationKey, _ text: String?, _ option: String) {
    if let text { values[key] = Setting(text: text, origin: .option(option)) }
  }

  private mutating func fileValue(of key: ConfigurationKey) -> Setting? {
    guard let file, let value = file.table[key.rawValue] else { return nil }
    guard let text = value.string ?? value.bool.map(String.init) else {
      warnings.append(
        "\(file.place(of: key.rawValue)): '\(key.rawValue)' has to be a text; it is left out.")
      return nil
    }
    let line = file.line(of: key.rawValue)
    return Setting(text: text, origin: .file(path: file.path, line: line))
  }

  /// Adds a warning.
  mutating func warn(_ text: String) { warnings.append(text) }

  /// A value read as what it has to be.
  ///
  /// A value of the file that makes no sense is left out with a warning, because a configuration
  /// never keeps the program from starting; one of an option or a variable is an error.
  mutating func value<Value>(
    _ key: ConfigurationKey, default fallback: Value, expected: String,
    _ read: (String) -> Value?
  ) throws(CommandError) -> Value {
    guard let setting = values[key] else { return fallback }
    if let value = read(setting.text) { return value }
    let text = "\(setting.origin.text): '\(setting.text)' is not \(expected)."
    guard case .file = setting.origin else { throw .notUnderstood(text) }
    warnings.append(text + " It is left out.")
    values[key] = nil
    return fallback
  }
}
