/// A picture of the whole screen: a grid of cells and the place of the cursor.
///
/// A frame is a value. It is drawn from nothing each time and compared, printed or sent as a
/// whole. Drawing outside of it, or outside of the widget's own block, is cut off without a word,
/// so every view works at every size. Text goes through ``SafeText`` on its way in, at one place
/// (``put(_:at:width:alignment:role:)`` and all that is built on it).
public struct Frame: Hashable, Sendable {
  /// Columns and rows.
  public let size: Size
  /// The signs that boxes, bars and cut text are drawn with.
  public let glyphs: Glyphs
  /// Where the hardware cursor rests, on the focused row or field; `nil` hides it.
  ///
  /// Screen readers and braille displays follow it.
  public var cursor: Point?

  var cells: [Cell]
  var clip: Rect

  /// Creates an empty frame.
  public init(size: Size, glyphs: Glyphs = .unicode) {
    self.size = size
    self.glyphs = glyphs
    cells = Array(repeating: .blank, count: size.width * size.height)
    clip = Rect(size)
  }

  /// The block of the whole frame.
  public var bounds: Rect { Rect(size) }

  /// The cell at a place; a blank one outside of the frame.
  public subscript(x: Int, y: Int) -> Cell {
    guard x >= 0, x < size.width, y >= 0, y < size.height else { return .blank }
    return cells[y * size.width + x]
  }

  /// The cells of a row from left to right; none outside of the frame.
  public func row(_ y: Int) -> ArraySlice<Cell> {
    guard y >= 0, y < size.height else { return [] }
    return cells[(y * size.width)..<((y + 1) * size.width)]
  }

  /// Whether a row shows something else than in another frame of the same width.
  public func differs(from other: Frame, inRow y: Int) -> Bool {
    guard size.width == other.size.width, y >= 0, y < size.height, y < other.size.height else {
      return true
    }
    return (y * size.width..<(y + 1) * size.width).contains { cells[$0] != other.cells[$0] }
  }

  /// The sign of a name in the frame's set.
  public func glyph(_ name: GlyphName) -> String { String(glyphs[name]) }

  /// Draws a widget that can touch nothing outside of a block.
  public mutating func draw(_ widget: some Widget, in rect: Rect) {
    clipped(to: rect) { widget.draw(into: &$0, in: rect) }
  }

  /// Runs a piece of drawing that can touch nothing outside of a block.
  public mutating func clipped(to rect: Rect, _ body: (inout Frame) -> Void) {
    let outer = clip
    clip = outer.intersection(rect)
    body(&self)
    clip = outer
  }
}

/// Something that can be drawn in any block, however small.
public protocol Widget {
  /// Draws itself; the frame cuts off what leaves the block.
  func draw(into frame: inout Frame, in rect: Rect)
}

/// To which side of its room a text leans.
public enum Alignment: Hashable, Sendable, CaseIterable {
  /// To the left.
  case left
  /// To the middle.
  case centre
  /// To the right.
  case right
}
