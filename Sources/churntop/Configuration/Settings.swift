import ConfigurationFiles
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// The merged values of options, environment, configuration files and defaults, in that order of
/// precedence.
struct Settings {
  /// The values that are set explicitly.
  private(set) var values: [ConfigurationKey: Setting] = [:]
  /// The origin of the configuration's name.
  let configOrigin: SettingOrigin
  /// The configuration files, the one with the highest precedence last: the user's, then the
  /// project's.
  let files: [ConfigurationFile]
  /// The problems that do not prevent the program from starting.
  private(set) var problems: [ConfigurationProblem] = []
  /// The reason that a file cannot be used at all; `nil` for none.
  private(set) var damage: ConfigurationFile.Damage?

  /// The project file, which is read if the user's own configuration permits it.
  static let projectFile = ".churntop.toml"

  /// Merges the four sources.
  init(options: CommonValues, dependencies: Dependencies) throws(CommandError) {
    let variable = "CHURNTOP_CONFIG"
    let named =
      options.config ?? dependencies.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    configOrigin =
      options.config != nil
      ? .option("--config") : named != nil ? .environment(variable) : .builtIn
    let path = named ?? dependencies.configurationFolder + "/" + ConfigurationKind.config.fileName
    let project = dependencies.environment[ConfigurationKey.project.variable] ?? ""
    let wantsProject = Self.flag(project)
    guard project.isEmpty || wantsProject != nil else {
      throw .notUnderstood(
        "$\(ConfigurationKey.project.variable): '\(project)' is not true or false.")
    }
    var files: [ConfigurationFile] = []
    var damage: ConfigurationFile.Damage?
    do throws(ConfigurationFile.Damage) {
      if let file = try ConfigurationFile.load(path: path, as: .config, isRequired: named != nil) {
        files.append(file)
      }
      if wantsProject ?? files.first?.root["project"]?.boolean ?? false,
        let file = try ConfigurationFile.load(
          path: Self.projectFile, as: .config, isRequired: false)
      {
        files.append(file)
      }
    } catch {
      if case .unreadable = error, named != nil { throw .notUnderstood(error.problem.sentence) }
      damage = error
    }
    (self.files, self.damage) = (files, damage)
    problems = files.flatMap(\.problems)
    for key in ConfigurationKey.allCases {
      for file in files {
        guard let node = file.root[key.rawValue], let text = node.word else { continue }
        values[key] = Setting(text: text, origin: .file(path: file.path, line: node.line))
      }
      guard let text = dependencies.environment[key.variable], !text.isEmpty else { continue }
      let flag: Bool? = if case .boolean = key.shape { Self.flag(text) } else { nil }
      values[key] = Setting(
        text: flag.map { String($0) } ?? text, origin: .environment(key.variable))
    }
    set(.ledger, options.ledger, "--ledger")
    set(.timezone, options.timezone, "--timezone")
    set(.color, options.color?.rawValue, "--color")
    set(.readonly, options.readonly.map { String($0) }, "--readonly")
  }

  private mutating func set(_ key: ConfigurationKey, _ text: String?, _ option: String) {
    if let text { values[key] = Setting(text: text, origin: .option(option)) }
  }

  /// Returns the policy of the files and records its problems.
  mutating func policy() -> ChurnPolicy {
    let found = PolicyConfiguration.policy(of: files)
    problems += found.problems
    return found.policy
  }

  /// Returns the exchange rates of the files and records their problems; `nil` for none.
  mutating func exchangeRates() -> ExchangeRates? {
    let found = RatesConfiguration.rates(of: files)
    problems += found.problems
    return found.rates
  }

  /// Parses a Boolean value of a file or a variable.
  static func flag(_ text: String) -> Bool? { Bool(text) ?? ["1": true, "0": false][text] }

  /// Returns a Boolean setting, or its default.
  func flag(_ key: ConfigurationKey) throws(CommandError) -> Bool {
    try value(key, default: key.fallback == "true", expected: "true or false", Self.flag)
  }

  /// Returns a setting converted to its type.
  ///
  /// An invalid option or variable is an error; invalid values of files were left out when the
  /// files were read.
  func value<Value>(
    _ key: ConfigurationKey, default fallback: Value, expected: String,
    _ read: (String) -> Value?
  ) throws(CommandError) -> Value {
    guard let setting = values[key] else { return fallback }
    if let value = read(setting.text) { return value }
    throw .notUnderstood("\(setting.origin.text): '\(setting.text)' is not \(expected).")
  }
}
