extension Frame {
  /// Writes one line of text.
  ///
  /// - Parameters:
  ///   - text: The text, from any source; it is sanitized by ``SafeText``.
  ///   - point: The beginning of the available columns.
  ///   - width: The number of available columns. Longer text ends in an ellipsis; shorter text is
  ///     padded with spaces. Without a width the text has its own width and no padding.
  ///   - alignment: The alignment of the text in the available columns.
  ///   - role: The semantic role of the text.
  /// - Returns: The column after the last one written, for a following text on the same row.
  @discardableResult
  public mutating func put(
    _ text: String, at point: Point, width: Int? = nil, alignment: Alignment = .left,
    role: StyleRole = .text
  ) -> Int {
    let room = width.map { max(0, $0) }
    let isPlain = SafeText.isPlain(text)
    var used = isPlain ? text.utf8.count : 0
    var pieces: [SafeText.Piece] = []
    if !isPlain || used > room ?? used {
      pieces = SafeText.pieces(of: text)
      used = pieces.reduce(0) { $0 + $1.width }
    }
    if let room, used > room {
      (pieces, used) = SafeText.cut(pieces, to: room, ellipsis: glyph(.ellipsis))
    }
    let spare = max(0, (room ?? used) - used)
    let before = alignment.lead(spare)
    var x = point.x
    for _ in 0..<before { x = place(.space, x, point.y, role) }
    if pieces.isEmpty, used > 0 { x = place(plain: text, x, point.y, role) }
    for piece in pieces { x = place(piece, x, point.y, role) }
    for _ in before..<spare { x = place(.space, x, point.y, role) }
    return x
  }

  /// Writes several runs of text one after another, cut off at the end of the available columns.
  ///
  /// - Returns: The column after the last one written.
  @discardableResult
  public mutating func put(_ runs: [TextRun], at point: Point, width: Int? = nil) -> Int {
    let end = width.map { point.x + max(0, $0) }
    var x = point.x
    for (index, run) in runs.enumerated() {
      guard let end else {
        x = put(run.text, at: Point(x: x, y: point.y), role: run.role)
        continue
      }
      let rest = runs[(index + 1)...].contains { !$0.text.isEmpty }
      let need = SafeText.width(of: run.text)
      let room = end - x
      if need > room || (rest && need == room) {
        let text = rest && need <= room ? run.text + " " : run.text
        return put(text, at: Point(x: x, y: point.y), width: room, role: run.role)
      }
      x = put(run.text, at: Point(x: x, y: point.y), role: run.role)
    }
    return x
  }

  /// Fills a block with spaces.
  public mutating func fill(_ rect: Rect, role: StyleRole = .text) {
    fill(rect, with: .space, role)
  }

  /// Fills a block with one glyph.
  public mutating func fill(_ rect: Rect, with sign: GlyphName, role: StyleRole = .text) {
    fill(rect, with: glyphs.piece(of: sign), role)
  }

  private mutating func fill(_ rect: Rect, with piece: SafeText.Piece, _ role: StyleRole) {
    let area = rect.intersection(clip)
    guard !area.isEmpty else { return }
    for y in area.y..<area.bottom {
      separate(area.x, y)
      separate(area.right - 1, y)
      for index in (y * size.width + area.x)..<(y * size.width + area.right) {
        cells[index].piece = piece
        cells[index].role = role
      }
    }
  }

  /// Copies another frame into this one with its first cell at a position, as far as it fits.
  public mutating func copy(_ other: Frame, to point: Point = Point(x: 0, y: 0)) {
    let area = Rect(
      x: point.x, y: point.y, width: other.size.width, height: other.size.height
    ).intersection(clip)
    guard !area.isEmpty else { return }
    for y in area.y..<area.bottom {
      let source = (y - point.y) * other.size.width - point.x
      for x in area.x..<area.right {
        let cell = other.cells[source + x]
        guard cell.width < 2 || x + 1 < area.right else { continue }
        cells[y * size.width + x] = cell
      }
    }
  }

  /// Returns a block of this frame as a frame of its own; cells outside this frame are blank.
  public func part(_ rect: Rect) -> Frame {
    var part = Frame(size: rect.size, glyphs: glyphs)
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return part }
    for y in area.y..<area.bottom {
      let target = (y - rect.y) * rect.width - rect.x
      for x in area.x..<area.right { part.cells[target + x] = cells[y * size.width + x] }
    }
    return part
  }

  /// Sets the overlay of every cell in a block without changing its text.
  public mutating func overlay(_ role: StyleRole?, in rect: Rect) {
    let area = rect.intersection(clip)
    for y in area.y..<area.bottom {
      for x in area.x..<area.right { cells[y * size.width + x].overlay = role }
    }
  }

  /// Writes printable ASCII, each byte of which is one column wide.
  private mutating func place(plain text: String, _ x: Int, _ y: Int, _ role: StyleRole) -> Int {
    let end = x + text.utf8.count
    let (first, last) = (max(x, clip.x), min(end, clip.right) - 1)
    guard y >= clip.y, y < clip.bottom, first <= last else { return end }
    separate(first, y)
    separate(last, y)
    var index = y * size.width + first
    for byte in text.utf8.dropFirst(first - x).prefix(last - first + 1) {
      cells[index].piece = SafeText.Piece(Unicode.Scalar(byte), width: 1)
      cells[index].role = role
      index += 1
    }
    return end
  }

  /// Writes one piece of text; all other text functions use this one, except for plain ASCII.
  ///
  /// A wide character needs both columns inside the clip; half of one becomes a space, and so does
  /// the other half of a wide character that is overwritten.
  mutating func place(_ piece: SafeText.Piece, _ x: Int, _ y: Int, _ role: StyleRole) -> Int {
    let next = x + piece.width
    guard y >= clip.y, y < clip.bottom, next > clip.x, x < clip.right else { return next }
    if piece.width == 2, x < clip.x || next > clip.right {
      let inside = x < clip.x ? next - 1 : x
      _ = place(.space, inside, y, role)
      return next
    }
    separate(x, y)
    if piece.width == 2 { separate(x + 1, y) }
    let index = y * size.width + x
    cells[index].piece = piece
    cells[index].role = role
    if piece.width == 2 {
      cells[index + 1].piece = .continuation
      cells[index + 1].role = role
    }
    return next
  }

  /// Blanks the other half of a wide character that has a half at a position.
  private mutating func separate(_ x: Int, _ y: Int) {
    let index = y * size.width + x
    guard cells[index].width != 1 else { return }
    if cells[index].width == 0, x > 0 {
      cells[index - 1].piece = .space
      cells[index].piece = .space
    } else if cells[index].width == 2, x + 1 < size.width {
      cells[index + 1].piece = .space
    }
  }
}

/// A part of a line with one semantic role.
public struct TextRun: Hashable, Sendable {
  /// The text.
  public var text: String
  /// The semantic role.
  public var role: StyleRole

  /// Creates a run.
  public init(_ text: String, role: StyleRole = .text) { (self.text, self.role) = (text, role) }
}
