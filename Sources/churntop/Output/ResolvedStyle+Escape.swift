import TerminalUI

extension ResolvedStyle {
  /// Returns the text between the escape sequences that begin and end the style.
  func wrap(_ text: String) -> String {
    var codes: [String] = []
    let attributes: [(TextAttributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    for (attribute, code) in attributes where self.attributes.contains(attribute) {
      codes.append(code)
    }
    codes += foreground.codes(30) + background.codes(40)
    return codes.isEmpty ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}

extension Color {
  /// Returns the parameters that select the colour, where 30 is the foreground and 40 the
  /// background; the sixteen ANSI colours have the codes that every terminal knows.
  fileprivate func codes(_ layer: Int) -> [String] {
    switch self {
    case .terminal: []
    case .indexed(let index) where index < 8: ["\(layer + Int(index))"]
    case .indexed(let index) where index < 16: ["\(layer + 60 + Int(index) - 8)"]
    case .indexed(let index): ["\(layer + 8);5;\(index)"]
    case .rgb(let value):
      ["\(layer + 8);2;\(value >> 16 & 255);\(value >> 8 & 255);\(value & 255)"]
    }
  }
}

extension Frame {
  /// Returns the frame as text with the escape sequences of a theme.
  func colored(_ theme: Theme, tier: ColorTier) -> String {
    (0..<size.height).map { colored(row: $0, theme, tier: tier) + "\n" }.joined()
  }

  /// Returns a row of the frame as text with the escape sequences of a theme.
  func colored(row y: Int, _ theme: Theme, tier: ColorTier) -> String {
    var text = ""
    var (run, style) = ("", ResolvedStyle.plain)
    for cell in row(y) {
      let next = theme.style(cell.role, overlay: cell.overlay, tier: tier)
      if next != style {
        text += style.wrap(run)
        (run, style) = ("", next)
      }
      run += cell.text
    }
    return text + style.wrap(run)
  }
}
