import EventLedger
import SubscriptionCore

/// The stability of lists: rows never move under the cursor. News are counted, and merged when the
/// user says so, leaves the list, has let it rest at its top, or has left it alone for a minute.
extension DashboardModel {
  /// Records the time of a key on a list, which keeps its order for a while.
  mutating func touchList() {
    guard let screen = listScreen else { return }
    let instant = machineNow
    update(listOf: screen) { $0.touchedAt = instant }
  }

  /// Records since when the list shows other rows than it was asked for.
  mutating func noteOrder() {
    guard let screen = listScreen else { return }
    let instant = machineNow
    update(listOf: screen) { $0.compareRows(at: instant) }
  }

  /// The instant at which the list says that its rows are on their way; `nil` where it says so
  /// already or has them.
  var behindAt: Timestamp? {
    guard let since = list?.isBehindSince else { return nil }
    let instant = since + SubscriberListState.patience
    return instant > machineNow ? instant : nil
  }

  /// A Boolean value that indicates whether news may be merged into the list at once.
  private var mayMerge: Bool { input == .none && list?.isAtRest(at: machineNow) == true }

  /// A Boolean value that indicates whether the list may be put in order around its cursor.
  private var maySortAround: Bool { input == .none && list?.isLeftAlone(at: machineNow) == true }

  /// Asks for arrivals: the rows themselves where they may be merged at once, else their number.
  mutating func askNews() -> [Effect] {
    guard let screen = listScreen, let slot = listSlot else { return [] }
    if mayMerge, list?.isTouched == false, let list, list.shown == list.wanted,
      ledger.inFlight[slot] == nil
    {
      ledger.mergesFromTop = true
      return ask(.window(question(.start, counts: true), now: now), for: slot)
    }
    if mayMerge, let key = list?.window.selected {
      return ask(.window(question(.merging(key), counts: true), now: now), for: slot)
    }
    if maySortAround, let key = list?.window.selected, ledger.inFlight[slot] == nil {
      ledger.sortsAround = key
      return ask(.window(question(.around(key), counts: true), now: now), for: slot)
    }
    update(listOf: screen) { $0.awaitsMerge = true }
    return ask(.count(sections.map(\.filter)), for: .count)
  }

  /// The instant at which the list has rested long enough for waiting news; `nil` for never.
  var restEndsAt: Timestamp? {
    guard let list, list.awaitsMerge, input == .none, !time.isPaused, let touchedAt = list.touchedAt
    else { return nil }
    let end = touchedAt + SubscriberListState.rest
    if list.isAtRest(at: end) { return end }
    let absent = touchedAt + SubscriberListState.absence
    return list.isLeftAlone(at: absent) ? absent : nil
  }

  /// Merges the waiting news once the list has come to rest.
  mutating func mergeAfterRest() -> [Effect] {
    guard let screen = listScreen, list?.awaitsMerge == true, mayMerge || maySortAround,
      !time.isPaused
    else { return [] }
    update(listOf: screen) { $0.awaitsMerge = false }
    return askNews()
  }

  /// Returns a Boolean value that indicates whether rows from the top of a list may replace those
  /// held unasked: no row was chosen, so the cursor stays on the first line.
  mutating func acceptsFromTop(on screen: Screen) -> Bool {
    if listScreen == screen, mayMerge, list?.isTouched == false { return true }
    update(listOf: screen) { $0.hasMoved = true }
    return false
  }

  /// Returns a Boolean value that indicates whether rows around the cursor may replace those held:
  /// the user asked for them, or the list is still left alone with its cursor on that row.
  mutating func acceptsAround(_ key: ListWindow.Key, on screen: Screen) -> Bool {
    guard ledger.sortsAround == key else { return true }
    ledger.sortsAround = nil
    if listScreen == screen, maySortAround, list?.window.selected == key { return true }
    update(listOf: screen) { $0.hasMoved = true }
    return false
  }

  /// Returns a Boolean value that indicates whether an answer may replace the rows unasked: the
  /// list was not used meanwhile, and the row under the cursor stays the row under the cursor,
  /// in view.
  mutating func accepts(
    _ answer: WindowAnswer, on screen: Screen, keeping key: ListWindow.Key
  ) -> Bool {
    let line = answer.rows.firstIndex { $0.key == key }
    let isHere = listScreen == screen && mayMerge && list?.window.selected == key
    if isHere, !answer.hasBefore, let line, line < height(ofList: screen) { return true }
    update(listOf: screen) { list in
      list.countArrivals(answer.total ?? 0, since: list.window.total ?? 0)
      list.hasMoved = true
    }
    return false
  }
}
