/// A theme as it lies in a file: its tree, and the line of each value in it.
public struct ThemeFile: Hashable, Sendable {
  /// What the file says.
  public var source: ThemeSource
  /// What users call the file, such as its path; empty where there is none.
  public var path: String
  /// Whether it came with the program.
  public var isShipped: Bool
  /// The lines of values, counted from 1, by their paths such as `roles.state.grace`.
  public var lines: [String: Int]

  /// Creates a file.
  public init(
    _ source: ThemeSource, path: String = "", isShipped: Bool = false, lines: [String: Int] = [:]
  ) {
    self.source = source
    self.path = path
    self.isShipped = isShipped
    self.lines = lines
  }

  /// Where a value stands: its own line, or that of the nearest value around it.
  func origin(of path: String) -> ThemeOrigin {
    var outer = path
    while lines[outer] == nil, let end = outer.lastIndex(of: ".") { outer = String(outer[..<end]) }
    return ThemeOrigin(file: self.path, line: lines[outer], isShipped: isShipped)
  }
}

/// A place in a theme file.
public struct ThemeOrigin: Hashable, Sendable, CustomStringConvertible {
  /// What users call the file; empty where there is none.
  public var file: String
  /// The line, counted from 1; `nil` where it is not known.
  public var line: Int?
  /// Whether the file came with the program.
  public var isShipped: Bool

  /// Creates a place.
  public init(file: String, line: Int? = nil, isShipped: Bool = false) {
    self.file = file
    self.line = line
    self.isShipped = isShipped
  }

  /// `file:line`, as compilers write it, so that editors can jump there.
  public var description: String {
    file + (line.map { ":\($0)" } ?? "")
  }
}

/// Where a theme says what a role looks like.
public struct RoleOrigin: Hashable, Sendable {
  /// The line of the role.
  public var role: ThemeOrigin
  /// The line that states the foreground: the role's, or that of a palette name it uses.
  public var foreground: ThemeOrigin?
  /// The line that states the background: the role's, or that of a palette name it uses.
  public var background: ThemeOrigin?

  /// Creates an origin.
  public init(
    role: ThemeOrigin, foreground: ThemeOrigin? = nil, background: ThemeOrigin? = nil
  ) {
    self.role = role
    self.foreground = foreground
    self.background = background
  }
}
