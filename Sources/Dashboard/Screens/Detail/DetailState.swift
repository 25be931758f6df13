import SubscriptionCore
import TerminalUI

/// The state of Detail, or of the subscriber beside a list.
public struct DetailState: Hashable, Sendable {
  /// The panels that can have the cursor.
  public enum Pane: Int, Hashable, Sendable, CaseIterable {
    /// The timeline.
    case timeline
    /// The events.
    case events
    /// The explanation in plain words.
    case answer
    /// The payments.
    case payments
    /// The facts, all of them and whole.
    case facts
  }

  /// The subscriber.
  public var id: SubscriptionID
  /// Everything about it; `nil` before the first answer.
  @Boxed public var data: DetailData? = nil
  /// A Boolean value that indicates whether the ledger has no such subscriber.
  public var isMissing = false
  /// The screen from which it was opened.
  public var origin: Screen
  /// The cursor among the events.
  public var cursor = ListCursor()
  /// The time that the timeline shows; untouched, it fits what matters.
  public var view = TimeView()
  /// A Boolean value that indicates whether the reasons for the prompt decision are shown in full.
  public var showsWhy = false
  /// The lines in view of the reasons.
  public var why = TextScroll()
  /// The lines in view of the explanation.
  public var answer = TextScroll()
  /// The lines in view of the payments.
  public var payments = TextScroll()
  /// The lines in view of the facts.
  public var facts = TextScroll()
  /// The event to put the cursor on when the events come; `nil` for the newest.
  public var wanted: EventID?
  /// The panel with the cursor, the one shown where there is room for one.
  public var pane = Pane.timeline

  /// A Boolean value that indicates whether it is beside a list, which has the keys.
  public var isBeside = false

  /// Opens a subscriber.
  public init(_ id: SubscriptionID, from origin: Screen) { (self.id, self.origin) = (id, origin) }
}

/// The panels of Detail; the payments are beside the events or in their place, the facts have a
/// panel of their own where that of the subscriber has four lines.
enum DetailPanel: Hashable, Sendable, CaseIterable {
  case subscriber, answer, why, timeline, events, payments, facts
}

extension DetailState {
  /// The columns of the names of the lanes.
  static let nameWidth = 9

  /// The axis of the lanes in a panel.
  func scale(in rect: Rect, _ dates: DateFormatting) -> TimeScale {
    let width = max(0, Panel.content(of: rect).width - Self.nameWidth)
    let fitting = fittingScale(width: width, dates)
    guard !view.isUntouched else { return fitting }
    return view.scale(now: dates.now, width: width, standard: fitting.zoom, in: dates.zone)
  }

  /// The axis that fits what matters: a month before the present or the last failure, and the
  /// projection.
  func fittingScale(width: Int, _ dates: DateFormatting) -> TimeScale {
    let window = window(now: dates.now)
    let zoom = TimeZoom.fitting((window.to - window.from).wholeMilliseconds, cells: width)
    return TimeScale(containing: window.from, zoom: zoom, width: width, in: dates.zone)
  }

  /// The period that matters; of a subscription that ended long ago, its end.
  func window(now: Timestamp) -> (from: Timestamp, to: Timestamp) {
    guard let data else { return (now - .days(30), now + .days(45)) }
    let summary = data.extra.summary
    let isShort = summary.environment != .production
    let lead: Duration = isShort ? .minutes(30) : .days(18)
    let latest = min(now, max(summary.status.stateSince, summary.lastEventAt))
    let first = data.extra.spans.first?.from ?? now - lead
    guard now - latest < (isShort ? .hours(2) : .days(120)) else {
      return (max(first, latest - (lead + lead)), latest + lead)
    }
    let failure = data.episodes.last.map(\.failedAt).flatMap { $0 > now - .days(120) ? $0 : nil }
    let end = summary.status.state.isOver ? summary.status.stateSince : now
    let start = max(first, min(now, failure ?? now, end) - lead)
    let ends = data.extra.spans.compactMap(\.to) + data.episodes.compactMap(\.retryEnds)
    let last = max(now + lead, ends.max() ?? now)
    let limit = isShort ? now + .days(1) : now + .days(90)
    return (min(start, now), min(last, limit) + (isShort ? .minutes(5) : .days(3)))
  }
}
