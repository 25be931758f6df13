/// Something in a configuration file that is left out.
struct ConfigurationProblem: Hashable, Sendable {
  /// The file.
  var path: String
  /// The line, counted from 1; 0 where it is the whole file.
  var line: Int
  /// What is wrong and what to write instead.
  var text: String

  /// The problem with its place, as one line.
  var sentence: String { (line == 0 ? path : "\(path):\(line)") + ": " + text }
}
