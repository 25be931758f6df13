/// What is wrong with a typed instant, and where.
public struct InstantTextError: Error, Hashable, Sendable {
  /// Where it is, in Unicode scalars from the beginning of the text; at most the text's length.
  public var offset: Int
  /// What is wrong and what to write instead, without a full stop.
  public var text: String

  /// Creates an error.
  public init(offset: Int, text: String) { (self.offset, self.text) = (offset, text) }
}
