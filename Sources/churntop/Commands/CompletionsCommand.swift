import ArgumentParser
import ProgramConventions

/// `churntop completions`: explains how a shell loads completions.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print a shell's completion script, or how to install one.",
    discussion: """
      EXAMPLES
        mkdir -p ~/.local/share/bash-completion/completions
        churntop completions bash \\
          > ~/.local/share/bash-completion/completions/churntop
        mkdir -p ~/.zfunc
        churntop completions zsh > ~/.zfunc/_churntop
        mkdir -p ~/.config/fish/completions
        churntop completions fish > ~/.config/fish/completions/churntop.fish

      zsh finds its own with 'fpath+=(~/.zfunc)' in ~/.zshrc, before 'compinit'.
      """.flowed)

  /// The shells that have a completion script.
  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish

    var script: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
  var shell: Shell?

  func run() throws {
    let text = shell.map { CompletionScript.text(for: $0.script) } ?? Self.configuration.discussion
    try StandardOutput().finish(text + "\n")
  }
}
