import ConfigurationFiles
import Dashboard

/// The files of the configuration folder beside `config.toml`, as the dashboard uses them.
///
/// Nothing in them keeps the program from starting: what cannot be used is left out and named.
struct ConfigurationFolder {
  /// The keys.
  private(set) var keys = KeyConfiguration()
  /// Saved views, and rules that set rows apart.
  private(set) var views = ViewConfiguration()
  /// Programs to run about a subscriber.
  private(set) var commands = CommandsConfiguration()
  /// What was left out.
  private(set) var problems: [ConfigurationProblem] = []
  /// What was left out of the keys.
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
