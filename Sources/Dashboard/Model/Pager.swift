/// A text to read in front of the screen.
public struct Pager: Hashable, Sendable {
  /// What it is.
  public var title: String
  /// Its lines; text from outside.
  public var lines: [String]
  /// The first line in view.
  public var top = 0

  /// Creates a text at its beginning.
  public init(title: String, lines: [String]) { (self.title, self.lines) = (title, lines) }
}
