/// Text wrapped at word boundaries.
public struct Paragraph: Widget, Hashable, Sendable {
  /// The text; each line feed begins a new line.
  public var text: String
  /// The semantic role.
  public var role: StyleRole

  /// Creates a paragraph.
  public init(_ text: String, role: StyleRole = .text) { (self.text, self.role) = (text, role) }

  /// Returns the lines of the text in that many columns.
  ///
  /// A word longer than a line is broken at the end of the line. In Chinese and Japanese, which
  /// have no spaces between words, a line ends when it is full.
  public func lines(width: Int) -> [String] {
    guard width > 0 else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      Self.wrap(String($0), width)
    }
  }

  /// Draws as many lines as there are rows; the last one ends in an ellipsis if more remain.
  public func draw(into frame: inout Frame, in rect: Rect) {
    let lines = lines(width: rect.width)
    for (row, line) in lines.prefix(rect.height).enumerated() {
      let isCut = row == rect.height - 1 && lines.count > rect.height
      let text = isCut ? line + frame.glyph(.ellipsis) : line
      frame.put(text, at: Point(x: rect.x, y: rect.y + row), width: rect.width, role: role)
    }
  }

  private static func wrap(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    var word = ""
    var wordWidth = 0
    func endWord() {
      let gap = line.isEmpty ? 0 : 1
      if used + gap + wordWidth > width, !line.isEmpty {
        lines.append(line)
        (line, used) = ("", 0)
      }
      if !line.isEmpty {
        line += " "
        used += 1
      }
      line += word
      used += wordWidth
      (word, wordWidth) = ("", 0)
    }
    for piece in SafeText.pieces(of: text) {
      if piece == .space {
        if !word.isEmpty { endWord() }
        continue
      }
      if wordWidth + piece.width > width {
        if !line.isEmpty { lines.append(line) }
        (line, used) = ("", 0)
        if !word.isEmpty { lines.append(word) }
        (word, wordWidth) = ("", 0)
        if piece.width > width { continue }
      }
      piece.append(to: &word)
      wordWidth += piece.width
    }
    if !word.isEmpty { endWord() }
    lines.append(line)
    return lines
  }
}
