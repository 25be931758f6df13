import SubscriptionCore
import TerminalUI

extension DetailState {
  /// The axis at which what matters fits: a month before the present or the last failure, and all
  /// that is expected.
  func fittingScale(width: Int, _ dates: DateWords) -> TimeScale {
    let window = window(now: dates.now)
    let zoom = TimeZoom.fitting((window.to - window.from).wholeMilliseconds, cells: width)
    return TimeScale(containing: window.from, zoom: zoom, width: width, in: dates.zone)
  }

  /// The stretch of time that matters; of a record that ended long ago, its end.
  func window(now: Timestamp) -> (from: Timestamp, to: Timestamp) {
    guard let data else { return (now - .days(30), now + .days(45)) }
    let summary = data.extra.summary
    let isShort = summary.environment != .production
    let lead: Duration = isShort ? .minutes(30) : .days(18)
    let latest = min(now, max(summary.status.stateSince, summary.lastEventAt))
    let first = data.extra.spans.first?.from ?? now - lead
    guard now - latest < (isShort ? .days(1) : .days(120)) else {
      return (max(first, latest - (lead + lead)), latest + lead)
    }
    let failure = data.episodes.last.map(\.failedAt).flatMap { $0 > now - .days(120) ? $0 : nil }
    let start = max(first, min(now, failure ?? now) - lead)
    let ends = data.extra.spans.compactMap(\.to) + data.episodes.compactMap(\.retryEnds)
    let last = max(now + lead, ends.max() ?? now)
    let limit = isShort ? now + .days(1) : now + .days(90)
    return (min(start, now), min(last, limit) + (isShort ? .minutes(5) : .days(3)))
  }
}
