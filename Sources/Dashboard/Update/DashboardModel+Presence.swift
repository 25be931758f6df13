import EventLedger
import SubscriptionCore

/// The colleagues who are looking at the subscriber of Detail.
extension DashboardModel {
  /// Returns effects that say which subscriber is on screen, at once where that changes and from
  /// time to time while it does not.
  mutating func followPresence() -> [Effect] {
    guard settings.isShared else { return [] }
    let subject = screen == .detail && settings.asOf == nil ? detail?.id : nil
    guard subject == presence.subject else {
      presence = PresenceState(subject: subject)
      return [.showPresence(subject)]
    }
    guard let nextAt = presence.nextAt, nextAt <= machineNow else { return [] }
    presence.nextAt = nil
    return [.showPresence(subject)]
  }

  /// Stores who else shows a subscriber, and when to ask again.
  mutating func receive(colleagues: [String], on id: SubscriptionID) {
    guard id == presence.subject else { return }
    presence.colleagues = colleagues
    presence.nextAt = machineNow + Presence.interval
  }

  /// The sentence about who else is looking at the subscriber of Detail, without a period; `nil`
  /// if there is no one.
  var presenceWords: String? {
    let names = presence.colleagues
    switch names.count {
    case 0: return nil
    case 1: return "\(names[0]) is looking at this"
    case 2: return "\(names[0]) and \(names[1]) are looking at this"
    case _: return "\(names[0]), \(names[1]) and \(names.count - 2) more are looking at this"
    }
  }
}
