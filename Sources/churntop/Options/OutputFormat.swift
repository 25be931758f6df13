import ArgumentParser
import ProgramConventions

/// The output formats of commands.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Aligned text in a time zone, with colour if permitted.
  case text
  /// One JSON document.
  case json
  /// One JSON document on each line.
  case ndjson
  /// Comma-separated values by RFC 4180.
  case csv
  /// A Markdown table, for tickets.
  case md
}

extension OutputFormat {
  /// Throws unless the format is among those that a command supports.
  func check(_ supported: [OutputFormat], for command: String) throws(CommandError) {
    guard !supported.contains(self) else { return }
    let names = supported.map(\.rawValue).joined(separator: ", ")
    throw .notUnderstood("--format: '\(command)' prints \(names), not \(rawValue).")
  }
}
