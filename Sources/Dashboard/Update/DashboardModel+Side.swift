import EventLedger
import SubscriptionCore
import TerminalUI

/// The subscriber beside a list: it follows the cursor once that has come to rest.
extension DashboardModel {
  /// How long the cursor rests before the subscriber beside the list follows it.
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
    if isShown { (side, sideWanted) = (nil, nil) }
    let height = listHeight
    update(listOf: screen) { $0.window.reveal(height: height) }
  }

  /// Notes where the cursor is, and asks for its subscriber when it has rested.
  mutating func followCursor() -> [Effect] {
    guard let subject = sideSubject else {
      (sideWanted, sideDueAt) = (nil, nil)
      return []
    }
    if subject != sideWanted {
      sideWanted = subject
      sideDueAt = side == nil ? machineNow : machineNow + Self.restBeforeSide
    }
    guard let due = sideDueAt, due <= machineNow else { return [] }
    sideDueAt = nil
    return askSide()
  }

  /// Asks for the subscriber beside the list.
  mutating func askSide() -> [Effect] {
    guard let subject = sideSubject else { return [] }
    return ask(.detail(subject, now: now), for: .side)
  }

  /// Takes the subscriber beside the list.
  mutating func take(side data: DetailData?) {
    guard let data, data.extra.summary.id == sideWanted ?? data.extra.summary.id else { return }
    if side?.id != data.extra.summary.id {
      side = DetailState(data.extra.summary.id, from: screen)
    }
    side?.data = data
    if !settings.zone.isUTC { side?.data?.write(in: settings.zone) }
    side?.isBeside = true
  }
}
