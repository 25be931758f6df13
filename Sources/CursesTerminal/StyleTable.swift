import CTerminal
import TerminalUI

/// A cache of the colour pair and attributes of each role on one terminal.
struct StyleTable {
  struct Meaning: Hashable {
    var role: StyleRole
    var overlay: StyleRole?
  }

  struct Pen: Hashable {
    var pair: Int32
    var attributes: UInt32
  }

  private(set) var theme: Theme
  let tier: ColorTier
  /// The number of colours of the terminal: with only eight, the bright ones are drawn bold.
  let colors: Int
  private var pens: [Meaning: Pen] = [:]
  /// The colours assigned to numbers, if a terminal has more than its terminfo entry states.
  private var slots: ColorSlots?

  init(theme: Theme, tier: ColorTier, colors: Int) {
    self.theme = theme
    let stated = ColorTier(terminfoColors: colors)
    let lends = tier == .direct && stated == .indexed
    slots = lends ? ColorSlots() : nil
    self.tier = lends ? .direct : min(tier, stated)
    self.colors = colors
  }

  /// Draws with another theme from now on.
  ///
  /// - Returns: A Boolean value that indicates whether the screen can remain until it is redrawn;
  ///   otherwise numbers now mean other colours, and the whole screen must be repainted.
  mutating func use(_ theme: Theme) -> Bool {
    self.theme = theme
    pens = [:]
    guard let slots, slots.isFull else { return true }
    self.slots = ColorSlots()
    return false
  }

  /// Adds cells to the current row.
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
      cell.append(to: &text)
    }
    ct_row_add(screen, text, text.count, pen.pair, pen.attributes)
  }

  private mutating func pen(for meaning: Meaning, on screen: OpaquePointer) -> Pen {
    if let pen = pens[meaning] { return pen }
    let style = theme.style(meaning.role, overlay: meaning.overlay, tier: tier)
    var attributes = UInt32(style.attributes.rawValue)
    if colors == 8, case .indexed(8..<16) = style.foreground { attributes |= UInt32(ct_bold) }
    let (front, back) = (number(style.foreground, on: screen), number(style.background, on: screen))
    let pen = Pen(pair: ct_pair(screen, front, back), attributes: attributes)
    pens[meaning] = pen
    return pen
  }

  /// Returns the number of a colour in ncurses.
  private mutating func number(_ color: Color, on screen: OpaquePointer) -> Int32 {
    if slots != nil, let rgb = color.rgb { return slots?.number(of: rgb, on: screen) ?? 0 }
    switch color {
    case .terminal: return Int32(ct_default_color)
    case .indexed(let index) where tier == .direct && slots == nil && index >= 8:
      return color.components.map { direct($0.red << 16 | $0.green << 8 | $0.blue) } ?? 0
    case .indexed(let index): return Int32(colors == 8 ? index % 8 : index)
    case .rgb(let value): return direct(Int(value))
    }
  }

  /// Returns a direct colour; with direct colour, numbers below 8 are the palette's and not shades
  /// of blue.
  private func direct(_ value: Int) -> Int32 { value < 8 ? 0 : Int32(value) }
}

extension Color {
  /// The colour as `0xRRGGBB`; `nil` for those that users configure in their terminal.
  fileprivate var rgb: UInt32? {
    switch self {
    case .terminal, .indexed(0..<16): return nil
    case .rgb(let value): return value
    case .indexed: return components.map { UInt32($0.red << 16 | $0.green << 8 | $0.blue) }
    }
  }
}
