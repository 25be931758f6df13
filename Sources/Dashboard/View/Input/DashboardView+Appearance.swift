import SubscriptionCore
import TerminalUI

/// The list of themes, and the inspector of a cell.
extension DashboardView {
  /// Draws what is open of the looks.
  func drawAppearance(_ mode: AppearanceMode, into frame: inout Frame, _ layout: FrameLayout) {
    switch mode {
    case .picker: drawPicker(into: &frame, in: layout.body)
    case .inspector(let point): drawInspector(of: point, into: &frame)
    }
  }

  /// The themes at the right, so that the screen behind shows what the chosen one is like.
  private func drawPicker(into frame: inout Frame, in body: Rect) {
    let themes = model.settings.themes
    let width = min(34, body.width)
    let height = min(themes.count + 2, body.height)
    let box = Rect(x: body.right - width, y: body.y, width: width, height: height)
    frame.fill(box)
    frame.draw(
      Panel(title: "Theme", hint: "Enter keep  Esc as before", isFocused: true), in: box)
    let inner = Panel.content(of: box)
    let selection = model.settings.themeIndex
    let first = max(0, min(selection - inner.height / 2, themes.count - inner.height))
    for (row, theme) in themes.dropFirst(first).prefix(inner.height).enumerated() {
      let isCurrent = first + row == selection
      let line = inner.row(row)
      let note = theme.isOwn ? "yours" : theme.appearance.rawValue
      let room = max(0, line.width - note.count - 1)
      frame.put(
        (isCurrent ? frame.glyph(.pointer) : " ") + " " + theme.name,
        at: Point(x: line.x, y: line.y), width: room)
      frame.put(note, at: Point(x: line.right - note.count, y: line.y), role: .dim)
      if isCurrent {
        frame.overlay(.cursor, in: line)
        frame.cursor = Point(x: line.x, y: line.y)
      }
    }
  }

  /// The names and colours of a cell, at the end of the screen that is farther from it.
  private func drawInspector(of point: Point, into frame: inout Frame) {
    let cell = frame[point.x, point.y]
    let settings = model.settings
    let lines = inspectorLines(cell)
    let bounds = frame.bounds
    let height = min(lines.count + 2, bounds.height)
    let isBelow = point.y < bounds.height / 2
    let box = Rect(
      x: 0, y: isBelow ? bounds.height - height : 0, width: min(bounds.width, 78), height: height)
    frame.fill(box)
    frame.draw(
      Panel(
        title: "\(settings.theme.name), \(settings.looks.tier.title)",
        hint: "hjkl move  w next meaning  Esc close", isFocused: true), in: box)
    let inner = Panel.content(of: box)
    for (row, runs) in lines.prefix(inner.height).enumerated() {
      frame.put(runs, at: Point(x: inner.x, y: inner.y + row), width: inner.width)
    }
    frame.cursor = point
  }

  /// What is said of a cell.
  func inspectorLines(_ cell: Cell) -> [[TextRun]] {
    let settings = model.settings
    let explanation = settings.theme.explanation(
      of: cell.role, overlay: cell.overlay, tier: settings.looks.tier)
    var lines: [[TextRun]] = [
      line("role", cell.role.name + (cell.overlay.map { ", under \($0.name)" } ?? "")),
      line("fg", words(explanation.foreground, besides: cell.role)),
      line("bg", words(explanation.background, besides: cell.role)),
    ]
    lines += explanation.attributes.isEmpty ? [line("attr", "normal")] : []
    lines += explanation.attributes.map { line("attr", words($0, besides: cell.role)) }
    lines.append(line("else", fewerColors(cell)))
    return lines
  }

  private func line(_ name: String, _ text: String) -> [TextRun] {
    let gap = String(repeating: " ", count: max(1, 6 - name.count))
    return [TextRun(name + gap, role: .dim), TextRun(text)]
  }

  /// A colour, the role it is from where that is another one, and its place.
  private func words(_ part: StyleExplanation.Part, besides role: StyleRole) -> String {
    guard let owner = part.role else { return part.value + ", the terminal's own" }
    let from = owner == role ? "" : "  from \(owner.name)"
    guard let origin = part.origin, !origin.file.isEmpty else { return part.value + from }
    return part.value + from + "  " + origin.description
  }

  /// What the cell looks like with fewer colours.
  private func fewerColors(_ cell: Cell) -> String {
    ColorTier.allCases.reversed().filter { $0 < model.settings.looks.tier }.map { tier in
      let style = model.settings.theme.style(cell.role, overlay: cell.overlay, tier: tier)
      guard tier > .mono else { return "\(tier.title): \(style.attributes.words)" }
      return "\(tier.title): \(style.foreground.notation) on \(style.background.notation)"
    }.joined(separator: "  ")
  }
}
