/// What one column of one row shows.
///
/// A character two columns wide is a cell of width 2 followed by a *continuation*, a cell of width
/// 0 with no text. Only ``Frame`` makes cells, from text that ``SafeText`` has gone over, so a
/// cell never holds a control character.
public struct Cell: Hashable, Sendable {
  /// A base character with at most four combining marks; empty in a continuation.
  public internal(set) var text: String
  /// The columns the text takes: 1 or 2, and 0 in a continuation.
  public internal(set) var width: Int
  /// What the text means.
  public internal(set) var role: StyleRole
  /// What the place means beyond the text, such as the row under the cursor.
  ///
  /// Its colours win over the role's, and its attributes are added to the role's.
  public internal(set) var overlay: StyleRole?

  /// An empty column.
  static let blank = Cell(text: " ", width: 1, role: .text, overlay: nil)

  /// Whether this is the second column of a wide character.
  public var isContinuation: Bool { width == 0 }
}
