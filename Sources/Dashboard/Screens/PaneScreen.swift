import TerminalUI

/// A screen of panels with tables, one of which has the cursor.
protocol PaneScreen: ScreenController {
  /// The panels that can have the cursor.
  associatedtype Pane: Equatable & RawRepresentable<Int>

  /// The panel that has the cursor.
  var pane: Pane { get }
  /// The line of the cursor in a panel.
  func line(in pane: Pane) -> Int
  /// The number of rows in the table of a panel.
  func rowCount(of pane: Pane) -> Int
}

extension PaneScreen {
  static func refresh(_ model: inout DashboardModel) -> [Effect] {
    reload(&model) + OverviewScreen.reload(&model) + [.poll]
  }
  static func resume(_ model: inout DashboardModel) -> [Effect] { model.refreshValues() }

  /// The rows around the cursor of a panel that a table of a height has room for.
  func visible(_ pane: Pane, height: Int) -> Range<Int> {
    ListCursor(line: line(in: pane))
      .centred(count: rowCount(of: pane), height: max(0, height - 1))
  }

  /// The number of rows that the table of a panel has no room for.
  func leftOut(_ pane: Pane, in rect: Rect) -> Int {
    let height = Panel.content(of: rect, model.layout.tier).height
    return isLedgerEmpty ? 0 : rowCount(of: pane) - visible(pane, height: height).count
  }

  /// Draws the table of a panel: its headings, and the rows around the cursor, to be clicked on,
  /// each created by a closure for its index, on which the cursor is or is not.
  func drawTable(
    _ pane: Pane, _ columns: [TableColumn], into frame: inout Frame, in rect: Rect,
    row: (_ index: Int, _ isCurrent: Bool, _ frame: Frame) -> TableRow
  ) {
    let shown = visible(pane, height: rect.height)
    let current = pane == self.pane ? line(in: pane) : nil
    let rows = shown.map { row($0, $0 == current, frame) }
    frame.draw(Table(columns: columns, rows: rows, gap: 1), in: rect)
    for (place, index) in shown.enumerated() {
      frame.record(.line(index, pane: pane.rawValue), in: rect.row(place + 1))
    }
  }

  /// The words of a panel before there are figures, and of a ledger without any.
  func missingWords(while waiting: String) -> [String] {
    if let problem = model.ledger.problem { return [problem] }
    return isLedgerEmpty ? emptyWords : [waiting]
  }
}
