import ArgumentParser
import Dashboard

/// `churntop keys`: the dashboard's keys.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "List the dashboard's keys and commands.",
    discussion: """
      EXAMPLES
        churntop keys
        churntop keys --markdown      the table of the README
        churntop keys --conflicts     ends with 3 when two commands claim one key
      """)

  @Flag(help: "As a Markdown table.")
  var markdown = false
  @Flag(help: "Only keys that two commands claim on one screen.")
  var conflicts = false

  func run() throws {
    let output = StandardOutput()
    if conflicts {
      let found = CommandTable.conflicts()
      for line in found { try output.line(line) }
      try output.flush()
      if !found.isEmpty { throw CommandError.needsALook }
      return
    }
    try output.write(markdown ? CommandTable.markdown() : CommandTable.plainText())
    try output.flush()
  }
}
