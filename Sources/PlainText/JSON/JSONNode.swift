/// One value, or one key, of a scanned JSON text: its byte range and the index of its successor.
///
/// The nodes of a text are in the order of the text. An object is followed by its keys and values
/// in turn, an array by its elements.
public struct JSONNode: Sendable {
  /// The kinds of value.
  public enum Kind: UInt8, Sendable {
    /// A value of the kind that its name says; `no` is `false`, `yes` is `true`.
    case null, no, yes, number, string, array, object
  }

  /// The kind of value; a key is a string.
  public internal(set) var kind: Kind
  /// A Boolean value that indicates whether a string contains an escape sequence, so that its bytes
  /// are not its text.
  public internal(set) var isEscaped = false
  /// The first byte, a string's opening quote included.
  public internal(set) var start: UInt32
  /// The byte after the last, a string's closing quote included.
  public internal(set) var end: UInt32
  /// The index of the node that follows this one and everything inside it.
  public internal(set) var next: UInt32
}

/// The reason for which a text is not JSON.
public struct JSONFault: Error, Hashable {
  /// The error.
  public var problem: JSONProblem
  /// The byte at which it was detected, counted from 0.
  public var offset: Int
}

/// The errors of a text that should be JSON (<https://www.rfc-editor.org/rfc/rfc8259>).
public enum JSONProblem: String, Hashable, Sendable, CaseIterable {
  /// It ends before the value does.
  case truncated = "it ends too early"
  /// A byte that is not allowed at its position.
  case unexpectedByte = "an unexpected character"
  /// Something follows the value.
  case trailing = "more text after the end of the value"
  /// A string with a bare control character.
  case controlCharacter = "a control character inside a string"
  /// A `\` that is followed by no known escape, or a lone surrogate.
  case badEscape = "an escape sequence that means nothing"
  /// Bytes that are not UTF-8.
  case badUTF8 = "bytes that are not UTF-8"
  /// A number with a leading zero, without digits, or otherwise malformed.
  case badNumber = "a misspelt number"
  /// Values nested deeper than 64 levels.
  case tooDeep = "more than 64 nested levels"
  /// The text is longer than ``JSONDocument/bytesMax``.
  case tooLong = "more than 64 MiB"
  /// The same key twice in one object: readers would disagree about its value.
  case duplicateKey = "the same key twice in one object"
}
