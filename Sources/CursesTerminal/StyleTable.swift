import CTerminal
import TerminalUI

/// Which colour pair and attributes each meaning is drawn with on one terminal.
struct StyleTable {
  struct Meaning: Hashable {
    var role: StyleRole
    var overlay: StyleRole?
  }

  struct Pen: Hashable {
    var pair: Int32
    var attributes: UInt32
  }

  let theme: Theme
  let tier: ColorTier
  /// How many colours the terminal has: with only eight, the bright ones are drawn bold.
  let colors: Int
  private var pens: [Meaning: Pen] = [:]

  init(theme: Theme, tier: ColorTier, colors: Int) {
    self.theme = theme
    self.tier = tier
    self.colors = colors
  }

  /// Adds cells to the row that is being made.
  mutating func draw(_ cells: ArraySlice<Cell>, on screen: OpaquePointer) {
    var text: [UInt8] = []
    text.reserveCapacity(cells.count * 2)
    var meaning: Meaning?
    var pen = Pen(pair: 0, attributes: 0)
    for cell in cells where !cell.isContinuation {
      if cell.role != meaning?.role || cell.overlay != meaning?.overlay {
        let next = Meaning(role: cell.role, overlay: cell.overlay)
        ct_row_add(screen, text, text.count, pen.pair, pen.attributes)
        text.removeAll(keepingCapacity: true)
        pen = self.pen(for: next, on: screen)
        meaning = next
      }
      text.append(contentsOf: cell.text.utf8)
    }
    ct_row_add(screen, text, text.count, pen.pair, pen.attributes)
  }

  private mutating func pen(for meaning: Meaning, on screen: OpaquePointer) -> Pen {
    if let pen = pens[meaning] { return pen }
    let style = theme.style(meaning.role, overlay: meaning.overlay, tier: tier)
    var attributes = UInt32(style.attributes.rawValue)
    if colors == 8, case .indexed(8..<16) = style.foreground { attributes |= UInt32(ct_bold) }
    let pen = Pen(
      pair: ct_pair(screen, number(style.foreground), number(style.background)),
      attributes: attributes)
    pens[meaning] = pen
    return pen
  }

  /// The number ncurses knows a colour by.
  private func number(_ color: Color) -> Int32 {
    switch color {
    case .terminal: return Int32(ct_default_color)
    case .indexed(let index) where tier == .direct && index >= 8:
      return color.components.map { direct($0.red << 16 | $0.green << 8 | $0.blue) } ?? 0
    case .indexed(let index): return Int32(colors == 8 ? index % 8 : index)
    case .rgb(let value): return direct(Int(value))
    }
  }

  /// With direct colour, numbers below 8 are the palette's and not shades of blue.
  private func direct(_ value: Int) -> Int32 { value < 8 ? 0 : Int32(value) }
}
