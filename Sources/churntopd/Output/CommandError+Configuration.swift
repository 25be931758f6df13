import ConfigurationFiles
import ProgramConventions

extension CommandError {
  /// A configuration that makes no sense, problem by problem.
  static func configuration(_ problems: [ConfigurationProblem]) -> CommandError {
    let sentences = problems.map(\.sentence)
    return .notUnderstood(sentences.first ?? "", details: Array(sentences.dropFirst()))
  }
}
