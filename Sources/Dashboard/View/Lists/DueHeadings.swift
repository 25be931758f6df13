import SubscriptionCore

/// Which headings stand between the rows of Due.
///
/// A section without rows is named as well, where that costs no row its place, so that the queue
/// says what is not in it.
struct DueHeadings: Hashable, Sendable {
  /// A heading.
  struct Heading: Hashable, Sendable {
    /// The section it names.
    var section: DueSection
    /// Whether the section has no rows.
    var isEmpty: Bool
  }

  /// The section of the row above; -1 above the first row of the list, `nil` in the middle of it.
  private var above: Int?
  /// Whether the last visible row is the last of the list.
  private let isEnd: Bool
  /// How many lines are left over.
  private var spare: Int

  /// Prepares the headings of the visible rows in a number of lines.
  init(window: ListWindow, visible: ArraySlice<ListWindow.Row>, rows: Int) {
    let isStart = !window.hasBefore && visible.startIndex == 0
    above = isStart ? -1 : nil
    isEnd = !window.hasAfter && visible.endIndex == window.rows.count
    let sections = Set(visible.map(\.section))
    spare = rows - visible.count - sections.count { $0 != DueSection.due.rawValue }
  }

  /// The headings before a row of a section.
  mutating func before(_ section: Int) -> [Heading] {
    guard section != above, let own = DueSection(rawValue: section) else { return [] }
    let first = (above ?? section - 1) + 1
    let empty = first < section ? nobody(in: first..<section) : []
    above = section
    return own == .due ? empty : empty + [Heading(section: own, isEmpty: false)]
  }

  /// The headings after the last row.
  mutating func atTheEnd() -> [Heading] {
    guard isEnd, let above else { return [] }
    return nobody(in: above + 1..<DueSection.allCases.count)
  }

  private mutating func nobody(in sections: Range<Int>) -> [Heading] {
    var headings: [Heading] = []
    for section in sections.compactMap(DueSection.init(rawValue:)) where spare > 0 {
      headings.append(Heading(section: section, isEmpty: true))
      spare -= 1
    }
    return headings
  }
}
