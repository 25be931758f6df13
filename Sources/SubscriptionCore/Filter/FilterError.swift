/// The first error in a filter's text.
public struct FilterError: Error, Hashable, Sendable {
  /// The position in Unicode scalars from the beginning of the text; at most the text's length.
  public var offset: Int
  /// The error and its correction, without a full stop.
  public var text: String
  /// The most similar known name; `nil` if none is similar.
  public var suggestion: String?

  /// Creates an error.
  public init(offset: Int, text: String, suggestion: String? = nil) {
    (self.offset, self.text, self.suggestion) = (offset, text, suggestion)
  }

  /// Returns the beginning of a text, as an error repeats it.
  static func excerpt(_ text: String) -> String { String(text.prefix(40)) }

  /// The error with its suggestion, for a line of its own.
  public var sentence: String { suggestion.map { "\(text); did you mean \($0)?" } ?? text }

  /// The sentence with the mark at its end.
  public var markedSentence: String { suggestion == nil ? sentence + "." : sentence }
}
