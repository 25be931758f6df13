import TerminalUI

/// A table that is formatted as text, CSV or Markdown.
struct Table {
  /// The heading of a column and the alignment of its cells.
  struct Column {
    /// The heading.
    var title: String
    /// A Boolean value that indicates whether cells are aligned to the right, as numbers are.
    var leansRight = false
    /// The minimum width if there is little room; `nil` if the column does not shrink.
    var least: Int?
    /// The rank by which columns are removed if shrinking is not enough, the lowest first; `nil` if
    /// the column stays.
    var turn: Int?
  }

  /// A value of a row.
  struct Cell {
    /// The text; foreign text is sanitized when the table is formatted.
    var text: String
    /// The style, if colour is permitted.
    var ink: TextStyle = .plain
  }

  var columns: [Column]
  /// The rows, with one cell for each column.
  var rows: [[Cell]] = []
}

extension Table {
  /// Creates a table of plain texts.
  init(_ titles: [String], _ rows: [[String]]) {
    self.init(
      columns: titles.map { Column(title: $0) },
      rows: rows.map { row in row.map { Cell(text: $0) } })
  }

  /// Creates a table of figures, aligned to the right beside the first column, with one column in
  /// bold and the turns of those that are removed if there is little room.
  init(figures titles: [String], _ rows: [[String]], strong: Int, turns: [Int: Int] = [:]) {
    self.init(
      columns: titles.enumerated().map { place, title in
        Column(title: title.uppercased(), leansRight: place > 0, turn: turns[place])
      },
      rows: rows.map { row in
        row.enumerated().map { Cell(text: $1, ink: $0 == strong ? .strong : .plain) }
      })
  }

  /// Formats the table as aligned text, with a heading unless disabled; empty without rows.
  func text(ink: Bool, heading: Bool = true, room: Int? = nil) -> String {
    var widths: [Int] = []
    return text(ink: ink, heading: heading, room: room, widths: &widths)
  }

  /// Formats the table as aligned text; empty without rows.
  ///
  /// A column is as wide as its widest cell on screen, so that wide characters are aligned. The
  /// widths only grow, so that a list printed in chunks stays aligned; if there is not enough room,
  /// columns shrink or are removed.
  func text(ink: Bool, heading: Bool, room: Int? = nil, widths: inout [Int]) -> String {
    guard !rows.isEmpty else { return "" }
    let shown = rows.map { row in row.map { DisplayText.sanitized($0.text) } }
    if widths.isEmpty {
      widths = columns.map { heading ? DisplayText.width($0.title) : 0 }
    }
    for row in shown {
      for (index, cell) in row.enumerated() where widths[index] >= 0 {
        widths[index] = max(widths[index], DisplayText.width(cell))
      }
    }
    if let room { widths = fitted(widths, to: room) }
    var result = heading ? line(columns.map(\.title), widths, inks: nil) : ""
    for (row, cells) in zip(rows, shown) {
      result += line(cells, widths, inks: ink ? row.map(\.ink) : nil)
    }
    return result
  }

  /// Returns widths that fit into a number of columns, as far as possible; the width of a removed
  /// column is -1.
  private func fitted(_ widths: [Int], to room: Int) -> [Int] {
    var fitted = widths
    func total(_ widths: [Int]) -> Int {
      let shown = widths.filter { $0 >= 0 }
      return shown.reduce(0, +) + 2 * max(0, shown.count - 1)
    }
    func least(_ index: Int) -> Int { min(fitted[index], columns[index].least ?? fitted[index]) }
    let turned = columns.indices.filter { columns[$0].turn != nil }
      .sorted { (columns[$0].turn ?? 0) < (columns[$1].turn ?? 0) }
    for index in turned where total(fitted.indices.map(least)) > room {
      fitted[index] = -1
    }
    while total(fitted) > room {
      let loose = fitted.indices.filter { fitted[$0] > least($0) }
      guard let widest = loose.max(by: { fitted[$0] < fitted[$1] }) else { break }
      fitted[widest] -= 1
    }
    return fitted
  }

  private func line(_ cells: [String], _ widths: [Int], inks: [TextStyle]?) -> String {
    var parts: [String] = []
    let last = widths.lastIndex { $0 >= 0 }
    for (index, whole) in cells.enumerated() where widths[index] >= 0 {
      let cell = SafeText.truncated(whole, to: widths[index], ellipsis: "…")
      let gap = String(repeating: " ", count: max(0, widths[index] - DisplayText.width(cell)))
      let inked = inks.map { $0[index].wrap(cell) } ?? cell
      let isLast = index == last
      if columns[index].leansRight {
        parts.append(gap + inked)
      } else {
        parts.append(isLast ? inked : inked + gap)
      }
    }
    return parts.joined(separator: "  ") + "\n"
  }

  /// The table in GitHub-flavoured Markdown.
  var markdown: String {
    var result = "| " + columns.map(\.title).joined(separator: " | ") + " |\n"
    result += "|" + columns.map { $0.leansRight ? " ---: |" : " --- |" }.joined() + "\n"
    for row in rows { result += Table.markdownRow(row.map(\.text)) }
    return result
  }

  /// Formats a row of a Markdown table.
  static func markdownRow(_ cells: [String]) -> String {
    "| " + cells.map(markdownCell).joined(separator: " | ") + " |\n"
  }

  /// Formats texts as a Markdown list.
  static func markdownList(_ texts: [String]) -> String {
    texts.map { "- \(markdownCell($0))\n" }.joined()
  }

  /// Escapes a text so that it neither ends a cell nor formats anything in a Markdown table.
  static func markdownCell(_ text: String) -> String {
    var result = ""
    for scalar in DisplayText.sanitized(text).unicodeScalars {
      if "\\|`*_<>[]~".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
