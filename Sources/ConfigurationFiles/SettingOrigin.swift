/// Where a setting's value comes from; a later case loses to an earlier one.
public enum SettingOrigin: Hashable, Sendable {
  /// An option of the command.
  case option(String)
  /// An environment variable.
  case environment(String)
  /// A line of a configuration file, counted from 1; 0 where it is not known.
  case file(path: String, line: Int)
  /// The program's own choice.
  case builtIn

  /// A Boolean value that indicates whether a configuration file says so.
  public var isFile: Bool {
    if case .file = self { return true }
    return false
  }

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

/// A value and where it comes from.
public struct Setting: Hashable, Sendable {
  /// The value as it was written.
  public var text: String
  /// Where it comes from.
  public var origin: SettingOrigin

  /// Creates a value.
  public init(text: String, origin: SettingOrigin) { (self.text, self.origin) = (text, origin) }
}
