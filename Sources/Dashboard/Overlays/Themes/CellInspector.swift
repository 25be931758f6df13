import SubscriptionCore
import TerminalUI

/// The inspector of a cell: its theme roles, its colours, and the file that states them.
public struct CellInspector: Hashable, Sendable {
  /// The cell.
  public var point: Point
}

extension CellInspector: Overlay {
  var takesWheel: Bool { true }

  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    var point = point
    let size = model.size
    switch KeyChord(press).name {
    case "Esc", "q", "Enter":
      model.input = .none
      return []
    case "h", "Left": point.x -= 1
    case "l", "Right": point.x += 1
    case "k", "Up": point.y -= 1
    case "j", "Down": point.y += 1
    case "w", "Tab": point = nextMeaning(by: 1, in: model)
    case "b", "S-Tab": point = nextMeaning(by: -1, in: model)
    case "0", "Home": point.x = 0
    case "$", "End": point.x = size.width - 1
    case "g", "PgUp": point.y = 0
    case "G", "PgDn": point.y = size.height - 1
    case _: return []
    }
    point.x = min(max(0, point.x), max(0, size.width - 1))
    point.y = min(max(0, point.y), max(0, size.height - 1))
    model.input = .inspector(CellInspector(point: point))
    return []
  }

  /// The screen behind the inspector.
  private func frame(behind model: DashboardModel) -> Frame {
    var bare = model
    bare.input = .none
    return DashboardView(model: bare).frame(size: model.size)
  }

  /// The nearest cell in reading order with another role.
  private func nextMeaning(by step: Int, in model: DashboardModel) -> Point {
    let frame = frame(behind: model)
    let size = model.size
    let start = frame[point.x, point.y]
    var place = point.y * size.width + point.x
    while true {
      place += step
      guard (0..<size.width * size.height).contains(place) else { return point }
      let cell = frame[place % size.width, place / size.width]
      if cell.role != start.role || cell.overlay != start.overlay {
        return Point(x: place % size.width, y: place / size.width)
      }
    }
  }

  func hints(in model: DashboardModel) -> InputHints {
    InputHints(
      [.init("l", "right"), .init("j", "down"), .init("w", "next meaning")] + model.copyHint,
      last: .init("Esc", "close"))
  }

  /// Draws the names and colours at the end of the screen that is farther from the cell.
  func draw(_ view: DashboardView, into frame: inout Frame, _ layout: FrameLayout) {
    let settings = view.model.settings
    let lines = lines(about: frame[point.x, point.y], settings)
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
    frame.put(lines, in: inner)
    frame.cursor = point
  }

  func openText(_ view: DashboardView) -> OpenText {
    let cell = frame(behind: view.model)[point.x, point.y]
    return OpenText(
      name: "what is said of the cell",
      lines: lines(about: cell, view.model.settings).map { $0.map(\.text).joined() })
  }

  func sentences(in model: DashboardModel) -> [String] { ThemePicker.sentences }

  /// The lines about a cell.
  private func lines(about cell: Cell, _ settings: DashboardSettings) -> [[TextRun]] {
    let explanation = settings.theme.explanation(
      of: cell.role, overlay: cell.overlay, tier: settings.looks.tier)
    var lines: [[TextRun]] = [
      line("role", cell.role.name + (cell.overlay.map { ", under \($0.name)" } ?? "")),
      line("fg", words(explanation.foreground, besides: cell.role)),
      line("bg", words(explanation.background, besides: cell.role)),
    ]
    lines += explanation.attributes.isEmpty ? [line("attr", "normal")] : []
    lines += explanation.attributes.map { line("attr", words($0, besides: cell.role)) }
    lines.append(line("else", fewerColors(cell, settings)))
    return lines
  }

  private func line(_ name: String, _ text: String) -> [TextRun] {
    [TextRun(Formatting.left(name + " ", 6), role: .dim), TextRun(text)]
  }

  /// A colour, the role it is from where that is another one, and its file.
  private func words(_ part: StyleExplanation.Part, besides role: StyleRole) -> String {
    guard let owner = part.role else { return part.value + ", the terminal's own" }
    let from = owner == role ? "" : "  from \(owner.name)"
    guard let origin = part.origin, !origin.file.isEmpty else { return part.value + from }
    return part.value + from + "  " + origin.description
  }

  /// The style of the cell with fewer colours.
  private func fewerColors(_ cell: Cell, _ settings: DashboardSettings) -> String {
    ColorTier.allCases.reversed().filter { $0 < settings.looks.tier }.map { tier in
      let style = settings.theme.style(cell.role, overlay: cell.overlay, tier: tier)
      guard tier > .mono else { return "\(tier.title): \(style.attributes.words)" }
      return "\(tier.title): \(style.foreground.notation) on \(style.background.notation)"
    }.joined(separator: "  ")
  }
}

extension DashboardModel {
  /// Opens the inspector on the cell of the hardware cursor.
  mutating func openInspector() {
    let cursor = DashboardView(model: self).frame(size: size).cursor
    messages.flash = nil
    input = .inspector(CellInspector(point: cursor ?? Point(x: size.width / 2, y: size.height / 2)))
  }
}
