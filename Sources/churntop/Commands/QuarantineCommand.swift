import ArgumentParser
import ProgramConventions

/// `churntop quarantine`: commands for refused entries.
struct QuarantineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quarantine",
    abstract: "List refused payloads with the reasons, and import them again after a fix.",
    discussion: """
      EXAMPLES
        churntop quarantine list
        churntop quarantine show 12
        churntop quarantine retry --verify signed --root test-ca.pem
        churntop quarantine drop 12 13
      """.flowed,
    subcommands: [List.self, Show.self, Retry.self, Drop.self])
}
