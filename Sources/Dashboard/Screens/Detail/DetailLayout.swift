import TerminalUI

/// The layout of Detail's panels.
public struct DetailLayout: Hashable, Sendable {
  /// The facts about the subscriber.
  public var subscriber: Rect
  /// The explanation in plain words.
  public var answer: Rect
  /// The reasons of the prompt decision.
  public var why: Rect
  /// The timeline.
  public var timeline: Rect
  /// The events.
  public var events: Rect
  /// The payments, beside the events or, where there is no room, in their place.
  public var payments: Rect

  /// The least width at which three panels stand beside each other.
  static let threeColumns = 150

  /// Lays out the panels in the body of a screen; a panel without room is empty.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - tier: The size class of the screen.
  ///   - showsWhy: Whether the reasons of the prompt decision are shown.
  ///   - pane: The panel with the cursor, the one that a small screen shows.
  ///   - topRows: The rows that the panels at the top would like to have; they get those that the
  ///     events leave free.
  ///   - eventRows: The number of events.
  public init(
    body: Rect, tier: Tier, showsWhy: Bool, pane: DetailState.Pane, topRows: Int = 0,
    eventRows: Int = .max
  ) {
    let nothing = Rect(x: body.x, y: body.bottom, width: 0, height: 0)
    (subscriber, answer, why, timeline, events) = (nothing, nothing, nothing, nothing, nothing)
    payments = nothing
    switch tier {
    case .wide, .full:
      let usual = min(13 + max(0, body.height - 31) / 3, 20)
      // Two rows of a box and one of headings.
      let history = max(5, min(eventRows, body.height) + 3)
      let free = body.height - 10 - min(history, max(5, body.height - 10 - usual))
      let wanted = max(usual, min(topRows, free))
      let (top, rest) = body.split(top: showsWhy ? body.height - 10 : wanted)
      let isThree = body.width >= Self.threeColumns
      let (left, right) = top.split(left: body.width / (isThree ? 3 : 2))
      subscriber = left
      if isThree {
        (answer, why) = right.split(left: right.width / 2)
      } else if showsWhy {
        why = right
      } else {
        answer = right
      }
      (timeline, events) = rest.split(top: 10)
      if isThree {
        (events, payments) = events.split(left: body.width - body.width / 3)
      } else if pane == .payments {
        (events, payments) = (nothing, events)
      }
    case .compact:
      let (top, rest) = body.split(top: 6)
      subscriber = top
      guard !showsWhy else {
        why = rest
        return
      }
      // A ninth row is for the legend, where the panel below has enough of its own.
      let (lanes, lower) = rest.split(top: rest.height >= 18 ? 9 : 8)
      timeline = lanes
      switch pane {
      case .answer: answer = lower
      case .payments: payments = lower
      case .timeline, .events: events = lower
      }
    case .small, .tiny, .below:
      let (top, rest) = body.split(top: tier == .small ? 5 : 3)
      subscriber = top
      switch pane {
      case _ where showsWhy: why = rest
      case .timeline: timeline = rest
      case .events: events = rest
      case .answer: answer = rest
      case .payments: payments = rest
      }
    }
  }

  /// Lays out the panels in a column beside a list.
  public init(beside body: Rect) {
    let nothing = Rect(x: body.x, y: body.bottom, width: 0, height: 0)
    (why, payments) = (nothing, nothing)
    let (top, rest) = body.split(top: 6)
    subscriber = top
    let (words, lower) = rest.split(top: max(3, min(13, rest.height - 17)))
    answer = words
    let (lanes, below) = lower.split(top: 9)
    (timeline, events) = (lanes, below)
  }

  /// Lays out the panels below a list.
  public init(below body: Rect) {
    let nothing = Rect(x: body.x, y: body.bottom, width: 0, height: 0)
    (answer, why, events, payments) = (nothing, nothing, nothing, nothing)
    let (top, rest) = body.split(top: body.height >= 13 ? 6 : 4)
    (subscriber, timeline) = (top, rest)
    if body.width >= 110 { (subscriber, answer) = top.split(left: body.width / 2) }
    if rest.height >= 11 { (timeline, events) = rest.split(top: 8) }
  }

  /// Every panel, for checks.
  public var parts: [Rect] { [subscriber, answer, why, timeline, events, payments] }
}
