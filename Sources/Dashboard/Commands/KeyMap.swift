/// The commands of keys and the keys of commands, screen by screen.
///
/// A user's binding always wins over a default, and one for a screen over one for all of them.
public struct KeyMap: Hashable, Sendable {
  /// A key that several commands claim on a screen.
  public struct Dispute: Hashable, Sendable {
    /// The screen.
    public var screen: Screen
    /// The key.
    public var key: KeyChord
    /// The command that has it, or the program of the user's own, such as `command.crm`.
    public var winner: String
    /// The command that does not.
    public var loser: CommandID
    /// The file and line of the winner's claim; empty for one of the preset's.
    public var place: String

    /// The dispute as a sentence without a full stop.
    public var sentence: String {
      let origin = place.isEmpty ? "" : " (\(place))"
      return "\(key) on \(screen.title) means \(winner)\(origin), not \(loser.rawValue)"
    }
  }

  /// The strength of a claim to a key.
  private enum Strength: Int, Comparable {
    case preset, everywhere, screen

    static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
  }

  private struct Claim {
    var command: CommandID
    var strength: Strength
    var place: String
  }

  private var byScreen: [Screen: [KeyChord: CommandID]] = [:]
  private var keysByScreen: [Screen: [CommandID: [KeyChord]]] = [:]
  private var bound: [Screen: Set<KeyChord>] = [:]
  /// The keys of the preset that a user's binding has taken from their commands.
  public private(set) var shadowed: [Dispute] = []
  /// The keys that two claims of the same strength are about; the later claim has the key.
  public private(set) var conflicts: [Dispute] = []

  /// The map of the command table's own keys.
  public static let standard = KeyMap()

  /// Creates a map of a preset and the user's changes, of which the later of two about the same
  /// counts.
  public init(
    preset: KeyPreset = .vi, bindings: [KeyBinding] = [], commands: [Command] = CommandTable.all
  ) {
    for screen in Screen.allCases {
      var owners: [KeyChord: Claim] = [:]
      for command in commands where command.screens.contains(screen) {
        let (keys, strength, place) = Self.keys(of: command, on: screen, preset, bindings)
        for key in keys {
          let claim = Claim(command: command.id, strength: strength, place: place)
          guard let owner = owners[key], owner.command != command.id else {
            owners[key] = claim
            continue
          }
          let (winner, loser) = claim.strength >= owner.strength ? (claim, owner) : (owner, claim)
          owners[key] = winner
          note(winner, loser, key, screen)
        }
      }
      byScreen[screen] = owners.mapValues(\.command)
      bound[screen] = Set(owners.filter { $0.value.strength > .preset }.keys)
      for command in commands where command.screens.contains(screen) {
        keysByScreen[screen, default: [:]][command.id] =
          Self.keys(of: command, on: screen, preset, bindings).keys
          .filter { owners[$0]?.command == command.id }
      }
    }
  }

  private static func keys(
    of command: Command, on screen: Screen, _ preset: KeyPreset, _ bindings: [KeyBinding]
  ) -> (keys: [KeyChord], strength: Strength, place: String) {
    let own = bindings.filter { $0.command == command.id }
    if let binding = own.last(where: { $0.screen == screen }) {
      return (binding.keys, .screen, binding.place)
    }
    if let binding = own.last(where: { $0.screen == nil }) {
      return (binding.keys, .everywhere, binding.place)
    }
    return (preset.keys(of: command), .preset, "")
  }

  private mutating func note(_ winner: Claim, _ loser: Claim, _ key: KeyChord, _ screen: Screen) {
    let dispute = Dispute(
      screen: screen, key: key, winner: winner.command.rawValue, loser: loser.command,
      place: winner.place)
    if winner.strength == loser.strength {
      conflicts.append(dispute)
    } else if loser.strength == .preset {
      shadowed.append(dispute)
    }
  }

  /// Gives a key to a program of the user's own, such as `command.crm` at a file and line, which
  /// goes before every command.
  public mutating func give(_ key: KeyChord, to program: String, place: String) {
    for screen in Screen.allCases {
      guard let loser = byScreen[screen]?.removeValue(forKey: key) else { continue }
      keysByScreen[screen]?[loser]?.removeAll { $0 == key }
      let dispute = Dispute(screen: screen, key: key, winner: program, loser: loser, place: place)
      if bound[screen]?.contains(key) == true {
        conflicts.append(dispute)
      } else {
        shadowed.append(dispute)
      }
    }
  }

  /// The command of a key on a screen; `nil` when the key means nothing there.
  public func command(for key: KeyChord, on screen: Screen) -> CommandID? { byScreen[screen]?[key] }

  /// The keys of a command on a screen, the first one for hints; none where it has none.
  public func keys(of command: CommandID, on screen: Screen) -> [KeyChord] {
    keysByScreen[screen]?[command] ?? []
  }

  /// The screens on which a command has the same keys, with those keys; one entry for a command
  /// whose keys are the same everywhere.
  func places(of command: Command) -> [(screens: [Screen], keys: [KeyChord])] {
    var found: [(screens: [Screen], keys: [KeyChord])] = []
    for screen in Screen.allCases where command.screens.contains(screen) {
      let keys = keys(of: command.id, on: screen)
      if let index = found.firstIndex(where: { $0.keys == keys }) {
        found[index].screens.append(screen)
      } else {
        found.append((screens: [screen], keys: keys))
      }
    }
    return found
  }
}

/// The keys that a user gives to a command, in place of those it had.
public struct KeyBinding: Hashable, Sendable {
  /// The command.
  public var command: CommandID
  /// The screen it is for; `nil` for every screen on which the command works.
  public var screen: Screen?
  /// The keys; none to take them all away.
  public var keys: [KeyChord]
  /// The file and line, such as `keys.toml:4`.
  public var place: String

  /// Creates a binding.
  public init(_ command: CommandID, on screen: Screen? = nil, _ keys: [KeyChord], place: String) {
    (self.command, self.screen, self.keys, self.place) = (command, screen, keys, place)
  }
}
