/// The columns of a list while they are chosen; the list shows the choice at once.
public struct ColumnChooser: Hashable, Sendable {
  /// Every column, those shown first, in their order.
  public private(set) var columns: [ListColumn]
  /// Which of them are shown.
  public private(set) var shown: Set<ListColumn>
  /// Which column the cursor is on.
  public var selection = 0
  /// The columns to go back to.
  public let before: [ListColumn]

  /// Begins with the columns in force; empty for the usual ones.
  public init(_ chosen: [ListColumn]) {
    before = chosen
    let first = chosen.isEmpty ? ListColumn.usual : chosen
    columns = first + ListColumn.allCases.filter { !first.contains($0) }
    shown = Set(first)
  }

  /// The choice; empty for the usual columns.
  var choice: [ListColumn] {
    let chosen = columns.filter(shown.contains)
    return chosen == ListColumn.usual ? [] : chosen
  }

  /// Moves the cursor.
  mutating func move(by step: Int) {
    selection = max(0, min(selection + step, columns.count - 1))
  }

  /// Shows or hides the column under the cursor; the last one stays.
  mutating func toggle() {
    let column = columns[selection]
    if shown.remove(column) == nil { shown.insert(column) }
    if shown.isEmpty { shown.insert(column) }
  }

  /// Moves the column under the cursor to the left or to the right, and the cursor with it.
  mutating func shift(by step: Int) {
    let target = selection + step
    guard columns.indices.contains(target) else { return }
    columns.swapAt(selection, target)
    selection = target
  }

  /// Goes back to the usual columns.
  mutating func reset() {
    let old = before
    self = ColumnChooser([])
    self = ColumnChooser(columns: columns, shown: shown, before: old)
  }

  private init(columns: [ListColumn], shown: Set<ListColumn>, before: [ListColumn]) {
    (self.columns, self.shown, self.before) = (columns, shown, before)
  }
}
