/// The picture as SVG 2 (<https://www.w3.org/TR/SVG2/>).
///
/// Text is text: it can be selected, searched and read aloud. Each run states its own length, so
/// that columns stay aligned in fonts of other widths. Lines, blocks and dots are drawn as shapes
/// under transparent text.
extension FramePicture {
  /// The units around the cells.
  private static let margin = 14
  /// The size of the font, whose usual advance is a cell's width.
  private static let fontSize = 15
  /// The base line of text below the top of its cell.
  private static let baseline = 14

  /// The picture as a document of its own, without scripts, fonts or other files.
  public var svg: String {
    let (width, height) = (
      size.width * CellShape.width + 2 * Self.margin,
      size.height * CellShape.height + 2 * Self.margin
    )
    let motion = Motion(moments.map(\.milliseconds))
    let rows = motion.shown(
      moments.map { moment in (0..<size.height).map { row(moment.frame, $0) } })
    let description = sentences.map { Markup.escaped($0) }.joined(separator: "\n")
    let style = motion.isMoving ? "<style>\(motion.style(of: rows.map(\.pattern)))</style>\n" : ""
    let body = rows.map { row in
      motion.isAlways(row.pattern)
        ? row.markup : "<g class=\"m\(motion.number(of: row.pattern))\">\n\(row.markup)</g>\n"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="title desc">
      <title id="title">\(Markup.escaped(title))</title>
      <desc id="desc">\(description)</desc>
      \(style)<rect width="\(width)" height="\(height)" rx="8" \
      fill="\(Markup.color(colors.background))"/>
      <g transform="translate(\(Self.margin) \(Self.margin))" font-family="\(Markup.fonts)" \
      font-size="\(Self.fontSize)" fill="\(Markup.color(colors.foreground))" \
      shape-rendering="crispEdges">
      \(body.joined())</g>
      </svg>

      """
  }

  // MARK: Rows

  /// Returns the markup of a row: what is behind the text, the shapes, the text.
  private func row(_ frame: Frame, _ y: Int) -> String {
    let runs = runs(of: frame, row: y)
    var paths = Paths()
    for run in runs {
      let pair = colors.pair(run.style)
      if pair.back != colors.background {
        paths.add(cells(run, y), pair.back)
      }
    }
    for run in runs {
      let pair = colors.pair(run.style)
      if run.kind == .shape { addShapes(of: run, y, pair, to: &paths) }
      if run.style.attributes.contains(.underline) {
        let line = cells(run, y)
        paths.add(
          Rect(x: line.x, y: line.y + Self.baseline + 2, width: line.width, height: 1), pair.text)
      }
    }
    return paths.markup + text(runs, y)
  }

  /// Returns the block of a run in units.
  private func cells(_ run: CellRun, _ y: Int) -> Rect {
    Rect(
      x: run.x * CellShape.width, y: y * CellShape.height, width: run.columns * CellShape.width,
      height: CellShape.height)
  }

  private func addShapes(
    of run: CellRun, _ y: Int, _ pair: PictureColors.Pair, to paths: inout Paths
  ) {
    for (offset, scalar) in run.text.unicodeScalars.enumerated() {
      guard let shape = CellShape(scalar) else { continue }
      for rect in shape.rects {
        paths.add(
          Rect(
            x: (run.x + offset) * CellShape.width + rect.x, y: y * CellShape.height + rect.y,
            width: rect.width, height: rect.height), pair.shade(shape.eighths))
      }
    }
  }

  /// Returns the text of a row as one element, so that it is copied as one line.
  ///
  /// A run of spaces continues the run before it, since its background is drawn already.
  private func text(_ runs: [CellRun], _ y: Int) -> String {
    var pieces: [CellRun] = []
    for run in runs {
      if let last = pieces.indices.last, run.isBlank || joins(pieces[last], run) {
        pieces[last].text += run.text
        pieces[last].columns += run.columns
      } else {
        pieces.append(run)
      }
    }
    guard pieces.contains(where: { !$0.isBlank }) else { return "" }
    if let last = pieces.indices.last { pieces[last].trimEnd() }
    let spans = pieces.map(span).joined()
    let place = y * CellShape.height + Self.baseline
    return "<text xml:space=\"preserve\" y=\"\(place)\">\(spans)</text>\n"
  }

  /// Returns whether a run of plain text looks the same as the one before it.
  private func joins(_ first: CellRun, _ second: CellRun) -> Bool {
    let look: TextAttributes = [.bold, .italic]
    return first.kind == .plain && second.kind == .plain
      && colors.pair(first.style).text == colors.pair(second.style).text
      && first.style.attributes.intersection(look) == second.style.attributes.intersection(look)
  }

  private func span(_ run: CellRun) -> String {
    var attributes = "x=\"\(run.x * CellShape.width)\" "
    attributes += "textLength=\"\(run.columns * CellShape.width)\""
    if run.kind != .plain { attributes += " lengthAdjust=\"spacingAndGlyphs\"" }
    if run.kind == .shape {
      attributes += " fill-opacity=\"0\""
    } else {
      let color = colors.pair(run.style).text
      if color != colors.foreground { attributes += " fill=\"\(Markup.color(color))\"" }
      if run.style.attributes.contains(.bold) { attributes += " font-weight=\"700\"" }
      if run.style.attributes.contains(.italic) { attributes += " font-style=\"italic\"" }
    }
    return "<tspan \(attributes)>\(Markup.escaped(run.text))</tspan>"
  }
}

extension CellRun {
  /// Removes the spaces at the end.
  fileprivate mutating func trimEnd() {
    while text.utf8.last == 0x20 {
      text.removeLast()
      columns -= 1
    }
  }
}

/// The rectangles of a row, by colour in the order of their first use.
private struct Paths {
  private var colors: [UInt32] = []
  private var rects: [[Rect]] = []

  /// Adds a rectangle; one that continues the last of its colour to the right extends that.
  mutating func add(_ rect: Rect, _ color: UInt32) {
    guard !rect.isEmpty else { return }
    guard let place = colors.firstIndex(of: color) else {
      colors.append(color)
      rects.append([rect])
      return
    }
    if let last = rects[place].last, last.right == rect.x, last.y == rect.y,
      last.height == rect.height
    {
      rects[place][rects[place].count - 1].width += rect.width
    } else {
      rects[place].append(rect)
    }
  }

  /// The rectangles as paths.
  var markup: String {
    zip(colors, rects).map { color, rects in
      let lines = rects.map { "M\($0.x) \($0.y)h\($0.width)v\($0.height)h-\($0.width)z" }
      return "<path fill=\"\(Markup.color(color))\" d=\"\(lines.joined())\"/>\n"
    }.joined()
  }
}
