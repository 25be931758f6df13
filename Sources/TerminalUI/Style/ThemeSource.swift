/// A theme file as a plain tree, so that this module needs no parser of files.
public indirect enum ThemeSource: Hashable, Sendable {
  /// A string.
  case text(String)
  /// A whole number.
  case number(Int)
  /// Values by their keys.
  case table([String: ThemeSource])
  /// Anything else, which no theme uses.
  case other

  /// The value of a key; `nil` where there is none, or where this is no table.
  public subscript(key: String) -> ThemeSource? {
    guard case .table(let values) = self else { return nil }
    return values[key]
  }

  /// The text of a string or a number.
  public var word: String? {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    case .table, .other: nil
    }
  }
}

/// Something in a theme that was left out, in a form that can be shown or tested.
public struct ThemeWarning: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// No role has that name; the nearest that exists.
    case unknownRole(nearest: String?)
    /// No sign has that name; the nearest that exists.
    case unknownGlyph(nearest: String?)
    /// No table or key has that name; the nearest that exists.
    case unknownKey(nearest: String?)
    /// Not a colour, nor a name of the palette; the nearest name that is one.
    case notAColor(String, nearest: String?)
    /// A colour of the palette with values for fewer colours, but none for many.
    case missingColor
    /// Not a list of attributes.
    case notAttributes(String)
    /// Not one sign of one column.
    case notOneColumn(String)
    /// Neither `dark` nor `light`.
    case notAnAppearance(String)
    /// The theme to inherit from does not exist; the nearest that does.
    case unknownParent(String, nearest: String?)
    /// The theme inherits from itself.
    case circularInheritance(String)
    /// A value of another kind was expected.
    case wrongKind
  }

  /// The theme's name.
  public let theme: String
  /// Where in the theme, such as `roles.state.grace.fg`.
  public let path: String
  /// What is wrong.
  public let reason: Reason

  /// The place in the theme's file.
  public let origin: ThemeOrigin

  /// Creates a warning.
  public init(
    theme: String, path: String, reason: Reason, origin: ThemeOrigin = ThemeOrigin(file: "")
  ) {
    self.theme = theme
    self.path = path
    self.reason = reason
    self.origin = origin
  }

  /// One line for the user, which says where it is and what to do.
  public var description: String {
    let place = origin.file.isEmpty ? "theme \(theme)" : origin.description
    return "\(place): \(path): \(words)"
  }

  private var words: String {
    switch reason {
    case .unknownRole(let nearest): "no such role, ignored" + Self.hint(nearest)
    case .unknownGlyph(let nearest): "no such sign, ignored" + Self.hint(nearest)
    case .unknownKey(let nearest): "no such key, ignored" + Self.hint(nearest)
    case .notAColor(let text, let nearest):
      "\"\(text)\" is no colour; use #rrggbb, 0-255, default or a name of the palette"
        + Self.hint(nearest)
    case .missingColor: "'color' is missing; write { color = \"#rrggbb\", c256 = 0-255 }"
    case .notAttributes(let text):
      "\"\(text)\" is no attribute; use normal, bold, dim, italic, underline or reverse"
    case .notOneColumn(let text):
      "\"\(text)\" does not take one column; use a single narrow character"
    case .notAnAppearance(let text): "\"\(text)\" is neither dark nor light"
    case .unknownParent(let name, let nearest):
      "there is no theme \"\(name)\" to inherit from" + Self.hint(nearest)
    case .circularInheritance(let name):
      "\"\(name)\" inherits from itself; remove the inherits line"
    case .wrongKind: "a value of another kind was expected, ignored"
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean \"\($0)\"?" } ?? ""
  }
}
