/// A program that a user can run about the subscriber under the cursor.
public struct CustomCommand: Hashable, Sendable {
  /// The key that runs it.
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

  /// The place that its output goes to.
  public enum Output: String, Hashable, Sendable, CaseIterable {
    /// The output is shown in front of the screen.
    case pager
    /// The program gets the terminal and the user is asked to come back.
    case terminal
    /// The output is shown only when the program fails.
    case none
  }

  /// The name in the configuration.
  public var name: String
  /// The key that runs it; `nil` for one that only the menu's cursor reaches.
  public var key: Key?
  /// A few words for the menu.
  public var title: String
  /// The program and its arguments, which may hold placeholders; never a shell's line.
  public var arguments: [String]
  /// A Boolean value that indicates whether it changes something outside, so that `--readonly`
  /// disables it.
  public var writes: Bool
  /// A Boolean value that indicates whether it asks before it runs.
  public var confirms: Bool
  /// The place that its output goes to.
  public var output: Output
  /// The time limit in milliseconds; a program with the terminal has none.
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

/// Runs the user's own programs, one at a time, without the terminal.
public protocol CommandRunning: Sendable {
  /// Runs a program to its end, at most as long as its command allows.
  func run(_ prepared: PreparedCommand) -> CommandOutcome

  /// Ends the program that is running, if there is one.
  func cancel()
}
