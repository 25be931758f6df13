/// A box with a title at its top left and its keys at its bottom right.
public struct Panel: Widget, Hashable, Sendable {
  /// The title of the box.
  public var title: String
  /// The keys, or a position in a list; omitted if there is too little space.
  public var hint: String
  /// A Boolean value that indicates whether the box receives keys.
  public var isFocused: Bool

  /// Creates a box.
  public init(title: String = "", hint: String = "", isFocused: Bool = false) {
    (self.title, self.hint, self.isFocused) = (title, hint, isFocused)
  }

  /// Returns the block inside of the box, with a margin of one column at the sides.
  public static func content(of rect: Rect) -> Rect {
    rect.inset(left: 2, top: 1, right: 2, bottom: 1)
  }

  /// Draws the box around a cleared block; a block of a single row or column is only a line.
  public func draw(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let role: StyleRole = isFocused ? .borderFocus : .border
    frame.fill(rect)
    frame.overlay(nil, in: rect)
    for y in [rect.y, rect.bottom - 1] {
      let side = Rect(x: rect.x, y: y, width: rect.width, height: 1)
      frame.fill(side, with: .boxHorizontal, role: role)
    }
    for x in [rect.x, rect.right - 1] {
      let side = Rect(x: x, y: rect.y, width: 1, height: rect.height)
      frame.fill(side, with: .boxVertical, role: role)
    }
    for (name, x, y) in [
      (GlyphName.boxTopLeft, rect.x, rect.y), (.boxTopRight, rect.right - 1, rect.y),
      (.boxBottomLeft, rect.x, rect.bottom - 1), (.boxBottomRight, rect.right - 1, rect.bottom - 1),
    ] {
      frame.put(frame.glyph(name), at: Point(x: x, y: y), role: role)
    }
    drawLabels(into: &frame, in: rect)
  }

  private func drawLabels(into frame: inout Frame, in rect: Rect) {
    let room = rect.width - 6
    guard room > 0 else { return }
    if !title.isEmpty {
      let text = SafeText.truncated(title, to: room, ellipsis: frame.glyph(.ellipsis))
      frame.put(" \(text) ", at: Point(x: rect.x + 2, y: rect.y), role: .title)
    }
    let width = SafeText.width(of: hint)
    if !hint.isEmpty, width <= room, rect.height > 1 {
      let x = rect.right - 2 - width - 2
      frame.put(" \(hint) ", at: Point(x: x, y: rect.bottom - 1), role: .hintText)
    }
  }
}
