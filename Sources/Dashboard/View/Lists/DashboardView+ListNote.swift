import EventLedger
import TerminalUI

extension DashboardView {
  /// The view that is open, whether the filter is another by now, and how many rows there are.
  func listNote(_ frame: Frame) -> String {
    let rows = model.list?.window.total.map { Words.plural($0, "row") } ?? ""
    guard let name = model.listScreen.flatMap({ model.viewMemory.open[$0] }) else { return rows }
    let saved = model.preferences.views.first { $0.name == name }
    let isChanged = saved.map { $0.filter != model.list?.filterText } ?? false
    let view =
      "view: \(SafeText.truncated(name, to: 16, ellipsis: frame.glyph(.ellipsis)))"
      + (isChanged ? " (other filter)" : "")
    return rows.isEmpty ? view : view + dot(frame) + rows
  }

  /// The order of the rows shown, and the one they are being brought into where that takes long.
  func orderWords(_ list: SubscriberListState, _ frame: Frame) -> String {
    func words(_ order: WindowQuestion.Section) -> String {
      order.sort.rawValue + frame.glyph(order.descending ? .arrowDown : .arrowUp)
    }
    let (shown, wanted) = (words(list.order), words(list.wanted))
    guard shown != wanted, list.isBehind(at: model.machineNow) else { return "sort \(shown)" }
    return "sort still \(shown), \(wanted) is coming"
  }
}
