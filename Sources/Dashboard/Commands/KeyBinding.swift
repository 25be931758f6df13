/// The keys that a user gives to a command, in place of those it had.
public struct KeyBinding: Hashable, Sendable {
  /// The command.
  public var command: CommandID
  /// The screen it is for; `nil` for every screen on which the command works.
  public var screen: Screen?
  /// The keys; none to take them all away.
  public var keys: [KeyChord]
  /// Where it is written, such as `keys.toml:4`.
  public var place: String

  /// Creates a binding.
  public init(_ command: CommandID, on screen: Screen? = nil, _ keys: [KeyChord], place: String) {
    (self.command, self.screen, self.keys, self.place) = (command, screen, keys, place)
  }
}
