/// One column of a table, as it would like to be.
public struct TableColumn: Hashable, Sendable {
  /// Which way a sorted column runs.
  public enum Order: Hashable, Sendable, CaseIterable {
    /// Smallest first.
    case ascending
    /// Largest first.
    case descending
  }

  /// The heading.
  public var title: String
  /// The fewest columns it makes sense in.
  public var minimum: Int
  /// The most columns it has a use for.
  public var maximum: Int
  /// How soon it is left out where room is short: the highest goes first, 0 never.
  public var sacrifice: Int
  /// To which side its text leans.
  public var alignment: Alignment
  /// How the table is sorted by it, if it is.
  public var order: Order?
  /// Whether a row's second meaning, such as the cursor's, covers it.
  ///
  /// A chart keeps its own colours instead, and costs nothing to draw when the cursor passes.
  public var isOverlaid: Bool

  /// Creates a column; without a maximum it always has its minimum.
  public init(
    _ title: String, minimum: Int, maximum: Int? = nil, sacrifice: Int = 0,
    alignment: Alignment = .left, order: Order? = nil, isOverlaid: Bool = true
  ) {
    self.title = title
    self.minimum = max(0, minimum)
    self.maximum = max(self.minimum, maximum ?? minimum)
    self.sacrifice = sacrifice
    self.alignment = alignment
    self.order = order
    self.isOverlaid = isOverlaid
  }

  /// Where the columns of a table go.
  ///
  /// Columns are left out, the most dispensable first and the rightmost of equals, until the rest
  /// fit at their minimum. What room remains goes to those with a larger maximum, from the left,
  /// evenly.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - width: The room.
  ///   - gap: The empty columns between two.
  /// - Returns: The place of every column that is shown, in order.
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
