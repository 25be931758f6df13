import SubscriptionCore
import TerminalUI

extension DetailState {
  /// The zoom at which what matters fits: a month before the present or the last failure, and all
  /// that is expected.
  func fittingZoom(now: Timestamp, width: Int) -> TimeZoom {
    let window = window(now: now)
    return TimeZoom.fitting((window.to - window.from).wholeMilliseconds, cells: width)
  }

  /// The stretch of time that matters.
  func window(now: Timestamp) -> (from: Timestamp, to: Timestamp) {
    guard let data else { return (now - .days(30), now + .days(45)) }
    let spans = data.extra.spans
    let isShort = data.extra.summary.environment != .production
    let lead: Duration = isShort ? .minutes(30) : .days(18)
    let failure = data.episodes.last.map(\.failedAt)
    let start = max(
      spans.first?.from ?? now - lead, min(now, failure ?? now) - lead)
    let ends = spans.compactMap(\.to) + data.episodes.compactMap(\.retryEnds)
    let last = max(now + lead, ends.max() ?? now)
    let limit = isShort ? now + .days(1) : now + .days(90)
    return (min(start, now), min(last, limit) + (isShort ? .minutes(5) : .days(3)))
  }
}
