import SubscriptionCore
import TerminalUI

/// The subscriber beside a list: it follows the cursor once that has come to rest.
extension DashboardModel {
  /// The time that the cursor rests before the subscriber beside the list follows it.
  static let restBeforeSide: Duration = .milliseconds(80)

  /// The subscriber that belongs beside the list.
  private var sideSubject: SubscriptionID? {
    guard listScreen != nil, !split.side.isEmpty else { return nil }
    return list?.window.selectedRow?.summary.id
  }

  /// Shows the subscriber under the cursor beside the list, or no longer.
  mutating func toggleSide() {
    guard let screen = listScreen else { return }
    let isShown = !split.side.isEmpty
    update(listOf: screen) { $0.showsSide = !isShown }
    if isShown { dropSide() }
    let height = listHeight
    update(listOf: screen) { $0.window.reveal(height: height) }
  }

  /// Removes the subscriber beside the list; the next one is asked for at once.
  mutating func dropSide() {
    side = nil
    sideRest.stop()
  }

  /// Asks for the subscriber under the cursor when the cursor has rested; a list without rows has
  /// none beside it.
  mutating func followCursor() -> [Effect] {
    guard let subject = sideSubject else {
      sideRest.stop()
      if list?.window.isLoaded == true { side = nil }
      return []
    }
    let rest = side == nil ? .zero : Self.restBeforeSide
    return sideRest.isDue(subject, at: machineNow, after: rest) ? askSide() : []
  }

  /// Asks for the subscriber beside the list.
  mutating func askSide() -> [Effect] {
    guard let subject = sideSubject else { return [] }
    return askDetail(subject, for: .side)
  }

  /// Asks for one subscriber.
  mutating func askDetail(_ id: SubscriptionID, for slot: Slot) -> [Effect] {
    ask(.detail(id, now: now, zone: settings.zone), for: slot)
  }

  /// Stores the subscriber beside the list.
  mutating func receive(side data: DetailData?) {
    guard let data, data.extra.summary.id == sideRest.wanted ?? data.extra.summary.id else {
      return
    }
    if side?.id != data.extra.summary.id { side = DetailState(data.extra.summary.id, from: screen) }
    side?.data = data
    side?.isBeside = true
  }
}

/// The row that a cursor has come to, for a panel that follows the cursor once it has rested.
struct CursorRest<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The row; `nil` while no panel follows.
  private(set) var wanted: ID?
  /// The instant at which the panel follows, by the machine's clock; `nil` once it has.
  private(set) var dueAt: Timestamp?

  /// Stops following.
  mutating func stop() { self = CursorRest() }

  /// Records the row under the cursor and returns a Boolean value that indicates whether the panel
  /// follows now.
  mutating func isDue(_ id: ID, at now: Timestamp, after rest: Duration) -> Bool {
    if id != wanted { (wanted, dueAt) = (id, now + rest) }
    guard let dueAt, dueAt <= now else { return false }
    self.dueAt = nil
    return true
  }
}
