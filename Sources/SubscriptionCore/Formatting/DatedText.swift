/// A text with instants in it, which are formatted once its reader's time zone is known.
///
/// It is written as a string literal, in which an interpolated ``Timestamp`` stays an instant.
public struct DatedText: Hashable, Sendable, ExpressibleByStringInterpolation,
  CustomStringConvertible
{
  /// An instant and the text after it.
  private struct Piece: Hashable, Sendable {
    var instant: Timestamp
    var text = ""
  }

  /// The pieces of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = DatedText("")

    /// Creates an interpolation without a piece.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a text.
    public mutating func appendLiteral(_ words: String) {
      guard let last = text.pieces.indices.last else { return text.head += words }
      text.pieces[last].text += words
    }

    /// Adds an instant.
    public mutating func appendInterpolation(_ instant: Timestamp) {
      text.pieces.append(Piece(instant: instant))
    }

    /// Adds a value as text.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendLiteral(value.description)
    }
  }

  private var head: String
  private var pieces: [Piece] = []

  /// Creates a text without an instant.
  public init(_ text: String) { head = text }
  /// Creates a text without an instant.
  public init(stringLiteral text: String) { self.init(text) }
  /// Creates a text of pieces.
  public init(stringInterpolation pieces: StringInterpolation) { self = pieces.text }

  /// Returns the text with its instants formatted.
  public func text(_ instant: (Timestamp) -> String) -> String {
    pieces.reduce(head) { $0 + instant($1.instant) + $1.text }
  }

  /// The text with its instants by RFC 3339, for machines.
  public var description: String { text(\.rfc3339) }
}
