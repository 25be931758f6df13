/// A regular expression whose search takes linear time, whatever the expression.
///
/// The syntax includes literals, `.`, classes such as `[a-z]` and `[^0-9]`, `\d \w \s` and their
/// opposites, `\b \B ^ $`, `\n \r \t`, groups, `|`, and `* + ? {m} {m,} {m,n}`. It ignores the case
/// of letters, by ``Filter/foldCase(_:)``. There are no captures, back-references or look-arounds,
/// so no text can make a search slow.
public struct FilterPattern: Hashable, Sendable, CustomStringConvertible {
  /// The expression without its slashes.
  public let source: String
  private let program: PatternProgram

  /// Parses an expression, in which `\/` means `/`.
  public init(_ source: String) throws(PatternError) {
    self.source = FilterPattern.unescapingSlashes(source)
    program = try PatternProgram(source)
  }

  /// Returns whether the pattern matches anywhere in a text.
  ///
  /// - Complexity: O(*n* · *m*) for a text of *n* scalars and a pattern of *m* steps.
  public func matches(_ text: String) -> Bool {
    program.isFound(in: Array(Filter.foldCase(text).unicodeScalars))
  }

  /// The expression between slashes.
  public var description: String {
    var text = String.UnicodeScalarView()
    text.append("/")
    var isEscaped = false
    for scalar in source.unicodeScalars {
      if scalar == "/", !isEscaped { text.append("\\") }
      isEscaped = scalar == "\\" && !isEscaped
      text.append(scalar)
    }
    text.append("/")
    return String(text)
  }

  /// Returns whether the expressions of two patterns are equal.
  public static func == (left: FilterPattern, right: FilterPattern) -> Bool {
    left.source.unicodeScalars.elementsEqual(right.source.unicodeScalars)
  }

  /// Hashes the expression.
  public func hash(into hasher: inout Hasher) { hasher.combine(source) }

  private static func unescapingSlashes(_ source: String) -> String {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in source.unicodeScalars {
      if isEscaped, scalar == "/" { text.removeLast() }
      isEscaped = scalar == "\\" && !isEscaped
      text.append(scalar)
    }
    return String(text)
  }
}

/// The first error in a pattern.
public struct PatternError: Error, Hashable, Sendable {
  /// The position in Unicode scalars from the beginning of the expression.
  public var offset: Int
  /// The error and its correction, without a full stop.
  public var text: String
}
