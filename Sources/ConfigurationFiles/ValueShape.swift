import PlainText

/// The schema of a value in a configuration file.
///
/// Validation, the JSON schema and the documentation of a file are derived from it.
public indirect enum ValueShape: Sendable {
  /// A text that follows a rule.
  case text(TextRule)
  /// An integer within a range.
  case integer(ClosedRange<Int>)
  /// `true` or `false`.
  case boolean
  /// A list of values of one shape; if `isWhole`, one invalid value invalidates the list.
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

/// The rule for a text in a configuration file.
public struct TextRule: Sendable {
  /// The permitted words; empty if any text is permitted.
  public var choices: [String]
  /// A regular expression (ECMA-262) that every such text satisfies, for the JSON schema.
  public var pattern: String?
  /// A Boolean value that indicates whether an invalid text is not repeated in messages, since it
  /// may be a secret in the wrong place.
  public var hidesValue: Bool
  /// Returns the problem of a text, to follow it in quotes, or `nil`.
  public var problem: @Sendable (String) -> String?

  /// Creates a rule with the expectation, to follow "is not".
  public init(
    _ what: String, choices: [String] = [], pattern: String? = nil, hidesValue: Bool = false,
    problem: (@Sendable (String) -> String?)? = nil
  ) {
    (self.choices, self.pattern, self.hidesValue) = (choices, pattern, hidesValue)
    self.problem =
      problem ?? { text in
        guard !choices.isEmpty, !choices.contains(text) else { return nil }
        let nearest = NearestName.find(text, in: choices).map { " Did you mean '\($0)'?" } ?? ""
        return "is not \(what).\(nearest)"
      }
  }
}

/// The schema of a table in a configuration file.
public struct TableShape: Sendable {
  /// A key of the table.
  public struct Entry: Sendable {
    /// The key.
    public var name: String
    /// The schema of the value.
    public var shape: ValueShape
    /// The description: one sentence without a full stop.
    public var summary: String
    /// The default as TOML; `nil` if there is no single default.
    public var fallback: String?
    /// A Boolean value that indicates whether the table is invalid without the key.
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

  /// The schema of keys that the user names.
  public struct Others: Sendable {
    /// The rule for the names of the keys.
    public var name: TextRule
    /// The schema of their values.
    public var shape: ValueShape

    /// Creates the schema of keys that the user names.
    public init(name: TextRule, shape: ValueShape) { (self.name, self.shape) = (name, shape) }
  }

  /// The known keys.
  public var entries: [Entry]
  /// The keys that the user names; `nil` if only the known keys are permitted.
  public var others: Others?
  /// A Boolean value that indicates whether one invalid value invalidates the whole table.
  public var isWhole: Bool

  /// Creates a table.
  public init(_ entries: [Entry], others: Others? = nil, isWhole: Bool = false) {
    (self.entries, self.others, self.isWhole) = (entries, others, isWhole)
  }
}
