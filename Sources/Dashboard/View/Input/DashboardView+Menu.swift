import TerminalUI

/// A menu in which a single key chooses.
extension DashboardView {
  /// The menu as a box.
  func popup(_ menu: Menu, width: Int, _ frame: Frame) -> Popup {
    let about = names(of: menu.subscriptions)
    let lines = menu.items.enumerated().map { index, item in
      [
        TextRun(index == menu.selection ? frame.glyph(.pointer) : " "),
        TextRun(" \(item.key) ", role: .hintKey),
      ] + words(of: item, room: width - item.key.count - 4)
    }
    return Popup(
      title: about.isEmpty ? menu.title : "\(menu.title): \(about)", lines: lines,
      hint: "its key chooses  Esc cancel", cursor: menu.selection)
  }

  /// What a line does; where it cannot be chosen, the reason matters more than the explanation.
  private func words(of item: Menu.Item, room: Int) -> [TextRun] {
    guard let reason = item.disabledReason else { return [TextRun(" " + item.title)] }
    let note = "  (\(reason))"
    let hasRoom = SafeText.width(of: item.title) + SafeText.width(of: note) <= room
    let name = item.title.split(separator: ":", maxSplits: 1).first.map(String.init)
    return [
      TextRun(" " + (hasRoom ? item.title : name ?? item.title), role: .disabled),
      TextRun(note, role: .disabled),
    ]
  }
}
