/// A part of a row that a picture writes in one piece: cells of one style and one kind.
///
/// Runs end where the kind of character changes, because fonts draw characters that are neither
/// Latin, Greek nor Cyrillic with glyphs of other fonts, which have widths of their own.
struct CellRun: Hashable {
  /// The kinds of characters, by what a picture does to keep them in their columns.
  enum Kind: Hashable {
    /// Letters and digits that every monospaced font has.
    case plain
    /// Signs and letters that often come from another font, one column each.
    case sign
    /// Characters two columns wide.
    case wide
    /// Lines, blocks and dots that are drawn as shapes (``CellShape``).
    case shape
  }

  /// The first column.
  var x: Int
  /// The number of columns.
  var columns: Int
  /// The characters.
  var text: String
  /// The colours and attributes.
  var style: ResolvedStyle
  /// The kind of the characters.
  var kind: Kind

  /// Returns the runs of a row from left to right, which cover all of its cells.
  static func runs(of row: some Sequence<Cell>, style: (Cell) -> ResolvedStyle) -> [CellRun] {
    var runs: [CellRun] = []
    var x = 0
    for cell in row {
      if cell.isContinuation {
        runs[runs.count - 1].columns += 1
        x += 1
        continue
      }
      let run = CellRun(x: x, columns: 1, text: cell.text, style: style(cell), kind: kind(of: cell))
      if let last = runs.last, last.style == run.style, last.kind == run.kind {
        runs[runs.count - 1].text += run.text
        runs[runs.count - 1].columns += 1
      } else {
        runs.append(run)
      }
      x += 1
    }
    return runs
  }

  /// A Boolean value that indicates whether nothing of the run is visible but its background.
  var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 } }

  private static func kind(of cell: Cell) -> Kind {
    if cell.width == 2 { return .wide }
    let scalars = cell.text.unicodeScalars
    guard let first = scalars.first else { return .plain }
    if CellShape(first) != nil, scalars.count == 1 { return .shape }
    return switch first.value {
    case 0..<0x250, 0x370..<0x530: .plain
    case _: .sign
    }
  }
}
