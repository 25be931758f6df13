import EventLedger
import SubscriptionCore

/// The subscriber beside a list: it follows the cursor once that has come to rest.
extension DashboardModel {
  /// How long the cursor rests before the subscriber beside the list follows it.
  static let restBeforeSide: Duration = .milliseconds(80)

  /// The subscriber that belongs beside the list.
  private var sideSubject: SubscriptionID? {
    guard layout.tier == .wide, listScreen != nil else { return nil }
    return list?.window.selectedRow?.summary.id
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
    side?.isBeside = true
  }
}
