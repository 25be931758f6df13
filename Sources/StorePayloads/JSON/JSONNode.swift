/// One value, or one key, of a scanned JSON text: where it lies and where its successor is.
///
/// The nodes of a text stand in the order of the text. An object is followed by its keys and
/// values in turn, an array by its elements.
struct JSONNode {
  /// What the value is.
  enum Kind: UInt8 {
    case null, no, yes, number, string, array, object
  }

  var kind: Kind
  /// Whether a string contains an escape sequence, so that its bytes are not its text.
  var isEscaped = false
  /// The first byte, a string's opening quote included.
  var start: UInt32
  /// The byte after the last, a string's closing quote included.
  var end: UInt32
  /// The index of the node that follows this one and everything inside it.
  var next: UInt32
}

/// Why a text is not JSON.
struct JSONFault: Error {
  var problem: JSONProblem
  /// The byte at which it shows, counted from 0.
  var offset: Int
}
