import ConfigurationFiles
import EventLedger
import Foundation
import PlainText
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// The problems of all configuration files, themes included.
struct ConfigurationReport {
  /// The problems by file.
  let problems: [ConfigurationProblem]
  private let files: [String]

  /// Checks every file and every variable that the program would read.
  init(_ options: CommonValues, _ dependencies: Dependencies) throws(CommandError) {
    let dependencies = dependencies.checked
    var settings = try Settings(options: options, dependencies: dependencies)
    let (_, rates) = (settings.policy(), settings.exchangeRates())
    let path = dependencies.configurationFolder
    let folder = ConfigurationFolder(path: path)
    var problems = settings.damage.map { [$0.problem] } ?? []
    let replies = ReplyFiles(configurationFolder: path)
    problems += settings.problems + folder.problems + replies.problems
    if let rates { problems += Self.problems(of: rates, in: settings.files) }
    if let setting = settings.values[.ledger],
      let refusal = LedgerAddress.refusal(of: setting.text)
    {
      problems.append(setting.problem(refusal))
    }
    let themes = ThemeFiles(configurationFolder: path)
    if let setting = settings.values[.theme], setting.text != "auto",
      !themes.names.contains(setting.text)
    {
      let meant =
        NearestName.find(setting.text, in: themes.names).map { "Did you mean '\($0)'?" }
        ?? "There are: \(themes.names.joined(separator: ", "))."
      problems.append(setting.problem("there is no theme '\(setting.text)'. \(meant)"))
    }
    problems += themes.damage + dependencies.variableProblems
    // Themes that inherit from one have its problems as well.
    for name in themes.catalog.names {
      for warning in themes.catalog.theme(named: name)?.warnings ?? [] {
        let file = warning.origin.file.isEmpty ? path + "/themes" : warning.origin.file
        let problem = ConfigurationProblem(
          path: file, line: warning.origin.line ?? 0, text: warning.problem)
        if !problems.contains(problem) { problems.append(problem) }
      }
    }
    let places = Dictionary(
      problems.enumerated().map { ($0.element.path, $0.offset) }, uniquingKeysWith: min)
    self.problems = problems.sorted {
      (places[$0.path] ?? 0, $0.line) < (places[$1.path] ?? 0, $1.line)
    }
    let beside = ConfigurationKind.allCases.filter { $0 != .config && $0 != .replies }
      .map { path + "/" + $0.fileName }
    files =
      settings.files.map(\.path) + beside.filter { FileManager.default.fileExists(atPath: $0) }
      + replies.paths + themes.paths
  }

  /// The problems of rates that seem to be the wrong way round, by the round ones of the demo.
  private static func problems(
    of rates: ExchangeRates, in files: [ConfigurationFile]
  ) -> [ConfigurationProblem] {
    guard let file = files.last(where: { $0.root["currency"] != nil }),
      let node = file.root["currency"]
    else { return [] }
    return rates.turnedRound(comparedWith: DemoRates.table).map { code in
      ConfigurationProblem(
        path: file.path, line: node["rates"]?.line ?? node.line,
        text: "[currency] the rate of \(code) seems to be the wrong way round. Write how many "
          + "\(code) one \(rates.currency) buys.")
    }
  }

  /// The message if there is no problem.
  var praise: String {
    files.isEmpty
      ? "There is no configuration; the defaults apply."
      : files.map { DisplayText.sanitized($0) + " is sound" }.joined(separator: "\n")
  }

  /// The report as JSON.
  var json: JSON {
    [
      "files": .array(files.map(JSON.string)), "problems": .array(problems.map(\.json)),
    ]
  }
}

extension Setting {
  /// Returns a problem of the setting, at its place.
  fileprivate func problem(_ text: String) -> ConfigurationProblem {
    guard case .file(let file, let line) = origin else {
      return ConfigurationProblem(path: origin.text, line: 0, text: text)
    }
    return ConfigurationProblem(path: file, line: line, text: text)
  }
}

extension ConfigurationProblem {
  /// The problem as JSON; the line is `null` for a problem of the whole file.
  var json: JSON {
    [
      "file": .string(path), "line": line == 0 ? .null : JSON(line),
      "text": .string(text),
    ]
  }
}
