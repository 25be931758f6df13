import EventLedger
import SubscriptionCore

extension DashboardModel {
  /// Runs a command about marks.
  mutating func mark(_ id: CommandID) -> [Effect] {
    switch id {
    case .markToggle: return toggleMark()
    case .markRange: toggleRange()
    case .markAll: return markAll()
    case .markNone: removeMarks()
    case _: break
    }
    return []
  }

  /// Marks the row under the cursor, or takes its mark away, and goes one line down; while a range
  /// is drawn, ends it.
  mutating func toggleMark() -> [Effect] {
    guard let screen = listScreen, let row = list?.window.selectedRow else { return [] }
    if list?.rangeStart != nil {
      toggleRange()
      return []
    }
    if refusesMarks() { return [] }
    update(listOf: screen) { $0.marks.toggle(row.summary.id) }
    return move(.down)
  }

  /// Starts a range of marks at the cursor, or marks the rows of the range.
  mutating func toggleRange() {
    guard let screen = listScreen, let row = list?.window.selectedRow else { return }
    if refusesMarks() { return }
    guard list?.rangeStart != nil else {
      update(listOf: screen) { $0.rangeStart = row.key }
      tell(Self.rangeWords)
      return
    }
    dropRangeWords()
    let isLost = list?.rangeRows.isEmpty == true
    update(listOf: screen) { $0.settleRange() }
    if isLost {
      tell("That range is too long to draw; / narrows the list and * marks all of it.", .warning)
    }
  }

  /// Gives up the range of marks that was begun.
  mutating func giveUpRange() {
    guard let screen = listScreen else { return }
    update(listOf: screen) { $0.rangeStart = nil }
    dropRangeWords()
  }

  private mutating func dropRangeWords() {
    if messages.flash?.text == Self.rangeWords { messages.flash = nil }
  }

  private static let rangeWords = "A range begins here: move, then v marks it. Esc gives it up."

  /// Refuses single marks where a whole filter is marked.
  private mutating func refusesMarks() -> Bool {
    guard list?.marks.selection != nil else { return false }
    tell("Everything that matched is marked; \\ removes the marks first.", .warning)
    return true
  }

  /// Marks all that the list has, seen or not.
  mutating func markAll() -> [Effect] {
    guard let screen = listScreen else { return [] }
    update(listOf: screen) { $0.settleRange() }
    let filters = sections.map(\.filter)
    return ask(.identities(filters, limit: Marks.idsMax + 1), for: .marks)
  }

  /// Removes every mark.
  mutating func removeMarks() {
    guard let screen = listScreen else { return }
    update(listOf: screen) { list in
      list.marks = Marks()
      list.rangeStart = nil
    }
  }

  /// Marks the subscribers of the whole list.
  mutating func receive(identities ids: [SubscriptionID], _ filters: [Filter?]) {
    guard let screen = listScreen, filters == sections.map(\.filter) else { return }
    let total = list?.window.total ?? 0
    update(listOf: screen) { $0.marks.select(ids, matching: filters, count: total) }
    guard let marks = list?.marks else { return }
    if marks.selection != nil {
      tell(
        "\(Formatting.count(marks.count)) are marked. An action takes "
          + "\(Formatting.count(Marks.idsMax)) at the most, so narrow the filter before you act.",
        .warning)
    } else {
      tell("\(Formatting.count(marks.count)) marked; x acts on them, \\ removes the marks.")
    }
  }
}

/// The matches of the latest filter, in a list that shows more than those.
extension DashboardModel {
  /// Moves the cursor to the next match, wherever in the list it is.
  mutating func goToMatch(forwards: Bool) -> [Effect] {
    guard let list, let slot = listSlot, let key = list.window.selected else { return [] }
    guard let searched = list.searched else {
      tell("Nothing was looked for yet: / narrows the list, and after Esc n finds it again.")
      return []
    }
    let anchor = WindowQuestion.Anchor.matching(searched, from: key, forwards: forwards)
    return ask(.window(question(anchor, counts: false), now: now), for: slot)
  }

  /// Moves the cursor to a match; rows that are held already keep their order.
  mutating func receive(match answer: WindowAnswer, on screen: Screen) {
    let height = height(ofList: screen)
    let before = list?.window.selected
    guard let key = answer.cursor, key != before else {
      tell("No other row of this list matches \(list?.searched?.description ?? "").")
      return
    }
    update(listOf: screen) { list in
      list.isTouched = true
      if let line = list.window.rows.firstIndex(where: { $0.key == key }) {
        list.window.select(line: line, height: height)
      } else {
        list.settleRange()
        list.replaceRows(with: answer)
        list.window.reveal(height: height)
      }
    }
  }
}
