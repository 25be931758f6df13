/// Which rows of a long list are visible.
public struct Viewport: Hashable, Sendable {
  /// The first visible row.
  public var first: Int
  /// How many rows are visible at once.
  public var height: Int

  /// Creates a viewport.
  public init(first: Int = 0, height: Int = 0) {
    self.first = max(0, first)
    self.height = max(0, height)
  }

  /// Moves as little as possible so that a row is visible, with some rows beyond it where there
  /// are any, and so that no row is left empty while the list could fill it.
  ///
  /// - Parameters:
  ///   - row: The row to show; `nil` only keeps the viewport inside of the list.
  ///   - count: The length of the list.
  ///   - margin: The rows to keep visible on each side; less where the viewport is low.
  public mutating func reveal(_ row: Int?, of count: Int, margin: Int = 2) {
    if let row, height > 0 {
      let margin = min(max(0, margin), (height - 1) / 2)
      first = min(first, row - margin)
      first = max(first, row + margin - height + 1)
    }
    first = max(0, min(first, count - height))
  }

  /// The rows of a list of that length that are visible.
  public func rows(of count: Int) -> Range<Int> {
    let start = min(first, max(0, count))
    return start..<min(max(0, count), start + height)
  }

  /// The place of a row in its list, such as `12 of 938`; empty for an empty list.
  public static func position(_ row: Int, of count: Int) -> String {
    count > 0 ? "\(min(max(0, row), count - 1) + 1) of \(count)" : ""
  }
}
