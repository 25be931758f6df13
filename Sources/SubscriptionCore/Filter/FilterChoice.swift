/// One of the values that a field can have.
public struct FilterChoice: Hashable, Sendable {
  /// The canonical name.
  public var name: String
  /// Alternative names.
  public var aliases: [String]

  /// Creates a choice; a name in camel case also has its hyphenated form as an alternative name.
  init(_ name: String, _ aliases: [String] = []) {
    self.name = name
    let hyphenated = FilterChoice.hyphenated(name)
    self.aliases = (hyphenated == name ? [] : [hyphenated]) + aliases
  }

  /// Returns whether a text names this choice, ignoring case.
  public func isNamed(_ text: String) -> Bool {
    let folded = Filter.foldCase(text)
    return Filter.foldCase(name) == folded || aliases.contains(folded)
  }

  private static func hyphenated(_ name: String) -> String {
    name.reduce(into: "") { text, character in
      text += character.isUppercase ? "-" + character.lowercased() : String(character)
    }
  }
}
