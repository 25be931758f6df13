import EventLedger
import SubscriptionCore

/// A list of subscribers: Subscribers and Due.
public struct SubscriberListState: Hashable, Sendable {
  /// The rows around the cursor.
  public var window = ListWindow()
  /// The filter in force, as typed.
  public var filterText = ""
  /// The filter in force.
  public var filter: Filter?
  /// The filter that was in force last, for going from match to match in the whole list.
  public var searched: Filter?
  /// The order.
  public var sort: SubscriberSort
  /// A Boolean value that indicates whether the order is reversed.
  public var descending = false
  /// The columns from left to right; empty for the usual ones.
  public var columns: [ListColumn] = []
  /// A Boolean value that indicates whether the subscriber under the cursor is shown beside the
  /// list; `nil` for what the size of the screen suggests.
  public var showsSide: Bool?
  /// The filter and the order of the rows held; `nil` before the first answer.
  public var shown: WindowQuestion.Section?
  /// The instant since which other rows are wanted than those held, by the machine's clock.
  public var isBehindSince: Timestamp?
  /// The number of rows that match now and did not when the rows were read.
  public var arrivals = 0
  /// A Boolean value that indicates whether the ledger has changed since the rows were read.
  public var isStale = false
  /// A Boolean value that indicates whether the rows have another order by now than the one shown.
  public var hasMoved = false
  /// The instant of the latest key on the list, by the machine's clock.
  public var touchedAt: Timestamp?
  /// A Boolean value that indicates whether the user has chosen the row under the cursor.
  public var isTouched = false
  /// A Boolean value that indicates whether news wait for the list to come to rest.
  public var awaitsMerge = false
  /// The marked rows.
  public var marks = Marks()
  /// The first row of a range of marks up to the cursor; `nil` while there is none.
  public var rangeStart: ListWindow.Key?

  /// The time for which a list keeps its order after the last key.
  static let rest = Duration.seconds(5)

  /// The time after the last key from which a list counts as left alone, wherever its cursor is.
  static let absence = Duration.seconds(60)

  /// The filter and the order of the rows wanted.
  var wanted: WindowQuestion.Section {
    WindowQuestion.Section(filter: filter, sort: sort, descending: descending)
  }

  /// The order of the rows held, and of those wanted before there are any.
  var order: WindowQuestion.Section { shown ?? wanted }

  /// The time after which the screen says that the rows wanted are on their way.
  static let patience = Duration.milliseconds(200)

  /// Returns a Boolean value that indicates whether the rows held are others than those wanted, for
  /// longer than a moment.
  func isBehind(at machineNow: Timestamp) -> Bool {
    isBehindSince.map { machineNow - $0 >= Self.patience } ?? false
  }

  /// Records since when the rows held differ from those wanted.
  mutating func compareRows(at machineNow: Timestamp) {
    isBehindSince = shown == nil || shown == wanted ? nil : isBehindSince ?? machineNow
  }

  /// Replaces the rows.
  mutating func replaceRows(with answer: WindowAnswer) {
    window.replace(with: answer)
    (shown, isBehindSince) = (wanted, nil)
  }

  /// Records how many rows more match now than before; none where one of the counts was cut off.
  mutating func countArrivals(_ now: CappedCount, since before: CappedCount) {
    guard let now = now.exact, let before = before.exact else {
      arrivals = 0
      return
    }
    arrivals = max(0, now - before)
  }

  /// Lets the next answer begin at the top, wherever the cursor is then.
  mutating func restart() {
    window.restart()
    (arrivals, isTouched, hasMoved, awaitsMerge) = (0, false, false, false)
  }

  /// Returns a Boolean value that indicates whether news may take their place at once: the
  /// beginning of the list is in view, the cursor was not moved down, nothing is marked, and no
  /// key was pressed for a while.
  func isAtRest(at machineNow: Timestamp) -> Bool {
    let isOnTop = !window.hasBefore && window.cursor.top == 0
    guard isOnTop, !isTouched || window.cursor.line == 0, marks.isEmpty, rangeStart == nil
    else { return false }
    return touchedAt.map { machineNow - $0 >= Self.rest } ?? true
  }

  /// Returns a Boolean value that indicates whether the rows may be put in order around the cursor,
  /// since the list was not used for a minute and nothing is marked.
  func isLeftAlone(at machineNow: Timestamp) -> Bool {
    guard marks.isEmpty, rangeStart == nil, let touchedAt else { return false }
    return machineNow - touchedAt >= Self.absence
  }

  /// The columns shown: those chosen, or the usual ones for what the filter is about.
  var shownColumns: [ListColumn] {
    guard columns.isEmpty else { return columns }
    if filter?.isAboutEnd == true { return ListColumn.usualOfEnded }
    return filter?.isAboutRefund == true ? ListColumn.usualOfRefunded : ListColumn.usual
  }

  /// The rows from the beginning of the range to the cursor, in list order.
  var rangeRows: ArraySlice<ListWindow.Row> {
    guard let rangeStart, let first = window.rows.firstIndex(where: { $0.key == rangeStart })
    else { return [] }
    let last = window.cursor.line
    return window.rows[min(first, last)...max(first, last)]
  }

  /// The names of the rows of the range.
  var range: Set<ListWindow.Key> { Set(rangeRows.map(\.key)) }

  /// The number of marked rows, those of the range included.
  var markedCount: CappedCount {
    guard marks.selection == nil, rangeStart != nil else { return marks.count }
    var all = marks
    all.add(rangeRows.map(\.summary.id))
    return all.count
  }

  /// Marks the rows of the range and ends it.
  mutating func settleRange() {
    marks.add(rangeRows.map(\.summary.id))
    rangeStart = nil
  }
}
