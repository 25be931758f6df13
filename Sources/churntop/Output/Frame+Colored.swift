import TerminalUI

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
