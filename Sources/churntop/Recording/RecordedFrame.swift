import TerminalUI

/// A screen of a recording: rows of text runs with their style roles.
struct RecordedFrame: Hashable, Sendable {
  /// A run of text with one style.
  struct Run: Hashable, Sendable {
    /// The text.
    var text: String
    /// The name of the style role.
    var role: String
    /// The name of the overlay role; empty for none.
    var overlay = ""
  }

  /// The size in columns and rows.
  var size: Size
  var rows: [[Run]]
  /// The position of the cursor.
  var cursor: Point?

  init(size: Size) {
    self.size = size
    rows = Array(repeating: [], count: size.height)
  }

  /// Creates the recording of a frame.
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

  /// Returns the recorded frame; its text is sanitized.
  func frame(glyphs: Glyphs = .unicode) -> Frame {
    var frame = Frame(size: size, glyphs: glyphs)
    for (y, runs) in rows.enumerated() {
      var x = 0
      for run in runs {
        let end = frame.put([TextRun(run.text, role: StyleRole(run.role))], at: Point(x: x, y: y))
        if !run.overlay.isEmpty {
          frame.overlay(StyleRole(run.overlay), in: Rect(x: x, y: y, width: end - x, height: 1))
        }
        x = end
      }
    }
    frame.cursor = cursor
    return frame
  }
}
