/// The cursor of a list or of a panel with lines, and the line that the view begins with.
public struct ListCursor: Hashable, Sendable {
  /// The index of the line under the cursor.
  public var line = 0
  /// The index of the first line in view, in a list that scrolls.
  public private(set) var top = 0

  /// Moves the cursor in a list of a length, and the view after it.
  ///
  /// A step over the edge of the view brings a third of a page into it: every row is sent to the
  /// terminal then, which is too much for each of many steps over a slow line.
  mutating func move(_ movement: Movement, count: Int, height: Int) {
    let former = top
    let line = movement.target(from: line, count: count, first: top, page: height)
    select(line, count: count, height: height)
    guard movement == .down || movement == .up, top != former else { return }
    top += (top > former ? 1 : -1) * max(0, height / 3 - 1)
    reveal(count: count, height: height)
  }

  /// Puts the cursor on a line and brings it into view.
  mutating func select(_ line: Int, count: Int, height: Int) {
    self.line = max(0, min(line, count - 1))
    reveal(count: count, height: height)
  }

  /// Scrolls as little as needed to have the cursor among the lines in view.
  mutating func reveal(count: Int, height: Int) {
    let height = max(1, height)
    top = max(0, min(max(min(top, line), line - height + 1), count - height))
  }

  /// Puts the cursor and the view on lines, as when those above them came or went.
  mutating func follow(_ line: Int, top: Int) {
    (self.line, self.top) = (max(0, line), max(0, top))
  }

  /// The lines in view.
  func visible(count: Int, height: Int) -> Range<Int> {
    let first = max(0, min(top, count - max(1, height)))
    return first..<max(first, min(count, first + max(0, height)))
  }

  /// The lines in view where the cursor stays in the middle.
  func centred(count: Int, height: Int) -> Range<Int> {
    let first = max(0, min(min(line, count - 1) - height / 2, count - height))
    return first..<max(first, min(count, first + max(0, height)))
  }
}

/// The cursors of the panels of a screen.
public struct PaneCursors<Pane: Hashable & Sendable>: Hashable, Sendable {
  private var cursors: [Pane: ListCursor] = [:]

  /// The cursor of a panel.
  public subscript(pane: Pane) -> ListCursor {
    get { cursors[pane] ?? ListCursor() }
    set { cursors[pane] = newValue }
  }
}
