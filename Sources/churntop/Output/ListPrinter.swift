import SubscriptionCore

/// Prints a list of unknown length in any format, a chunk at a time.
///
/// Nothing is held but the chunk, so a million rows take no more memory than a hundred.
struct ListPrinter {
  /// How one kind of row is printed.
  struct Form<Row> {
    /// The headings for people.
    var columns: [Table.Column]
    /// The cells for people.
    var cells: (Row) -> [Table.Cell]
    /// The names of the CSV columns.
    var names: [String]
    /// The values of the CSV columns.
    var values: (Row) -> [String]
    /// The row as JSON.
    var json: (Row) -> JSON
  }

  private let session: Session
  private let format: OutputFormat
  private var widths: [Int] = []
  private var count = 0

  /// Creates a printer for a command's output.
  init(_ session: Session, format: OutputFormat) { (self.session, self.format) = (session, format) }

  /// Begins the list.
  mutating func begin<Row>(
    _ form: Form<Row>, total: Int?
  ) throws(CommandError) {
    switch format {
    case .text, .ndjson: break
    case .json:
      let asOf = JSON(session.now).compact
      let sum = total.map { " \"total\": \($0)," } ?? ""
      try session.output.write("{\"asOf\": \(asOf),\(sum) \"items\": [")
    case .csv: try session.output.write(CSV.record(form.names))
    case .md:
      try session.output.write(Table(columns: form.columns).markdown)
    }
  }

  /// Prints some rows.
  mutating func rows<Row>(_ rows: [Row], _ form: Form<Row>) throws(CommandError) {
    let output = session.output
    if format == .text {
      let table = Table(columns: form.columns, rows: rows.map(form.cells))
      try output.write(table.text(ink: session.ink, heading: count == 0, widths: &widths))
    }
    for row in rows {
      switch format {
      case .text: break
      case .json:
        try output.write(count == 0 ? "\n  " : ",\n  ")
        try output.write(form.json(row).compact)
      case .ndjson: try output.line(form.json(row).compact)
      case .csv: try output.write(CSV.record(form.values(row)))
      case .md: try output.write(Table.markdownRow(form.cells(row).map(\.text)))
      }
      count += 1
    }
    if format == .text { try output.flush() }
  }

  /// Ends the list; `next` is where the next page begins.
  mutating func end(next: String?, empty: String) throws(CommandError) {
    switch format {
    case .json:
      try session.output.write(count == 0 ? "], " : "\n], ")
      try session.output.write("\"next\": \(JSON(next).compact)}\n")
    case .text, .ndjson, .csv, .md: break
    }
    try session.output.flush()
    guard format == .text else { return }
    if count == 0 { Narration.say(empty) }
    if let next { Narration.say("More follow: --after \(next)") }
  }
}
