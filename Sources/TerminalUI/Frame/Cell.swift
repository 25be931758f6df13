/// The content of one column of one row.
///
/// A character two columns wide is a cell of width 2 followed by a *continuation*, a cell of width
/// 0 without text. Only ``Frame`` makes cells, from text sanitized by ``SafeText``, so a cell never
/// contains a control character.
///
/// A cell holds no reference, because a frame has thousands of them and is built from scratch each
/// time.
public struct Cell: Hashable, Sendable {
  var piece: SafeText.Piece
  /// The semantic role of the text.
  public internal(set) var role: StyleRole
  /// The overlay; the empty name for none, which keeps the cell small.
  private var place: Symbol

  init(_ piece: SafeText.Piece, role: StyleRole, overlay: StyleRole?) {
    (self.piece, self.role) = (piece, role)
    place = overlay?.interned ?? Self.nowhere
  }

  /// An empty column.
  static let blank = Cell(.space, role: .text, overlay: nil)

  private static let nowhere = Symbol(number: 0)

  /// A base character with at most four combining marks; empty in a continuation.
  public var text: String { piece.text }

  /// The number of columns: 1 or 2, and 0 in a continuation.
  public var width: Int { piece.width }

  /// The role of the position in addition to the text's, such as the row under the cursor.
  ///
  /// Its colours override the role's, and its attributes are added to the role's.
  public internal(set) var overlay: StyleRole? {
    get { place == Self.nowhere ? nil : StyleRole(place) }
    set { place = newValue?.interned ?? Self.nowhere }
  }

  /// A Boolean value that indicates whether this is the second column of a wide character.
  public var isContinuation: Bool { width == 0 }

  /// Adds the text to bytes in UTF-8.
  public func append(to bytes: inout [UInt8]) { piece.append(to: &bytes) }
}
