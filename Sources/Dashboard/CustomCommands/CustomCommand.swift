/// A program that a user can run about the subscriber under the cursor.
public struct CustomCommand: Hashable, Sendable {
  /// What chooses it.
  public enum Key: Hashable, Sendable {
    /// A character in the menu of commands.
    case menu(String)
    /// A key of its own on every screen.
    case chord(KeyChord)

    /// The key as a person types it.
    public var title: String {
      switch self {
      case .menu(let letter): "!\(letter)"
      case .chord(let chord): chord.name
      }
    }
  }

  /// What becomes of what it prints.
  public enum Output: String, Hashable, Sendable, CaseIterable {
    /// It is shown in front of the screen.
    case pager
    /// The program gets the terminal and the user is asked to come back.
    case terminal
    /// It is shown only when the program fails.
    case none
  }

  /// What it is called in the configuration.
  public var name: String
  /// What chooses it; `nil` for one that only the menu's cursor reaches.
  public var key: Key?
  /// A few words for the menu.
  public var title: String
  /// The program and its arguments, which may hold placeholders; never a shell's line.
  public var arguments: [String]
  /// Whether it changes something outside, so that `--readonly` disables it.
  public var writes: Bool
  /// Whether it asks before it runs.
  public var confirms: Bool
  /// What becomes of what it prints.
  public var output: Output
  /// How long it may run, in milliseconds; a program with the terminal may run for ever.
  public var patience: Int64

  /// Creates a command.
  public init(
    name: String, key: Key? = nil, title: String = "", arguments: [String], writes: Bool = false,
    confirms: Bool = false, output: Output = .pager, patience: Int64 = 30_000
  ) {
    self.name = name
    self.key = key
    self.title = title.isEmpty ? name : title
    self.arguments = arguments
    self.writes = writes
    self.confirms = confirms
    self.output = output
    self.patience = patience
  }

  /// The placeholders of its arguments.
  public var placeholders: Set<CommandPlaceholder> {
    Set(
      arguments.flatMap { CommandPlaceholder.mentions(in: $0) }
        .compactMap { CommandPlaceholder(rawValue: String($0)) })
  }
}
