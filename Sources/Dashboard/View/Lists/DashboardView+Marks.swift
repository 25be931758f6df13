import SubscriptionCore
import TerminalUI

/// How the cursor and the marks look in lists.
extension DashboardView {
  /// The cursor's sign and the mark's, side by side.
  func pointer(isCurrent: Bool, isMarked: Bool, _ frame: Frame) -> [TextRun] {
    [
      TextRun(isCurrent ? frame.glyph(.pointer) : " "),
      isMarked ? TextRun(frame.glyph(.marked), role: .mark) : TextRun(" "),
    ]
  }

  /// What lies over a row: the cursor, or what the first rule that matches asks for.
  func overlay(of summary: SubscriberSummary, isCurrent: Bool) -> StyleRole? {
    if isCurrent { return .cursor }
    return model.preferences.highlights.first { $0.when.matches(summary, at: model.now) }?.role
  }

  /// The rows of the range of marks that is drawn at present.
  func drawnRange(_ list: SubscriberListState) -> Set<ListWindow.Key> {
    Set(list.rangeRows.map(\.key))
  }

  /// Whether a row counts among the marked ones.
  func isMarked(
    _ row: ListWindow.Row, _ list: SubscriberListState, _ range: Set<ListWindow.Key>
  ) -> Bool {
    range.contains(row.key) || list.marks.contains(row.summary, at: model.now)
  }
}
