/// The content of a theme file: its tree, and the line of each value in it.
public struct ThemeFile: Hashable, Sendable {
  /// The tree of the file.
  public var source: ThemeSource
  /// The name of the file in messages, such as its path; empty if there is none.
  public var path: String
  /// A Boolean value that indicates whether it was shipped with the program.
  public var isShipped: Bool
  /// The lines of values, counted from 1, by their paths such as `roles.state.grace`.
  public var lines: [String: Int]

  /// Creates a file.
  public init(
    _ source: ThemeSource, path: String = "", isShipped: Bool = false, lines: [String: Int] = [:]
  ) {
    (self.source, self.path, self.isShipped, self.lines) = (source, path, isShipped, lines)
  }

  /// Returns the position of a value: its own line, or that of the nearest enclosing value.
  func origin(of path: String) -> ThemeOrigin {
    var outer = path
    while lines[outer] == nil, let end = outer.lastIndex(of: ".") { outer = String(outer[..<end]) }
    return ThemeOrigin(file: self.path, line: lines[outer], isShipped: isShipped)
  }
}

/// A position in a theme file.
public struct ThemeOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The name of the file in messages; empty if there is none.
  public var file: String
  /// The line, counted from 1; `nil` if it is unknown.
  public var line: Int?
  /// A Boolean value that indicates whether the file was shipped with the program.
  public var isShipped = false

  /// `file:line`, in the form of compiler messages, so that editors can open it.
  public var description: String { file + (line.map { ":\($0)" } ?? "") }
}

/// The lines of a theme file that set the style of a role.
public struct RoleOrigin: Hashable, Sendable {
  /// The line of the role.
  public var role: ThemeOrigin
  /// The line that states the foreground: the role's, or that of a palette name it uses.
  public var foreground: ThemeOrigin?
  /// The line that states the background: the role's, or that of a palette name it uses.
  public var background: ThemeOrigin?
}
