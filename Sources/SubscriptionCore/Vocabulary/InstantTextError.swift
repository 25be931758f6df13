/// A mistake in a typed instant, with its position.
public struct InstantTextError: Error, Hashable, Sendable {
  /// The position in Unicode scalars from the beginning of the text; at most the text's length.
  public var offset: Int
  /// The mistake and a correct example, without a full stop.
  public var text: String

  /// Creates an error.
  public init(offset: Int, text: String) { (self.offset, self.text) = (offset, text) }
}
