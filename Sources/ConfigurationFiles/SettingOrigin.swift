/// The origin of a setting's value, in order of precedence, the highest first.
public enum SettingOrigin: Hashable, Sendable {
  /// An option of the command.
  case option(String)
  /// An environment variable.
  case environment(String)
  /// A line of a configuration file, counted from 1; 0 if it is unknown.
  case file(path: String, line: Int)
  /// The program's default.
  case builtIn

  /// A Boolean value that indicates whether the value is from a configuration file.
  public var isFile: Bool { if case .file = self { true } else { false } }

  /// The origin as `config show --origin` prints it.
  public var text: String {
    switch self {
    case .option(let name): name
    case .environment(let name): "$" + name
    case .file(let path, let line): line == 0 ? path : "\(path):\(line)"
    case .builtIn: "default"
    }
  }
}

/// A value and its origin.
public struct Setting: Hashable, Sendable {
  /// The value as it was written.
  public var text: String
  /// The origin of the value.
  public var origin: SettingOrigin

  /// Creates a value.
  public init(text: String, origin: SettingOrigin) { (self.text, self.origin) = (text, origin) }
}
