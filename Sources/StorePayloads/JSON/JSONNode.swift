/// One value, or one key, of a scanned JSON text: its byte range and the index of its successor.
///
/// The nodes of a text are in the order of the text. An object is followed by its keys and values
/// in turn, an array by its elements.
struct JSONNode {
  /// The kinds of value.
  enum Kind: UInt8 {
    case null, no, yes, number, string, array, object
  }

  var kind: Kind
  /// A Boolean value that indicates whether a string contains an escape sequence, so that its bytes
  /// are not its text.
  var isEscaped = false
  /// The first byte, a string's opening quote included.
  var start: UInt32
  /// The byte after the last, a string's closing quote included.
  var end: UInt32
  /// The index of the node that follows this one and everything inside it.
  var next: UInt32
}

/// The reason for which a text is not JSON.
struct JSONFault: Error {
  var problem: JSONProblem
  /// The byte at which it was detected, counted from 0.
  var offset: Int
}
