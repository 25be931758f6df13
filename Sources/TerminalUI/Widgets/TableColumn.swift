/// The layout properties of one table column.
public struct TableColumn: Hashable, Sendable {
  /// The sort order of a column.
  public enum Order: Hashable, Sendable, CaseIterable {
    /// Smallest first.
    case ascending
    /// Largest first.
    case descending
  }

  /// The heading.
  public var title: String
  /// The minimum width in columns.
  public var minimum: Int
  /// The maximum width in columns.
  public var maximum: Int
  /// The priority for omitting it if there is too little space: the highest is omitted first, 0
  /// never.
  public var sacrifice: Int
  /// The alignment of its text.
  public var alignment: Alignment
  /// The sort order of the table by this column, if it is sorted by it.
  public var order: Order?
  /// A Boolean value that indicates whether a row's overlay, such as the cursor's, covers it.
  ///
  /// A chart has its own colours instead, and is not redrawn when the cursor passes.
  public var isOverlaid: Bool

  /// Creates a column; without a maximum it always has its minimum.
  public init(
    _ title: String, minimum: Int, maximum: Int? = nil, sacrifice: Int = 0,
    alignment: Alignment = .left, order: Order? = nil, isOverlaid: Bool = true
  ) {
    self.title = title
    self.minimum = max(0, minimum)
    self.maximum = max(self.minimum, maximum ?? minimum)
    (self.sacrifice, self.alignment) = (sacrifice, alignment)
    (self.order, self.isOverlaid) = (order, isOverlaid)
  }

  /// Returns the index, position and width of every visible column of a table, in order.
  ///
  /// Columns are omitted, the highest ``sacrifice`` first and the rightmost of equals, until the
  /// others fit at their minimum. The remaining space is distributed evenly, from the left, to
  /// columns with a larger maximum.
  public static func layout(
    _ columns: [TableColumn], width: Int, gap: Int = 2
  ) -> [(index: Int, x: Int, width: Int)] {
    var shown = Array(columns.indices)
    func needed() -> Int {
      shown.reduce(0) { $0 + columns[$1].minimum } + gap * max(0, shown.count - 1)
    }
    while needed() > width {
      let worst = shown.max {
        (columns[$0].sacrifice, $0) < (columns[$1].sacrifice, $1)
      }
      guard let worst, columns[worst].sacrifice > 0 else { break }
      shown.removeAll { $0 == worst }
    }
    var widths = shown.map { columns[$0].minimum }
    var spare = width - needed()
    while spare > 0 {
      let open = widths.indices.filter { widths[$0] < columns[shown[$0]].maximum }
      if open.isEmpty { break }
      let share = max(1, spare / open.count)
      for place in open where spare > 0 {
        let more = min(share, spare, columns[shown[place]].maximum - widths[place])
        widths[place] += more
        spare -= more
      }
    }
    var x = 0
    return zip(shown, widths).map { index, columnWidth in
      defer { x += columnWidth + gap }
      return (index, x, max(0, min(columnWidth, width - x)))
    }
  }
}
