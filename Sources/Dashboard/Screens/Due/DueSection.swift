import EventLedger
import SubscriptionCore

/// The parts of the Due screen, one under another.
public enum DueSection: Int, Hashable, Sendable, CaseIterable {
  /// To be shown now.
  case due
  /// To be shown within a day.
  case soon
  /// Failing, and yet not to be shown within a day.
  case withheld

  /// The heading.
  var title: String {
    switch self {
    case .due: "due now"
    case .soon: "next 24 h"
    case .withheld: "payment failing, but not due"
    }
  }

  /// The filter of its rows, in the filter language.
  public var filterText: String {
    switch self {
    case .due: "due:now"
    case .soon: "due:scheduled due<24h"
    case .withheld: "state:grace,hold -due:now -due<24h"
    }
  }

  func section(filteredBy filter: Filter?) -> WindowQuestion.Section {
    let own = try? Filter.parse(filterText)
    let both = [own, filter].compactMap(\.self)
    return WindowQuestion.Section(
      filter: both.count > 1 ? .and(both) : both.first,
      sort: self == .withheld ? .losesAccess : .promptDue)
  }
}

/// The headings between the rows of Due.
///
/// A section without rows is named as well, where that costs no row its place, so that the queue
/// says what is not in it.
struct DueHeadings: Hashable, Sendable {
  /// A heading.
  struct Heading: Hashable, Sendable {
    /// The section it names.
    var section: DueSection
    /// A Boolean value that indicates whether the section has no rows.
    var isEmpty: Bool
  }

  /// The section of the row above; -1 above the first row of the list, `nil` in the middle of it.
  private var above: Int?
  /// A Boolean value that indicates whether the last visible row is the last of the list.
  private let isEnd: Bool
  /// The number of free lines.
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
