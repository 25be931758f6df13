import ArgumentParser
import ProgramConventions
import SubscriptionCore

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

  /// Prints a report: one JSON document, or lines of text, each of them sanitized.
  func print(_ json: JSON, or lines: [String], to session: Session) throws(CommandError) {
    let text = lines.map { DisplayText.sanitized($0) + "\n" }
    try print(text: text.joined(), json: json, to: session.output)
  }

  /// Prints a document, of which only the form that is asked for is made; without lines its JSON is
  /// one line, and a command leaves out the forms that it does not support.
  func print(
    text: @autoclosure () -> String = "", json: @autoclosure () -> JSON,
    lines: @autoclosure () -> [JSON]? = nil, csv: @autoclosure () -> String = "",
    markdown: @autoclosure () -> String = "", bom: Bool = false, to output: StandardOutput
  ) throws(CommandError) {
    switch self {
    case .text: try output.write(text())
    case .json: try output.line(json().pretty())
    case .ndjson: for line in lines() ?? [json()] { try output.line(line.compact) }
    case .csv: try output.write((bom ? CSV.byteOrderMark : "") + csv())
    case .md: try output.write(markdown())
    }
    try output.flush()
  }
}
