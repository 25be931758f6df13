/// Something in a configuration file that is left out.
public struct ConfigurationProblem: Hashable, Sendable {
  /// The file.
  public var path: String
  /// The line, counted from 1; 0 where it is the whole file.
  public var line: Int
  /// What is wrong and what to write instead.
  public var text: String

  /// Creates a problem.
  public init(path: String, line: Int, text: String) {
    (self.path, self.line, self.text) = (path, line, text)
  }

  /// The problem with its place, as one line.
  public var sentence: String { (line == 0 ? path : "\(path):\(line)") + ": " + text }
}
