import EventLedger
import SubscriptionCore

/// Going through what was heard by its time: the rate and the list end at an instant of the past.
extension DashboardModel {
  /// The lengths of a bar that can be chosen, so that the bars span two hours, a day, a month.
  static let barLengths: [Duration] = [ArrivalRate.barLength, .hours(1), .days(1)]

  /// Moves the end of what is shown by half of the bars, or changes how long a bar is.
  mutating func scrub(_ turn: TimeTurn) -> [Effect] {
    switch turn {
    case .earlier: return show(heardBy: scrubbed(by: -1))
    case .later:
      guard events.until != nil else {
        tell("This is the newest; \(key(.timeEarlier)) goes back.")
        return []
      }
      return show(heardBy: scrubbed(by: 1))
    case .today, .fit: return follow()
    case .zoomIn: return chooseBars(by: -1)
    case .zoomOut: return chooseBars(by: 1)
    }
  }

  /// The end of what is shown after so many steps, on the edge of a bar.
  private func scrubbed(by steps: Int64) -> Timestamp {
    let bar = events.barLength.wholeMilliseconds
    let from = events.until ?? now
    // The present lies in the last bar, which counts as whole.
    let wall = settings.zone.wallClock(from).milliseconds
    let edge = (wall + bar - 1).floored(to: bar) + steps * bar * Int64(ArrivalRate.barCount / 2)
    return settings.zone.instant(ofWallClock: Timestamp(milliseconds: edge))
  }

  private mutating func show(heardBy instant: Timestamp) -> [Effect] {
    guard instant < now else { return follow() }
    events.until = instant
    events.isFollowing = false
    return askEvents(anew: true)
  }

  private mutating func chooseBars(by step: Int) -> [Effect] {
    let all = Self.barLengths
    let index = (all.firstIndex(of: events.barLength) ?? 0) + step
    guard all.indices.contains(index) else { return [] }
    events.barLength = all[index]
    return askArrivals()
  }
}
