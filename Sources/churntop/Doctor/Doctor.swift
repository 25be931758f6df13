import ConfigurationFiles
import CursesTerminal
import Foundation
import PlainText
import ProgramConventions

/// A check of everything that the program needs: terminal, configuration, ledger and feeds.
struct Doctor {
  let session: Session
  /// The options that the session was created with.
  let options: CommonValues
  /// The options about theme, glyphs and colours.
  let appearance: AppearanceOptions

  /// Checks everything, from the program outwards; nothing is written.
  func findings() throws(CommandError) -> [Finding] {
    try program + terminal() + configuration() + ledger()
  }

  // MARK: Program

  private var program: [Finding] {
    [
      Finding(area: .program, name: "version", text: ProgramVersion.line(of: "churntop")),
      Finding(area: .program, name: "system", text: Self.system),
      Finding(area: .program, name: "ledgers", text: LedgerEngine.description),
      Finding(area: .program, name: "screens", text: TerminalFacts.libraryVersion),
    ]
  }

  /// The name of the operating system, its kernel and the processor's architecture.
  private static var system: String {
    let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
    let line = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
    let name = line.map { $0.dropFirst(12).filter { $0 != "\"" } } ?? "Linux"
    var about = utsname()
    guard uname(&about) == 0 else { return name }
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(name), Linux \(text(about.release)), \(text(about.machine))"
  }

  // MARK: Configuration

  private func configuration() throws(CommandError) -> [Finding] {
    let report = try ConfigurationReport(options, session.dependencies)
    var findings = report.problems.map { problem in
      Finding(
        area: .configuration, name: "file", text: shortened(problem.sentence), verdict: .problem,
        advice: "Screens and commands leave such values out.")
    }
    if findings.isEmpty {
      findings = report.praise.split(separator: "\n").map { line in
        Finding(area: .configuration, name: "file", text: shortened(String(line)))
      }
    }
    return findings + [state]
  }

  /// The folder of the program's state, in which a dashboard keeps sort orders and columns.
  private var state: Finding {
    let folder = session.dependencies.stateFolder
    var nearest = folder
    while !FileManager.default.fileExists(atPath: nearest), nearest.count > 1 {
      nearest = nearest.parentFolder
    }
    guard FileManager.default.isWritableFile(atPath: nearest) else {
      return Finding(
        area: .configuration, name: "state", text: "\(shortened(folder)) cannot be written",
        verdict: .note, advice: "Sort orders, columns and undo are forgotten at the end.")
    }
    return Finding(area: .configuration, name: "state", text: "kept in \(shortened(folder))")
  }

  /// Returns a text with the home folder as `~`, since the page is made to be shown to others.
  func shortened(_ text: String) -> String {
    guard let home = session.dependencies.environment["HOME"], home.count > 1 else { return text }
    return text.replacingOccurrences(of: home + "/", with: "~/")
  }
}
