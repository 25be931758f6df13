import TerminalUI

/// The layout of Detail's panels.
typealias DetailLayout = PaneLayout<DetailPanel>

extension DetailLayout {
  /// The least width at which three panels stand beside each other.
  private static var threeColumns: Int { 150 }

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
  init(
    body: Rect, tier: Tier, showsWhy: Bool, pane: DetailState.Pane, topRows: Int = 0,
    eventRows: Int = .max
  ) {
    self.init(body: body)
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
      self[.subscriber] = left
      if isThree {
        (self[.answer], self[.why]) = right.split(left: right.width / 2)
      } else if showsWhy {
        self[.why] = right
      } else {
        self[.answer] = right
      }
      (self[.timeline], self[.events]) = rest.split(top: 10)
      if isThree {
        (self[.events], self[.payments]) = self[.events].split(left: body.width - body.width / 3)
      } else if pane == .payments {
        (self[.events], self[.payments]) = (self[.payments], self[.events])
      }
    case .compact:
      let (top, rest) = body.split(top: 6)
      self[.subscriber] = top
      guard !showsWhy else {
        self[.why] = rest
        return
      }
      // A ninth row is for the legend, where the panel below has enough of its own.
      let (lanes, lower) = rest.split(top: rest.height >= 18 ? 9 : 8)
      self[.timeline] = lanes
      switch pane {
      case .answer: self[.answer] = lower
      case .payments: self[.payments] = lower
      case .facts: self[.facts] = lower
      case .timeline, .events: self[.events] = lower
      }
    case .small, .tiny, .below:
      let (top, rest) = body.split(top: tier == .small ? 5 : 3)
      self[.subscriber] = top
      switch pane {
      case _ where showsWhy: self[.why] = rest
      case .timeline: self[.timeline] = rest
      case .events: self[.events] = rest
      case .answer: self[.answer] = rest
      case .payments: self[.payments] = rest
      case .facts: self[.facts] = rest
      }
    }
  }

  /// Lays out the panels in a column beside a list.
  init(beside body: Rect) {
    self.init(body: body)
    let (top, rest) = body.split(top: 6)
    self[.subscriber] = top
    let (words, lower) = rest.split(top: max(3, min(13, rest.height - 17)))
    self[.answer] = words
    let (lanes, below) = lower.split(top: 9)
    (self[.timeline], self[.events]) = (lanes, below)
  }

  /// Lays out the panels below a list.
  init(below body: Rect) {
    self.init(body: body)
    let (top, rest) = body.split(top: body.height >= 13 ? 6 : 4)
    (self[.subscriber], self[.timeline]) = (top, rest)
    if body.width >= 110 { (self[.subscriber], self[.answer]) = top.split(left: body.width / 2) }
    if rest.height >= 11 { (self[.timeline], self[.events]) = rest.split(top: 8) }
  }
}
