/// A theme file as a generic tree, so that this module needs no file parser.
public indirect enum ThemeSource: Hashable, Sendable {
  /// A string.
  case text(String)
  /// A whole number.
  case number(Int)
  /// Values by key.
  case table([String: ThemeSource])
  /// Any other value, which no theme uses.
  case other

  /// The value of a key; `nil` if there is none, or if this is not a table.
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

/// A value of a theme that was ignored, with the reason.
public struct ThemeWarning: Hashable, Sendable, CustomStringConvertible {
  /// The reasons for which a value is ignored.
  public enum Reason: Hashable, Sendable {
    /// There is no role of that name; the most similar one.
    case unknownRole(nearest: String?)
    /// There is no glyph of that name; the most similar one.
    case unknownGlyph(nearest: String?)
    /// There is no table or key of that name; the most similar one.
    case unknownKey(nearest: String?)
    /// Neither a colour nor a name of the palette; the most similar name.
    case notAColor(String, nearest: String?)
    /// A colour of the palette with values for fewer colours, but without its own.
    case missingColor
    /// Not a list of attributes.
    case notAttributes(String)
    /// Not a single character of one column.
    case notOneColumn(String)
    /// Neither `dark` nor `light`.
    case notAnAppearance(String)
    /// The theme to inherit from does not exist; the most similar one.
    case unknownParent(String, nearest: String?)
    /// The theme inherits from itself.
    case circularInheritance(String)
    /// A value of an unexpected type.
    case wrongKind
  }

  /// The theme's name.
  public let theme: String
  /// The path in the theme, such as `roles.state.grace.fg`.
  public let path: String
  /// The reason.
  public let reason: Reason

  /// The position in the theme's file.
  public let origin: ThemeOrigin

  /// A one-line message for the user, with the position and what to do.
  public var description: String {
    let place = origin.file.isEmpty ? "theme \(theme)" : origin.description
    return "\(place): \(problem)"
  }

  /// The message without the position.
  public var problem: String { "\(path): \(words)" }

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
