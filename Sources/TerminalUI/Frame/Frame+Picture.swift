extension Frame {
  /// The rows as plain text, without the spaces at their ends.
  public var lines: [String] {
    (0..<size.height).map { y in
      var line = ""
      for x in 0..<size.width { line += cells[y * size.width + x].text }
      var end = line.endIndex
      while end > line.startIndex, line[line.index(before: end)] == " " {
        end = line.index(before: end)
      }
      return String(line[..<end])
    }
  }

  /// The frame as plain text, one line a row, each ended by a line feed.
  public var text: String { lines.map { $0 + "\n" }.joined() }

  /// The looks as a picture of the same size as the text, and what its letters stand for.
  ///
  /// A full stop is the terminal's own look; every other look has a letter, in the order in which
  /// the looks appear, and a line such as `a #5fd7ff on default bold` below the picture.
  ///
  /// - Parameters:
  ///   - theme: The theme that the meanings are drawn with.
  ///   - tier: The colours there are.
  /// - Returns: The picture, a blank line and the legend.
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
          legend.append("\(letter) \(style.notation)")
        }
        picture.append(letters[style] ?? "?")
      }
      picture.append("\n")
    }
    return picture + "\n" + legend.map { $0 + "\n" }.joined()
  }

  /// The meanings as a picture of the same size as the text.
  ///
  /// - Parameter legend: The letter that stands for a role. An overlay's letter wins over the
  ///   role's. A meaning without a letter is drawn as a full stop, ordinary text as a space.
  /// - Returns: One line a row, each as long as the frame is wide.
  public func roles(_ legend: [StyleRole: Character]) -> [String] {
    (0..<size.height).map { y in
      var line = ""
      for x in 0..<size.width {
        let cell = cells[y * size.width + x]
        if let overlay = cell.overlay, let letter = legend[overlay] {
          line.append(letter)
        } else {
          line.append(legend[cell.role] ?? (cell.role == .text ? " " : "."))
        }
      }
      return line
    }
  }
}
