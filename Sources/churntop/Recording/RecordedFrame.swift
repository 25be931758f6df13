import TerminalUI

/// A screen of a recording: runs of text with what they mean, row by row.
struct RecordedFrame: Hashable, Sendable {
  /// A piece of a row.
  struct Run: Hashable, Sendable {
    /// The text.
    var text: String
    /// What it means.
    var role: String
    /// What its place means; empty for nothing more.
    var overlay = ""
  }

  /// Columns and rows.
  var size: Size
  /// The runs of each row.
  var rows: [[Run]]
  /// Where the cursor was.
  var cursor: Point?

  /// An empty screen.
  init(size: Size) {
    self.size = size
    rows = Array(repeating: [], count: size.height)
  }

  /// Takes a picture down.
  init(_ frame: Frame) {
    size = frame.size
    cursor = frame.cursor
    rows = (0..<frame.size.height).map { y in
      var runs: [Run] = []
      for cell in frame.row(y) {
        let overlay = cell.overlay?.name ?? ""
        if let last = runs.indices.last, runs[last].role == cell.role.name,
          runs[last].overlay == overlay
        {
          runs[last].text += cell.text
        } else {
          runs.append(Run(text: cell.text, role: cell.role.name, overlay: overlay))
        }
      }
      return runs
    }
  }

  /// The screen as a picture again; text is made safe on its way in.
  func frame(glyphs: Glyphs = .unicode) -> Frame {
    var frame = Frame(size: size, glyphs: glyphs)
    for (y, runs) in rows.enumerated() {
      var x = 0
      for run in runs {
        let end = frame.put(
          [TextRun(run.text, role: StyleRole(run.role))], at: Point(x: x, y: y))
        if !run.overlay.isEmpty {
          frame.overlay(
            StyleRole(run.overlay), in: Rect(x: x, y: y, width: end - x, height: 1))
        }
        x = end
      }
    }
    frame.cursor = cursor
    return frame
  }
}
