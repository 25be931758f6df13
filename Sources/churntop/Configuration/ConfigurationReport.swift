import ConfigurationFiles
import Foundation
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// Everything that is wrong with the files of the configuration, themes included.
struct ConfigurationReport {
  /// What is wrong, by file.
  let problems: [ConfigurationProblem]
  private let files: [String]

  /// Checks every file that the program would read.
  init(_ options: CommonValues, _ surroundings: Surroundings) throws(CommandError) {
    var settings = try Settings(options: options, surroundings: surroundings)
    _ = settings.policy()
    let path = surroundings.configurationFolder
    let folder = ConfigurationFolder(path: path)
    var problems = settings.damage.map { [$0.problem] } ?? []
    let replies = ReplyFiles(configurationFolder: path)
    problems += settings.problems + folder.problems + replies.problems
    let themes = ThemeFiles(configurationFolder: path)
    let warnings =
      themes.warnings
      + themes.catalog.names.flatMap { themes.catalog.theme(named: $0)?.warnings ?? [] }
      .map(\.description)
    for warning in warnings {
      problems.append(ConfigurationProblem(path: path + "/themes", line: 0, text: warning))
    }
    self.problems = problems
    let beside = ConfigurationKind.allCases.filter { $0 != .config && $0 != .replies }
      .map { path + "/" + $0.fileName }
    files =
      settings.files.map(\.path) + beside.filter { FileManager.default.fileExists(atPath: $0) }
      + replies.paths
  }

  /// What to say when nothing is wrong.
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

extension ConfigurationProblem {
  /// The problem as JSON; the line is `null` where it is the whole file.
  var json: JSON {
    [
      "file": .string(path), "line": line == 0 ? .null : .integer(Int64(line)),
      "text": .string(text),
    ]
  }
}
