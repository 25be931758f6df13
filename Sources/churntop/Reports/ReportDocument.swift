/// A document of headings, paragraphs, tables and charts, which is printed as Markdown or HTML.
struct ReportDocument {
  /// A part of the document; texts may be from outside and are escaped when printed.
  enum Block {
    /// A heading of the second level.
    case heading(String)
    case paragraph(String)
    /// A table with its caption.
    case table(caption: String, ReportTable)
    /// A chart, which Markdown leaves out: a table with the same numbers follows it.
    case chart(LineChart)
    /// A list of notes.
    case notes([String])
    /// A list of notes with the address of a source each.
    case sources([(text: String, url: String)])
  }

  var title: String
  /// The parts.
  var blocks: [Block]
}

/// A table of a report.
struct ReportTable {
  /// A cell.
  struct Cell {
    /// The text.
    var text: String
    /// The strength of the colour behind it, from 0 to 9; `nil` for none.
    var level: Int?
    /// A Boolean value that indicates whether it is not final, which italics show.
    var isOpen = false

    init(_ text: String, level: Int? = nil, isOpen: Bool = false) {
      (self.text, self.level, self.isOpen) = (text, level, isOpen)
    }
  }

  /// The headings; the first column names the rows.
  var columns: [String]
  /// The rows, with one cell for each column.
  var rows: [[Cell]]

  /// The table in GitHub-flavoured Markdown; all but the first column are aligned to the right.
  var markdown: String {
    let table = Table(
      columns: columns.enumerated().map { Table.Column(title: $1, leansRight: $0 > 0) },
      rows: rows.map { row in
        row.map { Table.Cell(text: $0.text + ($0.isOpen && !$0.text.isEmpty ? " *" : "")) }
      })
    return table.markdown
  }
}

extension ReportTable {
  /// Creates a table of plain texts.
  init(_ columns: [String], _ rows: [[String]]) {
    self.init(columns: columns, rows: rows.map { row in row.map { Cell($0) } })
  }
}

extension ReportDocument {
  /// The document in Markdown.
  var markdown: String {
    var result = "# \(Table.markdownCell(title))\n"
    for block in blocks {
      switch block {
      case .heading(let text): result += "\n## \(Table.markdownCell(text))\n"
      case .paragraph(let text): result += "\n\(Table.markdownCell(text))\n"
      case .table(let caption, let table):
        result += "\n\(Table.markdownCell(caption))\n\n" + table.markdown
      case .chart: break
      case .notes(let notes):
        result += "\n" + Table.markdownList(notes)
      case .sources(let sources):
        result +=
          "\n"
          + sources.map { "- \(Table.markdownCell($0.text)) (<\($0.url)>)\n" }.joined()
      }
    }
    return result
  }
}
