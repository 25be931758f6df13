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
