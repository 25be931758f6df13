import TerminalUI

/// What a value of a configuration file may be.
///
/// Checking a file, its JSON schema and its documentation are folded from one of these.
public indirect enum ValueShape: Sendable {
  /// A text that follows a rule.
  case text(TextRule)
  /// A whole number of a range.
  case integer(ClosedRange<Int>)
  /// `true` or `false`.
  case boolean
  /// A list of values of one shape; where `isWhole`, one that does not fit leaves out all.
  case list(of: ValueShape, isWhole: Bool = false)
  /// A value of any of several shapes.
  case anyOf([ValueShape])
  /// A table.
  case table(TableShape)

  /// Any text.
  public static let anyText = ValueShape.text(TextRule("a text"))

  /// One of several words.
  public static func choice(_ words: [String]) -> ValueShape {
    .text(TextRule("one of \(words.joined(separator: ", "))", choices: words))
  }
}

/// What a text of a configuration file may say.
public struct TextRule: Sendable {
  /// What it has to be, to follow "is not".
  public var what: String
  /// The words it has to be one of; empty where any may do.
  public var choices: [String]
  /// A regular expression (ECMA-262) that every such text satisfies, for the JSON schema.
  public var pattern: String?
  /// Whether a text that does not fit is not repeated, since it may be a secret in the wrong place.
  public var hidesValue: Bool
  /// What is wrong with a text, to follow it in quotes; `nil` for nothing.
  public var problem: @Sendable (String) -> String?

  /// Creates a rule.
  public init(
    _ what: String, choices: [String] = [], pattern: String? = nil, hidesValue: Bool = false,
    problem: (@Sendable (String) -> String?)? = nil
  ) {
    (self.what, self.choices, self.pattern) = (what, choices, pattern)
    self.hidesValue = hidesValue
    self.problem =
      problem ?? { text in
        guard !choices.isEmpty, !choices.contains(text) else { return nil }
        let nearest = NearestName.find(text, in: choices).map { " Did you mean '\($0)'?" } ?? ""
        return "is not \(what).\(nearest)"
      }
  }
}

/// What a table of a configuration file may hold.
public struct TableShape: Sendable {
  /// A key of the table.
  public struct Entry: Sendable {
    /// The key.
    public var name: String
    /// What its value may be.
    public var shape: ValueShape
    /// One sentence without a full stop.
    public var summary: String
    /// The value where none is given, as TOML; `nil` where that is not one value.
    public var fallback: String?
    /// Whether the table makes no sense without it.
    public var isRequired: Bool
    /// The key's name in the release before, which is still read.
    public var formerName: String?

    /// Creates a key.
    public init(
      _ name: String, _ shape: ValueShape, _ summary: String, fallback: String? = nil,
      isRequired: Bool = false, formerName: String? = nil
    ) {
      (self.name, self.shape, self.summary) = (name, shape, summary)
      (self.fallback, self.isRequired, self.formerName) = (fallback, isRequired, formerName)
    }
  }

  /// The keys of one's own choice.
  public struct Others: Sendable {
    /// What such a key names, to follow "is not".
    public var name: TextRule
    /// What their values may be.
    public var shape: ValueShape

    /// Allows keys of one's own choice.
    public init(name: TextRule, shape: ValueShape) { (self.name, self.shape) = (name, shape) }
  }

  /// The keys that are known.
  public var entries: [Entry]
  /// The keys beside them; `nil` where there may be none.
  public var others: Others?
  /// Whether one value that makes no sense leaves the whole table out.
  public var isWhole: Bool

  /// Creates a table.
  public init(_ entries: [Entry], others: Others? = nil, isWhole: Bool = false) {
    (self.entries, self.others, self.isWhole) = (entries, others, isWhole)
  }
}
