import SubscriptionCore
import TerminalUI

/// A render cache: parts of the last frame that are copied into the next one, because nothing they
/// show has changed.
///
/// A cursor that moves changes two rows of a list and nothing beside it. The parts kept here are
/// drawn from ``DashboardModel/still``, which lacks what they do not show, and are given up when
/// that changes: a part is right or is drawn again.
struct RenderCache {
  /// A row of a list, and what it was drawn from beside ``DashboardModel/still``.
  private struct Row {
    var source: RowSource
    var picture: Frame
    /// The number of the last frame that showed it.
    var frame: Int
  }

  private var source: DashboardModel?
  private var side: Frame?
  private var rows: [SubscriptionID: Row] = [:]
  private var rowWidth = 0
  /// The number of the frame that is drawn, and how many rows it shows so far.
  private var (frame, shown) = (0, 0)

  /// The number of cached rows that the last frame did not show.
  private static let hiddenMax = 160

  /// Drops the parts that were drawn from another model, and rows that are long out of view.
  mutating func begin(_ still: DashboardModel) {
    frame += 1
    if still != source {
      (source, side, rows) = (still, nil, [:])
    } else if rows.count > shown + Self.hiddenMax {
      rows = rows.filter { $0.value.frame == frame - 1 }
    }
    shown = 0
  }

  /// Draws the panels beside a list, unless they are cached.
  mutating func drawSide(into frame: inout Frame, in rect: Rect, _ draw: (inout Frame) -> Void) {
    if let side, side.size == rect.size { return frame.copy(side, to: rect.origin) }
    draw(&frame)
    side = frame.part(rect)
  }

  /// The picture of a row that is as wide and was drawn from the same.
  ///
  /// Every row of every frame is looked up, so nothing is put together for it.
  mutating func row(
    _ summary: SubscriberSummary, _ extra: RowDetail?, isCurrent: Bool, isMarked: Bool, width: Int
  ) -> Frame? {
    guard width == rowWidth, let index = rows.index(forKey: summary.id),
      rows.values[index].source.isCurrent == isCurrent,
      rows.values[index].source.isMarked == isMarked,
      rows.values[index].source.extra == extra,
      rows.values[index].source.summary == summary
    else { return nil }
    rows.values[index].frame = frame
    shown += 1
    return rows.values[index].picture
  }

  /// Caches the picture of a row.
  mutating func keep(_ picture: Frame, of source: RowSource) {
    if picture.size.width != rowWidth { rows = [:] }
    rowWidth = picture.size.width
    shown += 1
    rows[source.summary.id] = Row(source: source, picture: picture, frame: frame)
  }
}

/// The values that a row of a list is drawn from.
struct RowSource: Hashable {
  /// The subscriber.
  var summary: SubscriberSummary
  /// Its timeline; `nil` before the ledger has answered.
  var extra: RowDetail?
  /// A Boolean value that indicates whether the cursor is on the row.
  var isCurrent: Bool
  /// A Boolean value that indicates whether the row is marked.
  var isMarked: Bool
}

extension DashboardModel {
  /// The model without the parts that change with the cursor, with news and with the machine's
  /// clock.
  ///
  /// It is what the rows of Subscribers and the panels beside a list are drawn from, together with
  /// the subscribers that they show.
  var still: DashboardModel {
    var still = self
    still.machineNow = Timestamp(milliseconds: 0)
    (still.time.nextTickAt, still.ledger) = (nil, LedgerState(nextPollAt: still.machineNow))
    still.subscribers.forgetRows()
    still.due.forgetRows()
    (still.overview, still.events) = (OverviewState(), EventsState())
    (still.dueFigures, still.detail) = (nil, nil)
    still.sideRest.stop()
    (still.messages, still.search) = (MessageLog(), SearchState())
    still.appearance.mouse = MouseState()
    return still
  }
}

extension SubscriberListState {
  /// Removes the rows and the place among them.
  fileprivate mutating func forgetRows() {
    var empty = SubscriberListState(sort: sort)
    empty.filterText = filterText
    empty.filter = filter
    empty.descending = descending
    empty.columns = columns
    empty.showsSide = showsSide
    empty.shown = shown
    self = empty
  }
}
