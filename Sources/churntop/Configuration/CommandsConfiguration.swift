import ConfigurationFiles
import Dashboard
import SubscriptionCore

/// The content of `commands.toml`: programs to run for a subscriber.
struct CommandsConfiguration: Hashable, Sendable {
  /// The commands, in the order of the file.
  private(set) var commands: [CustomCommand] = []
  /// The problems beyond those of the file's shape.
  private(set) var problems: [ConfigurationProblem] = []
  /// The origin of each command.
  private(set) var places: [String: SettingOrigin] = [:]

  init() {}

  /// Reads a file whose shape was checked.
  init(_ file: ConfigurationFile) {
    for entry in file.root["command"]?.entries ?? [] {
      func report(_ line: Int?, _ text: String) {
        problems.append(
          ConfigurationProblem(path: file.path, line: line ?? entry.node.line, text: text))
      }
      let arguments = entry.node["exec"]?.texts ?? []
      let line = entry.node["exec"]?.line
      guard arguments.count == entry.node["exec"]?.elements.count ?? 0,
        let program = arguments.first, !program.isEmpty
      else {
        report(line, "'exec' names no program. [\(entry.name)] is left out.")
        continue
      }
      guard !program.contains("{") else {
        report(line, "'\(program)': a program's name is fixed. [\(entry.name)] is left out.")
        continue
      }
      var command = Self.command(entry, arguments)
      if let key = command.key, let other = commands.first(where: { $0.key == key }) {
        report(
          entry.node["key"]?.line,
          "'\(key.title)' runs '\(other.name)' already; it is left out of '\(entry.name)'.")
        command.key = nil
      }
      commands.append(command)
      places[command.name] = .file(path: file.path, line: entry.node.line)
    }
  }

  private static func command(
    _ entry: ConfigurationNode.Entry, _ arguments: [String]
  ) -> CustomCommand {
    let node = entry.node
    var key: CustomCommand.Key?
    if let text = node["key"]?.text {
      key =
        text.hasPrefix("!")
        ? .menu(String(text.dropFirst())) : KeyChord(written: text).map { .chord($0) }
    }
    return CustomCommand(
      name: entry.name, key: key, title: node["title"]?.text ?? "", arguments: arguments,
      writes: node["writes"]?.boolean ?? false, confirms: node["confirm"]?.boolean ?? false,
      output: node["output"]?.text.flatMap(CustomCommand.Output.init) ?? .pager,
      patience: node["timeout"]?.text.flatMap { DurationText.parse($0) }?.wholeMilliseconds
        ?? 30_000)
  }
}
