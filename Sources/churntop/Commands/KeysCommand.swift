import ArgumentParser
import ConfigurationFiles
import Dashboard
import ProgramConventions
import SubscriptionCore

/// `churntop keys`: prints the dashboard's keys.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "List the dashboard's keys and commands with the changes of your keys.toml.",
    discussion: """
      EXAMPLES
        churntop keys
        churntop keys --format md     a page for a wiki; json for programs
        churntop keys --conflicts     ends with 3 when two of your bindings claim one
                                      key; also lists the defaults that yours replace
        churntop keys --preset htop   the keys of a preset: vi, emacs or htop
      """.flowed)

  private static let formats: [OutputFormat] = [.text, .md, .json]

  @Option(
    help: OutputFormat.help(KeysCommand.formats),
    completion: OutputFormat.completion(KeysCommand.formats),
    transform: OutputFormat.parser(KeysCommand.formats))
  var format: OutputFormat = .text
  @Flag(help: .hidden)
  var markdown = false
  @Flag(help: "Only keys that two commands claim on one screen, and defaults that yours replace.")
  var conflicts = false
  @Option(help: ArgumentHelp("The keys of a preset, without your own.", valueName: "preset"))
  var preset: KeyPreset?

  func run() throws {
    try format.check(Self.formats, for: "keys")
    let folder = ConfigurationFolder(path: Dependencies.current.configurationFolder)
    if preset == nil {
      for problem in folder.keyProblems { diagnostics.say(problem.sentence) }
    }
    let map = preset.map { KeyMap(preset: $0) } ?? folder.keyMap
    let output = StandardOutput()
    if conflicts {
      for dispute in map.conflicts { try output.line(dispute.sentence) }
      try output.flush()
      for dispute in map.shadowed { diagnostics.say("shadowed: \(dispute.sentence)") }
      if !map.conflicts.isEmpty { throw CommandError.needsALook }
      diagnostics.say("No key is claimed by two commands on one screen.")
      return
    }
    let page = KeyPage(map)
    try format.print(
      text: markdown ? page.markdown() : page.plainText(), json: page.json,
      markdown: page.markdown(), to: output)
  }
}

extension KeyPreset: ExpressibleByArgument {}

extension KeyPage {
  /// The page as JSON: one object for each command and set of keys.
  var json: JSON {
    .array(
      rows.map { row in
        [
          "id": .string(row.command.id.rawValue), "title": .string(row.command.title),
          "help": .string(row.command.tooltip), "group": .string(row.command.group.rawValue),
          "keys": .array(row.keys.map { .string($0.name) }),
          "screens": .array(row.screens.map { .string($0.rawValue) }),
          "writes": .bool(row.command.writes),
        ]
      })
  }
}
