/// A number in big digits of block cells, as large as its block allows.
public struct BigText: Widget, Hashable, Sendable {
  /// The digits, and the signs `,`, `.`, `-` and `%`.
  public var text: String
  /// The semantic role of the digits.
  public var role: StyleRole

  /// Creates a number.
  public init(_ text: String, role: StyleRole = .text) { (self.text, self.role) = (text, role) }

  /// The columns and rows of cells of one dot, from small to large.
  private static let scales = [(1, 1), (2, 1), (3, 2), (4, 2), (6, 3), (8, 4)].map {
    Size(width: $0.0, height: $0.1)
  }
  /// The rows of dots of a digit.
  private static let rows = 5

  /// The dots of each sign, row by row; a space is no dot.
  private static let dots: [Character: [String]] = [
    "0": ["###", "# #", "# #", "# #", "###"], "1": [" # ", "## ", " # ", " # ", "###"],
    "2": ["###", "  #", "###", "#  ", "###"], "3": ["###", "  #", "###", "  #", "###"],
    "4": ["# #", "# #", "###", "  #", "  #"], "5": ["###", "#  ", "###", "  #", "###"],
    "6": ["###", "#  ", "###", "# #", "###"], "7": ["###", "  #", "  #", "  #", "  #"],
    "8": ["###", "# #", "###", "# #", "###"], "9": ["###", "# #", "###", "  #", "###"],
    "%": ["# #", "  #", " # ", "#  ", "# #"], "-": ["   ", "   ", "###", "   ", "   "],
    ",": [" ", " ", " ", "#", "#"], ".": [" ", " ", " ", " ", "#"],
  ]

  /// Returns the number of rows that the number takes in a block: those of its digits, or one if it
  /// is written as text, because its digits would not fit or one has no dots.
  public func height(in size: Size) -> Int { scale(in: size).map { $0.height * Self.rows } ?? 1 }

  /// Returns the largest scale that fits a block; `nil` if none does.
  private func scale(in size: Size) -> Size? {
    guard !text.isEmpty, text.allSatisfy({ Self.dots[$0] != nil }) else { return nil }
    let columns = text.reduce(-1) { $0 + 1 + (Self.dots[$1]?.first?.count ?? 0) }
    return Self.scales.last {
      $0.width * columns <= size.width && $0.height * Self.rows <= size.height
    }
  }

  /// Draws the number at the top left of the block.
  public func draw(into frame: inout Frame, in rect: Rect) {
    guard let scale = scale(in: rect.size) else {
      frame.put(text, at: Point(x: rect.x, y: rect.y), width: rect.width, role: role)
      return
    }
    var x = rect.x
    for sign in text {
      let rows = Self.dots[sign] ?? []
      for (row, dots) in rows.enumerated() {
        for (column, dot) in dots.enumerated() where dot == "#" {
          let place = Rect(
            x: x + column * scale.width, y: rect.y + row * scale.height, width: scale.width,
            height: scale.height)
          frame.fill(place, with: GlyphName.barEighths[7], role: role)
        }
      }
      x += ((rows.first?.count ?? 0) + 1) * scale.width
    }
  }
}
