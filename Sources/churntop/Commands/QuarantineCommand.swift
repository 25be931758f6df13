import ArgumentParser

/// `churntop quarantine`: what was refused.
struct QuarantineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quarantine",
    abstract: "What was refused, why, and taking it in again after a fix.",
    discussion: """
      EXAMPLES
        churntop quarantine list
        churntop quarantine show 12
        churntop quarantine retry --verify signed --root test-ca.pem
        churntop quarantine drop 12 13
      """.flowed,
    subcommands: [List.self, Show.self, Retry.self, Drop.self])
}
