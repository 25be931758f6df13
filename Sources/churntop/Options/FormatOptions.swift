import ArgumentParser
import ProgramConventions

/// The option for the output format of a command that prints every one of them.
struct FormatOptions: ParsableArguments {
  @Option(help: OutputFormat.help(OutputFormat.allCases))
  var format: OutputFormat = .text
}

/// The option for the output format of a report: text for people, JSON for programs.
struct ReportFormatOptions: ParsableArguments {
  private static let formats: [OutputFormat] = [.text, .json, .ndjson]

  @Option(
    help: OutputFormat.help(ReportFormatOptions.formats),
    completion: OutputFormat.completion(ReportFormatOptions.formats),
    transform: OutputFormat.parser(ReportFormatOptions.formats))
  var format: OutputFormat = .text

  /// Throws unless the format is among those of the option.
  func check(for command: String) throws(CommandError) {
    try format.check(Self.formats, for: command)
  }
}

/// The option for the output format of a page about one thing, which is no table of rows.
struct PageFormatOptions: ParsableArguments {
  private static let formats: [OutputFormat] = [.text, .json, .ndjson, .md]

  @Option(
    help: OutputFormat.help(PageFormatOptions.formats),
    completion: OutputFormat.completion(PageFormatOptions.formats),
    transform: OutputFormat.parser(PageFormatOptions.formats))
  var format: OutputFormat = .text

  /// Throws unless the format is among those of the option.
  func check(for command: String) throws(CommandError) {
    try format.check(Self.formats, for: command)
  }
}

extension OutputFormat {
  /// The help of an option for one of some formats.
  static func help(_ formats: [OutputFormat]) -> ArgumentHelp {
    let names = formats.map(\.rawValue)
    let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    return ArgumentHelp("\(list).", valueName: "format")
  }

  /// The completion of an option for one of some formats.
  static func completion(_ formats: [OutputFormat]) -> CompletionKind {
    .list(formats.map(\.rawValue))
  }

  /// The parser of an option for one of some formats.
  ///
  /// It reads the others as well, so that a command says itself that it does not print them.
  static func parser(_ formats: [OutputFormat]) -> @Sendable (String) throws -> OutputFormat {
    { text in
      guard let format = OutputFormat(rawValue: text) else {
        let names = formats.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        throw ValidationError("Please provide one of \(names).")
      }
      return format
    }
  }
}
