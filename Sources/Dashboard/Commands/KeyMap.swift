/// Which command a key means on a screen.
public struct KeyMap: Hashable, Sendable {
  private var byScreen: [Screen: [KeyChord: CommandID]]

  /// The map of the command table's own keys.
  public static let standard = KeyMap(commands: CommandTable.all)

  /// Creates a map from commands; where two claim a key, the later one has it.
  public init(commands: [Command]) {
    byScreen = [:]
    for command in commands {
      for screen in command.screens {
        for key in command.keys { byScreen[screen, default: [:]][key] = command.id }
      }
    }
  }

  /// The command of a key on a screen; `nil` when the key means nothing there.
  public func command(for key: KeyChord, on screen: Screen) -> CommandID? {
    byScreen[screen]?[key]
  }
}
