/// A box over a screen with a text about it, such as a step of a tour.
public struct CaptionBox: Hashable, Sendable {
  /// The title of the box.
  public var title: String
  /// The text; empty for a single line with the title and the keys.
  public var text: String
  /// The keys.
  public var hint: String
  /// A Boolean value that indicates whether the box is at the top, below the first two rows.
  public var isAbove: Bool

  /// Creates a box.
  public init(title: String = "", text: String, hint: String = "", isAbove: Bool = false) {
    (self.title, self.text, self.hint, self.isAbove) = (title, text, hint, isAbove)
  }

  /// The most columns of a line of the text, beyond which it is hard to read.
  private static let lineMax = 96

  /// Returns the block of the box on a screen; a box never covers more than half of it.
  ///
  /// A box at the bottom that would cover the cursor, which is where a line is being typed, is at
  /// the top.
  func place(on frame: Frame) -> Rect {
    let size = frame.size
    let width = min(size.width, Self.lineMax + 4)
    let rows = text.isEmpty ? 1 : Paragraph(text).lines(width: max(1, width - 4)).count + 2
    let height = min(rows, max(1, size.height / 2))
    let x = (size.width - width) / 2
    let above = Rect(x: x, y: min(2, max(0, size.height - height)), width: width, height: height)
    let below = Rect(x: x, y: max(0, size.height - height), width: width, height: height)
    if isAbove { return above }
    let hidesCursor = frame.cursor.map { $0.y >= below.y && $0.y > above.bottom } ?? false
    return hidesCursor ? above : below
  }
}

extension Frame {
  /// Returns the frame with a box over it; itself without one.
  public func captioned(_ box: CaptionBox?) -> Frame {
    guard let box, size.width >= 20, size.height >= 4 else { return self }
    var frame = self
    let place = box.place(on: self)
    guard place.height >= 3 else {
      let line = [box.title, box.hint].filter { !$0.isEmpty }.joined(separator: "  ")
      frame.put(" " + line, at: Point(x: place.x, y: place.y), width: place.width, role: .flashInfo)
      return frame
    }
    frame.draw(Panel(title: box.title, hint: box.hint, isFocused: true), in: place)
    frame.draw(Paragraph(box.text), in: Panel.content(of: place))
    return frame
  }
}
