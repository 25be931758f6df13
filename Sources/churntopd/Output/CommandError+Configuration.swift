import ConfigurationFiles
import ProgramConventions

extension CommandError {
  /// Creates the error of an invalid configuration, with a line for each problem.
  static func configuration(_ problems: [ConfigurationProblem]) -> CommandError {
    let sentences = problems.map(\.sentence)
    return .notUnderstood(sentences.first ?? "", details: Array(sentences.dropFirst()))
  }
}
