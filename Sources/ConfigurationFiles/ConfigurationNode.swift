/// A value of a configuration file with its line number.
public struct ConfigurationNode: Hashable, Sendable {
  /// The kinds of value.
  public indirect enum Value: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// `true` or `false`.
    case boolean(Bool)
    /// A list of values.
    case list([ConfigurationNode])
    /// Keys and values, in the order of the file.
    case table([Entry])
    /// A value of a type that no setting uses, such as a date.
    case other(String)
  }

  /// A key and its value.
  public struct Entry: Hashable, Sendable {
    /// The key.
    public var name: String
    /// The value.
    public var node: ConfigurationNode

    /// Creates a key with its value.
    public init(name: String, node: ConfigurationNode) { (self.name, self.node) = (name, node) }
  }

  /// The value.
  public var value: Value
  /// The line, counted from 1.
  public var line: Int

  /// Creates a value.
  public init(value: Value, line: Int) { (self.value, self.line) = (value, line) }

  /// The value of a key; `nil` if this is not a table or lacks the key.
  public subscript(name: String) -> ConfigurationNode? { entries.first { $0.name == name }?.node }

  /// The entries of a table; empty for any other value.
  public var entries: [Entry] { if case .table(let entries) = value { entries } else { [] } }

  /// The elements of a list; empty for any other value.
  public var elements: [ConfigurationNode] {
    if case .list(let elements) = value { elements } else { [] }
  }

  /// The string of a text; `nil` for any other value.
  public var text: String? { if case .text(let text) = value { text } else { nil } }

  /// The number of an integer; `nil` for any other value.
  public var integer: Int? { if case .integer(let number) = value { number } else { nil } }

  /// The Boolean value; `nil` for any other value.
  public var boolean: Bool? { if case .boolean(let flag) = value { flag } else { nil } }

  /// The strings of a list of texts, or a single text as a list of one.
  public var texts: [String] { text.map { [$0] } ?? elements.compactMap(\.text) }

  /// A text, number or Boolean value in the form of an environment variable.
  public var word: String? {
    switch value {
    case .text(let text): text
    case .integer(let number): String(number)
    case .boolean(let flag): String(flag)
    case .list, .table, .other: nil
    }
  }
}
