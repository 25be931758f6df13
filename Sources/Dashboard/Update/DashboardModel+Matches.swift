import EventLedger
import SubscriptionCore

/// Going from match to match of the latest filter, in a list that shows more than the matches.
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

  /// Takes the rows around a match; rows that are held already keep their order.
  mutating func take(match answer: WindowAnswer, on screen: Screen) {
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
