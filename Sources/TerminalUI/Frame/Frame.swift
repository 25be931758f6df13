/// The content of the whole screen: a grid of cells and the position of the cursor.
///
/// A frame is a value. It is drawn from scratch each time and compared, printed or sent as a whole.
/// Drawing outside of it, or outside of the widget's own block, is clipped silently, so every view
/// works at every size. All text is sanitized by ``SafeText`` in one function
/// (``put(_:at:width:alignment:role:)``, which every other one uses).
public struct Frame: Hashable, Sendable {
  /// Columns and rows.
  public let size: Size
  /// The glyphs of boxes, bars and truncated text.
  public let glyphs: Glyphs
  /// The position of the hardware cursor, on the focused row or field; `nil` hides it.
  ///
  /// Screen readers and braille displays follow it.
  public var cursor: Point?

  /// The blocks that respond to clicks.
  private var hits = HitRegions()
  var cells: [Cell]
  var clip: Rect

  /// Creates an empty frame.
  public init(size: Size, glyphs: Glyphs = .unicode) {
    (self.size, self.glyphs) = (size, glyphs)
    cells = Array(repeating: .blank, count: size.width * size.height)
    clip = Rect(size)
  }

  /// The block of the whole frame.
  public var bounds: Rect { Rect(size) }

  /// The cell at a position; a blank one outside of the frame.
  public subscript(x: Int, y: Int) -> Cell {
    guard x >= 0, x < size.width, y >= 0, y < size.height else { return .blank }
    return cells[y * size.width + x]
  }

  /// Returns the cells of a row from left to right; none outside of the frame.
  public func row(_ y: Int) -> ArraySlice<Cell> {
    guard y >= 0, y < size.height else { return [] }
    return cells[(y * size.width)..<((y + 1) * size.width)]
  }

  /// Returns whether a row differs from the row of another frame of the same width.
  public func differs(from other: Frame, inRow y: Int) -> Bool {
    guard size.width == other.size.width, y >= 0, y < size.height, y < other.size.height else {
      return true
    }
    return (y * size.width..<(y + 1) * size.width).contains { cells[$0] != other.cells[$0] }
  }

  /// Returns the glyph of a name in the frame's set.
  public func glyph(_ name: GlyphName) -> String { String(glyphs[name]) }

  /// Draws a widget, clipped to a block.
  public mutating func draw(_ widget: some Widget, in rect: Rect) {
    clipped(to: rect) { widget.draw(into: &$0, in: rect) }
  }

  /// Records the target of clicks in a block; a later block covers an earlier one.
  public mutating func record(hit target: some Sendable, in rect: Rect) {
    let area = rect.intersection(clip)
    if !area.isEmpty { hits.regions.append((area, target)) }
  }

  /// Removes the blocks recorded so far, for example before an overlay is drawn over them.
  public mutating func forgetHits() { hits.regions = [] }

  /// Returns the target of a click at a point; `nil` if there is none of the type.
  public func hit<Target>(_ type: Target.Type = Target.self, at point: Point) -> Target? {
    hits.regions.last { $0.rect.contains(point) }?.target as? Target
  }

  /// Runs a drawing closure, clipped to a block.
  public mutating func clipped(to rect: Rect, _ body: (inout Frame) -> Void) {
    let outer = clip
    clip = outer.intersection(rect)
    body(&self)
    clip = outer
  }
}

/// The blocks of a frame that respond to clicks.
///
/// They do not take part in equality: frames that look the same are equal.
private struct HitRegions: Hashable, Sendable {
  var regions: [(rect: Rect, target: any Sendable)] = []

  static func == (left: HitRegions, right: HitRegions) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// A view that can be drawn in any block, however small.
public protocol Widget {
  /// Draws the view; the frame clips whatever is outside the block.
  func draw(into frame: inout Frame, in rect: Rect)
}

/// The alignment of a text in the available columns.
public enum Alignment: Hashable, Sendable, CaseIterable {
  /// To the left.
  case left
  /// To the middle.
  case centre
  /// To the right.
  case right

  /// Returns the columns before a text that leaves some of them spare.
  func lead(_ spare: @autoclosure () -> Int) -> Int {
    switch self {
    case .left: 0
    case .centre: spare() / 2
    case .right: spare()
    }
  }
}

extension Frame {
  /// The rows as plain text, without trailing spaces.
  public var lines: [String] {
    (0..<size.height).map { y in
      let line = row(y).reduce(into: "") { $0 += $1.text }
      return line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? ""
    }
  }

  /// The frame as plain text, one line per row, each terminated by a line feed.
  public var text: String { lines.map { $0 + "\n" }.joined() }
}
