import SubscriptionCore
import TerminalUI

/// The second row: the tabs, or the path that led here.
extension DashboardView {
  /// The columns of a note such as `2,084 rows`.
  private static let usualNoteWidth = 10

  /// Draws the tabs with a note, or the path with the place in the list.
  func drawTabs(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let path = screen.path
    guard path.isEmpty else { return drawPath(path, into: &frame, in: rect) }
    let notes = tabNotes(frame)
    let least = pauseWords.map { [$0] } ?? notes.filter { !$0.isEmpty }
    let note = least.map { SafeText.width(of: $0) }.min() ?? 0
    let names = Screen.tabs.reduce(0) { $0 + SafeText.width(of: $1.title) + 4 }
    // The tabs close up where that makes room for a note, also on screens that have none or a
    // short one: they stand in the same columns everywhere.
    let usual = Self.usualNoteWidth
    let isApart =
      names + Screen.tabs.count + max(note, usual) + 2 <= rect.width
      || names + (note > 0 ? min(note, usual) : usual) + 1 >= rect.width
    let gap = isApart ? 1 : 0
    var x = rect.x + gap
    for tab in Screen.tabs {
      let isCurrent = tab == model.screen
      // Where the tabs do not fit, the other screens are their keys alone.
      let isNamed = isCurrent || names + Screen.tabs.count * gap <= rect.width
      let text = isNamed ? "\(tab.number ?? 0) \(tab.title)" : "\(tab.number ?? 0)"
      let end = frame.put(
        isCurrent ? "[\(text)]" : " \(text) ", at: Point(x: x, y: rect.y),
        role: isCurrent ? .tabCurrent : .tab)
      frame.record(.screen(tab), in: Rect(x: x, y: rect.y, width: end - x, height: 1))
      x = end + gap
    }
    for note in notes {
      let start = rect.right - SafeText.width(of: note) - 1
      guard start > x else { continue }
      frame.put(note, at: Point(x: start, y: rect.y), role: .dim)
      return
    }
  }

  /// Draws the path, its middle left out where the room is short; who it is comes first.
  private func drawPath(_ crumbs: [String], into frame: inout Frame, in rect: Rect) {
    let mark = " \(frame.glyph(.crumb)) "
    let whole = " " + crumbs.joined(separator: mark)
    let brief =
      crumbs.count > 2
      ? " " + [crumbs[0], frame.glyph(.ellipsis), crumbs[2]].joined(separator: mark) : whole
    let places = screen.places
    func note(_ place: String?) -> String {
      [pauseWords, place].compactMap(\.self).joined(separator: dot(frame))
    }
    let choices: [(path: String, note: String)] = [
      (whole, note(places.first)), (whole, note(places.last)), (brief, note(places.first)),
      (brief, note(places.last)), (brief, places.last ?? ""), (brief, ""),
    ]
    let choice =
      choices.first { choice in
        SafeText.width(of: choice.path) + SafeText.width(of: choice.note) + 4 < rect.width
      } ?? (brief, "")
    frame.put(
      choice.path, at: Point(x: rect.x + 1, y: rect.y), width: rect.width - 2, role: .tabCurrent)
    let start = rect.right - SafeText.width(of: choice.note) - 1
    frame.put(choice.note, at: Point(x: start, y: rect.y))
  }

  /// The note beside the tabs, in many words and in few.
  private func tabNotes(_ frame: Frame) -> [String] {
    let note = screen.tabNote(frame)
    if model.screen == .home {
      guard let pauseWords else { return [note] }
      return [
        note, [speedName, pauseWords].compactMap(\.self).joined(separator: "  "), pauseWords,
      ]
    }
    let parts = [pauseWords, note.isEmpty ? nil : note].compactMap(\.self)
    return [parts.joined(separator: dot(frame)), pauseWords ?? note, note]
  }
}

extension ModelReader {
  /// The key that stops a simulated world's time.
  fileprivate var pauseWords: String? {
    guard speedWords != nil else { return nil }
    return model.key(.pause) + (model.time.isPaused ? " goes on" : " stops time")
  }

  /// The speed of a simulated world; `nil` where time is stopped.
  fileprivate var speedName: String? {
    guard case .scaled(_, _, let speed) = model.settings.clock, speed > 0 else { return nil }
    return DashboardModel.words(speed: speed)
  }

  /// The speed of a simulated world, and the keys that change it.
  var speedWords: String? {
    guard model.time.loading == nil, case .scaled = model.settings.clock else { return nil }
    let pause = model.key(.pause)
    guard let speedName else {
      return model.time.isPaused ? "time is stopped  \(pause) goes on" : nil
    }
    return "\(speedName)  \(pause) stops time  \(model.key(.slower)) slower  "
      + "\(model.key(.faster)) faster"
  }
}
