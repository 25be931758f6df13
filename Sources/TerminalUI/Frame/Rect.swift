/// A block of cells.
///
/// Every operation is total: a rectangle without enough space becomes empty, never negative, so a
/// layout needs no special case for a small screen.
public struct Rect: Hashable, Sendable {
  /// The leftmost column.
  public var x: Int
  /// The topmost row.
  public var y: Int
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Creates a block; negative sides become zero.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y) = (x, y)
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Creates the block of a whole screen.
  public init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  /// The position of the block's first cell.
  public var origin: Point { Point(x: x, y: y) }
  /// The first column to the right of the block.
  public var right: Int { x + width }
  /// The first row below the block.
  public var bottom: Int { y + height }
  /// A Boolean value that indicates whether the block has no cells.
  public var isEmpty: Bool { width == 0 || height == 0 }
  /// The block's columns and rows.
  public var size: Size { Size(width: width, height: height) }

  /// Returns whether a position is inside the block.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < right && point.y >= y && point.y < bottom
  }

  /// Returns the cells that two blocks share.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: min(right, other.right) - left,
      height: min(bottom, other.bottom) - top)
  }

  /// Returns the block without a margin on each side.
  public func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rect {
    Rect(x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
  }

  /// Splits rows off the top; the second part is the remainder, possibly empty.
  public func split(top rows: Int) -> (top: Rect, rest: Rect) {
    let taken = min(max(0, rows), height)
    return (
      Rect(x: x, y: y, width: width, height: taken),
      Rect(x: x, y: y + taken, width: width, height: height - taken)
    )
  }

  /// Splits rows off the bottom; the first part is the remainder, possibly empty.
  public func split(bottom rows: Int) -> (rest: Rect, bottom: Rect) {
    let (rest, cut) = split(top: height - min(max(0, rows), height))
    return (rest, cut)
  }

  /// Splits columns off the left; the second part is the remainder, possibly empty.
  public func split(left columns: Int) -> (left: Rect, rest: Rect) {
    let taken = min(max(0, columns), width)
    return (
      Rect(x: x, y: y, width: taken, height: height),
      Rect(x: x + taken, y: y, width: width - taken, height: height)
    )
  }

  /// Returns one row of the block, counted from its top; empty if there is no such row.
  public func row(_ index: Int) -> Rect {
    guard index >= 0, index < height else { return Rect(x: x, y: y, width: 0, height: 0) }
    return Rect(x: x, y: y + index, width: width, height: 1)
  }
}
