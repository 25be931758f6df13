/// A problem with one value of a configuration file, which is left out.
public struct ConfigurationProblem: Hashable, Sendable {
  /// The file.
  public var path: String
  /// The line, counted from 1; 0 for a problem of the whole file.
  public var line: Int
  /// The problem and its remedy.
  public var text: String

  /// Creates a problem.
  public init(path: String, line: Int, text: String) {
    (self.path, self.line, self.text) = (path, line, text)
  }

  /// The problem with its file and line, as one line of text.
  public var sentence: String { (line == 0 ? path : "\(path):\(line)") + ": " + text }
}
