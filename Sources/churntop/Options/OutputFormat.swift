import ArgumentParser
import ProgramConventions

/// The forms in which a command prints its answer.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// For people: aligned, localized, coloured where allowed.
  case text
  /// One JSON document.
  case json
  /// One JSON document a line.
  case ndjson
  /// Comma-separated values by RFC 4180.
  case csv
  /// A Markdown table, to paste into a ticket.
  case md
}

extension OutputFormat {
  /// Throws unless the format is one of those that a command can print.
  func check(_ supported: [OutputFormat], for command: String) throws(CommandError) {
    guard !supported.contains(self) else { return }
    let names = supported.map(\.rawValue).joined(separator: ", ")
    throw .notUnderstood("--format: '\(command)' prints \(names), not \(rawValue).")
  }
}
