import ProgramConventions
import SubscriptionCore

/// A printer of a list of unknown length in any format, a chunk at a time.
///
/// It holds no more than the chunk, so a million rows take no more memory than a hundred.
struct ListPrinter {
  /// The columns of a kind of row in every format.
  struct Form<Row> {
    /// The headings of text output.
    var columns: [Table.Column]
    /// Returns the cells of text output.
    var cells: (Row) -> [Table.Cell]
    /// The names of the CSV columns.
    var names: [String]
    /// Returns the values of the CSV columns; `nil` if they are those of the JSON, in order.
    var values: ((Row) -> [String])?
    var json: (Row) -> JSON
  }

  private let output: StandardOutput
  private let now: Timestamp
  private let ink: Bool
  private let format: OutputFormat
  private let tellsLines: Bool
  private let bom: Bool
  private var widths: [Int] = []
  private var count = 0

  /// Creates a printer for a command's output.
  init(_ session: Session, format: OutputFormat, tellsLines: Bool = false, bom: Bool = false) {
    self.init(
      to: session.output, format: format, now: session.now, ink: session.ink,
      tellsLines: tellsLines, bom: bom)
  }

  /// Creates a printer of the state at an instant; text is a table, or one line for each row with
  /// the heading before each value.
  init(
    to output: StandardOutput, format: OutputFormat, now: Timestamp, ink: Bool = false,
    tellsLines: Bool = false, bom: Bool = false
  ) {
    (self.output, self.format, self.now, self.ink, self.bom) = (output, format, now, ink, bom)
    self.tellsLines = tellsLines
  }

  /// Begins the list.
  mutating func begin<Row>(_ form: Form<Row>, total: Int?) throws(CommandError) {
    switch format {
    case .text, .ndjson: break
    case .json:
      let asOf = JSON(now).compact
      let sum = total.map { " \"total\": \($0)," } ?? ""
      try output.write("{\"asOf\": \(asOf),\(sum) \"items\": [")
    case .csv: try output.write((bom ? CSV.byteOrderMark : "") + CSV.record(form.names))
    case .md:
      try output.write(Table(columns: form.columns).markdown)
    }
  }

  /// Prints a chunk of rows.
  mutating func rows<Row>(_ rows: [Row], _ form: Form<Row>) throws(CommandError) {
    if format == .text, tellsLines {
      for row in rows {
        try output.line(DisplayText.sanitized(Self.line(form.columns, form.cells(row))))
      }
    } else if format == .text {
      let table = Table(columns: form.columns, rows: rows.map(form.cells))
      try output.write(
        table.text(ink: ink, heading: count == 0, room: output.columns, widths: &widths))
    }
    for row in rows {
      switch format {
      case .text: break
      case .json:
        try output.write(count == 0 ? "\n  " : ",\n  ")
        try output.write(form.json(row).compact)
      case .ndjson: try output.line(form.json(row).compact)
      case .csv: try output.write(CSV.record(form.values?(row) ?? form.json(row).cells))
      case .md: try output.write(Table.markdownRow(form.cells(row).map(\.text)))
      }
      count += 1
    }
    if format == .text { try output.flush() }
  }

  /// Formats a row as one line with its headings.
  ///
  /// For example `State: grace. ID: as_100. Access: until 3 Dec (in 6d).`
  private static func line(_ columns: [Table.Column], _ cells: [Table.Cell]) -> String {
    zip(columns, cells).filter { !$1.text.isEmpty && $1.text != "-" }.map { column, cell in
      let title = column.title
      // A time zone after a heading retains its spelling.
      let words = title.prefix { $0 != "(" }
      let heading =
        title.count <= 2
        ? title
        : String(words.prefix(1)) + words.dropFirst().lowercased() + title.dropFirst(words.count)
      return "\(heading): \(cell.text)."
    }.joined(separator: " ")
  }

  /// Ends the list; `next` is the cursor of the next page.
  mutating func end(next: String?, empty: String) throws(CommandError) {
    switch format {
    case .json:
      try output.write(count == 0 ? "], " : "\n], ")
      try output.write("\"next\": \(JSON(next).compact)}\n")
    case .text, .ndjson, .csv, .md: break
    }
    try output.flush()
    if format == .text, count == 0 { diagnostics.say(empty) }
    // A cut list looks like a whole one in every form but JSON, which has the cursor.
    if format != .json, let next { diagnostics.say("More follow: --after \(next)") }
  }
}
