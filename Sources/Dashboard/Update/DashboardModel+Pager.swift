import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// Says what is wrong with the user's files: the first thing at once, all of it to read later.
  mutating func tellNotes() {
    guard let first = preferences.notes.first else { return }
    for note in preferences.notes.dropFirst() { tell(note, .warning) }
    tell(first, .warning)
    let others = preferences.notes.count - 1
    guard others > 0 else { return }
    let place = keyMap.keys(of: .messages, on: screen).isEmpty ? ":messages" : key(.messages)
    flash?.text = "\(first) And \(others) more: \(place) lists them."
  }

  /// Shows the latest messages, newest first.
  mutating func openMessages() {
    guard !messages.isEmpty else {
      tell("There are no messages yet.")
      return
    }
    input = .pager(Pager(title: "Messages, newest first", lines: messages.reversed().map(\.text)))
  }

  /// Takes a key while a text is read.
  mutating func take(_ press: KeyPress, _ pager: Pager) -> [Effect] {
    var pager = pager
    let chord = KeyChord(press)
    if ["Esc", "q", "Enter"].contains(chord.name) {
      input = .none
      return []
    }
    if keyMap.command(for: chord, on: .detail) == .copy {
      return copy(pager.lines, named: "the text")
    }
    if keyMap.command(for: chord, on: screen) == .help { return leaveForHelp(chord) }
    let page = max(1, pagerHeight)
    let count = DashboardView(model: self).lines(of: pager).count
    guard let id = keyMap.command(for: chord, on: screen), let movement = Movement(id) else {
      tell("Esc closes the text; \(key(.moveDown)) and \(key(.moveUp)) scroll it.")
      return []
    }
    let last = max(1, count - page + 1)
    pager.top = movement.target(from: pager.top, count: last, page: page)
    input = .pager(pager)
    return []
  }

  /// How many lines of a text are in view.
  var pagerHeight: Int { max(1, layout.body.height - 2) }
}
