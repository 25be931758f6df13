import EventLedger
import SubscriptionCore

/// Rows never move under the cursor: news are counted, and take their place when the user says so,
/// leaves the list, or has let it rest at its top.
extension DashboardModel {
  /// Notes that a key was pressed on a list, which keeps its order for a while.
  mutating func touchList() {
    guard let screen = listScreen else { return }
    let instant = machineNow
    update(listOf: screen) { $0.touchedAt = instant }
  }

  /// Notes since when the list on the screen shows other rows than it was asked for.
  mutating func noteOrder() {
    guard let screen = listScreen else { return }
    let instant = machineNow
    update(listOf: screen) { $0.compareRows(at: instant) }
  }

  /// When the list on the screen is to say that the rows wanted are on their way; `nil` where it
  /// says so already or they are there.
  var behindAt: Timestamp? {
    guard let since = list?.isBehindSince else { return nil }
    let instant = since + SubscriberListState.patience
    return instant > machineNow ? instant : nil
  }

  /// Whether news may take their place in the list on the screen at once.
  private var mayMerge: Bool {
    input == .none && list?.isAtRest(at: machineNow) == true
  }

  /// Asks what has arrived: the rows themselves where they may take their place at once, else how
  /// many there are.
  mutating func askNews() -> [Effect] {
    guard let screen = listScreen, let slot = listSlot else { return [] }
    if mayMerge, list?.isTouched == false, let list, list.shown == list.wanted,
      inFlight[slot] == nil
    {
      mergesFromTop = true
      return ask(.window(question(.start, counts: true), now: now), for: slot)
    }
    if mayMerge, let key = list?.window.selected {
      return ask(.window(question(.merging(key), counts: true), now: now), for: slot)
    }
    update(listOf: screen) { $0.awaitsMerge = true }
    return ask(.count(sections.map(\.filter)), for: .count)
  }

  /// When the list on the screen has rested long enough for the news that wait; `nil` for never.
  var restEndsAt: Timestamp? {
    guard let list, list.awaitsMerge, input == .none, !isPaused, let touchedAt = list.touchedAt
    else { return nil }
    let end = touchedAt + SubscriberListState.rest
    return list.isAtRest(at: end) ? end : nil
  }

  /// Lets the news that waited take their place once the list has come to rest.
  mutating func mergeAfterRest() -> [Effect] {
    guard let screen = listScreen, list?.awaitsMerge == true, mayMerge, !isPaused else { return [] }
    update(listOf: screen) { $0.awaitsMerge = false }
    return askNews()
  }

  /// Whether rows from the top of a list may replace those held unasked: nobody chose a row, so the
  /// cursor stays on the first line, whoever that is.
  mutating func acceptsFromTop(on screen: Screen) -> Bool {
    if listScreen == screen, mayMerge, list?.isTouched == false { return true }
    update(listOf: screen) { $0.hasMoved = true }
    return false
  }

  /// Whether an answer may replace the rows unasked: nobody has touched the list meanwhile, and the
  /// row under the cursor stays the row under the cursor, in view.
  mutating func accepts(
    _ answer: WindowAnswer, on screen: Screen, keeping key: ListWindow.Key
  ) -> Bool {
    let line = answer.rows.firstIndex { $0.key == key }
    let isHere = listScreen == screen && mayMerge && list?.window.selected == key
    if isHere, !answer.hasBefore, let line, line < height(ofList: screen) { return true }
    update(listOf: screen) { list in
      list.arrivals = max(0, (answer.total ?? 0) - (list.window.total ?? 0))
      list.hasMoved = true
    }
    return false
  }
}
