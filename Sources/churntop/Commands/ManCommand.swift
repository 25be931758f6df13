import ArgumentParser
import ProgramConventions

/// `churntop man`: prints the manual page churntop(1).
struct ManCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: "Print the manual page churntop(1) with every command, key and setting.",
    discussion: """
      EXAMPLES
        churntop man | man -l -
        mkdir -p ~/.local/share/man/man1
        churntop man > ~/.local/share/man/man1/churntop.1    # for 'man churntop'
      """.flowed)

  func run() throws {
    let output = StandardOutput()
    try output.write(ManualPage(CommandDescription.program()).text)
    try output.flush()
  }
}
