/// A row of a table.
public struct TableRow: Hashable, Sendable {
  /// One line of text for each of the table's columns, shown or not.
  public var cells: [[TextRun]]
  /// The overlay of the row, up to the first column that is not overlaid; for the cursor's row it
  /// is ``StyleRole/cursor``.
  public var overlay: StyleRole?
  /// A Boolean value that indicates whether the hardware cursor is on the row.
  public var hasCursor: Bool

  /// Creates a row.
  public init(_ cells: [[TextRun]], overlay: StyleRole? = nil, hasCursor: Bool = false) {
    (self.cells, self.overlay, self.hasCursor) = (cells, overlay, hasCursor)
  }
}

/// A table with headings and the visible rows.
///
/// It does not know rows that are not on the screen.
public struct Table: Widget, Hashable, Sendable {
  /// The columns.
  public var columns: [TableColumn]
  /// The visible rows.
  public var rows: [TableRow]
  /// The number of empty columns between two table columns.
  public var gap: Int
  /// A Boolean value that indicates whether the first row contains the headings.
  public var showsHeader: Bool

  /// Creates a table.
  public init(columns: [TableColumn], rows: [TableRow], gap: Int = 2, showsHeader: Bool = true) {
    (self.columns, self.rows, self.gap, self.showsHeader) = (columns, rows, gap, showsHeader)
  }

  /// Draws the headings and as many rows as fit.
  public func draw(into frame: inout Frame, in rect: Rect) {
    let places = TableColumn.layout(columns, width: rect.width, gap: gap)
    let bare = places.first { !columns[$0.index].isOverlaid }
    let overlaid = bare.map { max(0, $0.x - gap) } ?? rect.width
    var y = rect.y
    if showsHeader {
      for place in places {
        let column = columns[place.index]
        var title = column.title
        if let order = column.order {
          title += frame.glyph(order == .ascending ? .arrowUp : .arrowDown)
        }
        frame.put(
          title, at: Point(x: rect.x + place.x, y: y), width: place.width,
          alignment: column.alignment, role: .header)
      }
      y += 1
    }
    for row in rows {
      guard y < rect.bottom else { return }
      for place in places where place.index < row.cells.count {
        draw(row.cells[place.index], place, at: y, into: &frame, in: rect)
      }
      let line = Rect(x: rect.x, y: y, width: overlaid, height: 1)
      if let overlay = row.overlay { frame.overlay(overlay, in: line) }
      if row.hasCursor, rect.width > 0 { frame.cursor = Point(x: rect.x, y: y) }
      y += 1
    }
  }

  private func draw(
    _ runs: [TextRun], _ place: (index: Int, x: Int, width: Int), at y: Int,
    into frame: inout Frame, in rect: Rect
  ) {
    let lead = columns[place.index].alignment.lead(
      max(0, place.width - runs.reduce(0) { $0 + SafeText.width(of: $1.text) }))
    frame.put(runs, at: Point(x: rect.x + place.x + lead, y: y), width: max(0, place.width - lead))
  }
}
