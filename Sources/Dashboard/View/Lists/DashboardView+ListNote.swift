import TerminalUI

extension DashboardView {
  /// The view that is open and how many rows it has, beside the tabs.
  func listNote(_ frame: Frame) -> String {
    let rows = model.list?.window.total.map { Words.plural($0, "row") } ?? ""
    guard let name = model.listScreen.flatMap({ model.viewMemory.open[$0] }) else { return rows }
    let view = "view: \(SafeText.truncated(name, to: 16, ellipsis: frame.glyph(.ellipsis)))"
    return rows.isEmpty ? view : view + dot(frame) + rows
  }
}
