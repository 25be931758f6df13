import ConfigurationFiles
import Dashboard

/// The files of the configuration folder beside `config.toml` that the dashboard uses.
///
/// No problem in them prevents the program from starting: invalid values are left out and reported.
struct ConfigurationFolder {
  private(set) var keys = KeyConfiguration()
  /// The saved views and the highlight rules.
  private(set) var views = ViewConfiguration()
  /// The programs to run for a subscriber.
  private(set) var commands = CommandsConfiguration()
  /// The problems of all files.
  private(set) var problems: [ConfigurationProblem] = []
  private(set) var keyProblems: [ConfigurationProblem] = []

  /// Reads the files of a folder.
  init(path: String) {
    for kind in ConfigurationKind.allCases where kind != .config && kind != .replies {
      var found: [ConfigurationProblem] = []
      do throws(ConfigurationFile.Damage) {
        let path = path + "/" + kind.fileName
        if let file = try ConfigurationFile.load(path: path, as: kind, isRequired: false) {
          found = file.problems + read(file, as: kind)
        }
      } catch {
        found = [error.problem]
      }
      problems += found
      if kind == .keys { keyProblems = found }
    }
  }

  /// The keys of the dashboard, of which the programs have theirs.
  var keyMap: KeyMap {
    var map = keys.map
    for command in commands.commands {
      guard case .chord(let key)? = command.key else { continue }
      map.give(
        key, to: "command.\(command.name)",
        place: commands.places[command.name]?.text ?? ConfigurationKind.commands.fileName)
    }
    return map
  }

  private mutating func read(
    _ file: ConfigurationFile, as kind: ConfigurationKind
  ) -> [ConfigurationProblem] {
    switch kind {
    case .config, .replies: return []
    case .keys:
      keys = KeyConfiguration(file)
      return []
    case .views:
      views = ViewConfiguration(file)
      return views.problems
    case .commands:
      commands = CommandsConfiguration(file)
      return commands.problems
    }
  }
}
