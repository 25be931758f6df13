import TerminalUI

extension Frame {
  /// Returns the resolved styles as a grid of letters of the same size as the text, with a legend.
  ///
  /// A full stop is the terminal's default style; every other style has a letter, in order of
  /// appearance, and a line such as `a #5fd7ff on default bold` below the grid.
  ///
  /// - Parameters:
  ///   - theme: The theme to resolve roles with.
  ///   - tier: The available colours.
  /// - Returns: The grid, a blank line and the legend.
  public func looks(of theme: Theme, tier: ColorTier) -> String {
    var letters: [ResolvedStyle: Character] = [.plain: "."]
    var legend: [String] = []
    let names = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    var picture = ""
    for y in 0..<size.height {
      for cell in row(y) {
        let style = theme.style(cell.role, overlay: cell.overlay, tier: tier)
        if letters[style] == nil {
          let letter = legend.count < names.count ? names[legend.count] : "?"
          letters[style] = letter
          legend.append("\(letter) \(words(of: style))")
        }
        picture.append(letters[style] ?? "?")
      }
      picture.append("\n")
    }
    return picture + "\n" + legend.map { $0 + "\n" }.joined()
  }

  /// Returns the roles as a grid of letters of the same size as the text.
  ///
  /// - Parameter legend: The letter of each role. An overlay's letter has precedence over the
  ///   role's. A role without a letter is drawn as a full stop, ordinary text as a space.
  /// - Returns: One line per row, each as long as the frame is wide.
  public func roles(_ legend: [StyleRole: Character]) -> [String] {
    (0..<size.height).map { y in
      var line = ""
      for cell in row(y) {
        if let overlay = cell.overlay, let letter = legend[overlay] {
          line.append(letter)
        } else {
          line.append(legend[cell.role] ?? (cell.role == .text ? " " : "."))
        }
      }
      return line
    }
  }

  /// The style as one line, such as `#5fd7ff on default bold`.
  private func words(of style: ResolvedStyle) -> String {
    let colors = "\(style.foreground.notation) on \(style.background.notation)"
    return style.attributes.isEmpty ? colors : colors + " " + style.attributes.words
  }
}
