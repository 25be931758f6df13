import SubscriptionCore
import TerminalUI

/// The second row: the tabs, or the path that led here.
extension DashboardView {
  /// Draws the tabs with a note, or the path with the place in the list.
  func drawTabs(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    if model.screen == .detail || model.screen == .help {
      drawPath(into: &frame, in: rect)
      return
    }
    var x = rect.x + 1
    for screen in Screen.tabs {
      let text = "\(screen.number ?? 0) \(screen.title)"
      let isCurrent = screen == model.screen
      x = frame.put(
        isCurrent ? "[\(text)]" : " \(text) ", at: Point(x: x, y: rect.y),
        role: isCurrent ? .tabCurrent : .tab)
      x += 1
    }
    for note in tabNotes(frame) {
      let start = rect.right - SafeText.width(of: note) - 1
      guard start > x else { continue }
      frame.put(note, at: Point(x: start, y: rect.y), role: .dim)
      return
    }
  }

  /// Draws the path, its middle left out where the room is short; who it is comes first.
  private func drawPath(into frame: inout Frame, in rect: Rect) {
    let mark = " \(frame.glyph(.crumb)) "
    let crumbs = crumbs
    let whole = " " + crumbs.joined(separator: mark)
    let brief =
      crumbs.count > 2
      ? " " + [crumbs[0], frame.glyph(.ellipsis), crumbs[2]].joined(separator: mark) : whole
    let places = detailPlaces
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

  private var crumbs: [String] {
    if model.screen == .help { return ["Help", model.helpOrigin.title] }
    guard let detail = model.detail else { return [Screen.detail.title] }
    let origin = detail.origin
    let filter = origin == .due ? model.due.filterText : model.subscribers.filterText
    let path = "\(origin.number.map { "\($0) " } ?? "")\(origin.title)"
    let hasFilter = (origin == .due || origin == .subscribers) && !filter.isEmpty
    return [path] + (hasFilter ? [filter] : []) + [detail.id.rawValue]
  }

  /// The place of the subscriber in the list it was opened from, in many words and in few.
  private var detailPlaces: [String] {
    guard model.screen == .detail, let origin = model.detail?.origin else { return [] }
    let window: ListWindow
    switch origin {
    case .subscribers: window = model.subscribers.window
    case .due: window = model.due.window
    case .overview, .events, .detail, .help: return []
    }
    guard let place = window.selectedPlace.map(Words.count), let total = window.total else {
      return []
    }
    let count = Words.count(total)
    let keys = [CommandID.recordPrevious, .recordNext].map(model.key).joined(separator: " ")
    return ["\(place) of \(count)  \(keys) previous, next", "\(place)/\(count)  \(keys)"]
  }

  /// What stands beside the tabs, in many words and in few.
  private func tabNotes(_ frame: Frame) -> [String] {
    let note =
      switch model.screen {
      case .overview: speedWords ?? "theme: \(model.settings.theme.name)"
      case .subscribers, .due: listNote(frame)
      case .events: eventsNote(frame)
      case .detail, .help: ""
      }
    if model.screen == .overview {
      guard let pauseWords else { return [note] }
      return [
        note, [speedName, pauseWords].compactMap(\.self).joined(separator: "  "), pauseWords,
      ]
    }
    let parts = [pauseWords, note.isEmpty ? nil : note].compactMap(\.self)
    return [parts.joined(separator: dot(frame)), pauseWords ?? note, note]
  }

  /// How the time of a simulated world is stopped.
  private var pauseWords: String? {
    guard speedWords != nil else { return nil }
    return model.isPaused ? "Z goes on" : "Z stops time"
  }

  /// How fast a simulated world runs; `nil` where it stands still.
  private var speedName: String? {
    guard case .scaled(_, _, let speed) = model.settings.clock, speed > 0 else { return nil }
    return DashboardModel.words(speed: speed)
  }

  /// How fast a simulated world runs, and how to stop it.
  private var speedWords: String? {
    guard model.loading == nil, case .scaled = model.settings.clock else { return nil }
    guard let speedName else { return model.isPaused ? "time stands still  Z goes on" : nil }
    return "\(speedName)  Z stops time  , slower  . faster"
  }
}
