import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// Goes to a screen; a list that has fallen behind is read anew on the way in.
  mutating func show(_ next: Screen) -> [Effect] {
    if next == .help {
      guard screen != .help else { return goBack() }
      (helpOrigin, helpTop) = (screen, 0)
    }
    screen = next
    switch next {
    case .overview, .detail: return reload()
    case .subscribers, .due:
      guard let list, list.window.isLoaded, !list.isStale else { return reload() }
      return []
    case .events: return events.isFollowing || !events.isLoaded ? reload() : askArrivals()
    case .help: return []
    }
  }

  /// One step back: closes what is open, clears the filter, leaves the screen.
  mutating func goBack() -> [Effect] {
    if let effects = stopBackgroundTask() { return effects }
    switch screen {
    case .help: return show(helpOrigin)
    case .detail:
      guard let origin = detail?.origin else { return show(.subscribers) }
      if detail?.showsWhy == true {
        detail?.showsWhy = false
        return []
      }
      return show(origin)
    case .subscribers, .due:
      return goBackFromList()
    case .events:
      if !events.filterText.isEmpty { return apply(filter: "") }
      if !events.isFollowing { return follow() }
      return show(.overview)
    case .overview:
      if flash?.text == Self.leaveWords { isFinished = true }
      tell(Self.leaveWords, .warning)
      return []
    }
  }

  /// Gives up a range that is drawn, then the filter, then the marks, then the list.
  private mutating func goBackFromList() -> [Effect] {
    guard let screen = listScreen, let list else { return [] }
    if list.rangeStart != nil {
      update(listOf: screen) { $0.rangeStart = nil }
      return []
    }
    if !list.filterText.isEmpty { return apply(filter: "") }
    guard list.marks.isEmpty else {
      removeMarks()
      return []
    }
    return show(.overview)
  }

  /// Opens what the cursor is on.
  mutating func openUnderCursor() -> [Effect] {
    switch screen {
    case .subscribers, .due:
      guard let row = list?.window.selectedRow else { return [] }
      return open(row.summary.id)
    case .events: return openPayload()
    case .overview: return openFromOverview()
    case .detail: return openPayload()
    case .help: return []
    }
  }

  private mutating func openFromOverview() -> [Effect] {
    let line = overview.line
    switch overview.pane {
    case .states:
      guard overview.states.indices.contains(line) else { return [] }
      return drill("state:\(overview.states[line].rawValue) env:production")
    case .prompts: return show(.due)
    case .recovery: return drill("state:grace,hold env:production")
    case .losses:
      guard LossLine.allCases.indices.contains(line) else { return [] }
      return drill(LossLine.allCases[line].filterText)
    case .live:
      guard overview.events.indices.contains(line) else { return [] }
      return open(overview.events[line].event)
    }
  }

  /// Shows the subscribers that satisfy a filter.
  mutating func drill(_ filter: String) -> [Effect] {
    screen = .subscribers
    return apply(filter: filter)
  }

  /// Opens the subscriber of the event under the cursor.
  mutating func openSubscriberOfEvent() -> [Effect] {
    events.selectedLine.map { open($0.event) } ?? []
  }

  /// Opens the subscriber of an event, the cursor on the event.
  private mutating func open(_ event: SubscriptionEvent) -> [Effect] {
    let effects = open(event.subscription)
    detail?.wanted = event.id
    return effects
  }

  /// Opens one subscriber.
  mutating func open(_ id: SubscriptionID, showingWhy: Bool = false) -> [Effect] {
    let origin = screen == .detail ? detail?.origin ?? .subscribers : screen
    let pane = detail?.pane ?? .timeline
    if revealed != id { revealed = nil }
    detail = DetailState(id, from: origin == .help ? helpOrigin : origin)
    detail?.showsWhy = showingWhy
    detail?.pane = pane
    screen = .detail
    return reload()
  }

  /// Opens the other purchases of the same user: the one there is, or the list of them.
  mutating func openLinked() -> [Effect] {
    let ids = detail?.data?.links.map(\.subscription) ?? []
    switch ids.count {
    case 0: return []
    case 1: return open(ids[0])
    case _:
      tell("The \(ids.count) other purchases of this user are listed.")
      return drill(Self.filter(of: ids))
    }
  }

  /// Opens the subscriber before or after the one that is open, in the list it was opened from.
  mutating func openNeighbour(by step: Int) -> [Effect] {
    guard let detail, detail.origin == .subscribers || detail.origin == .due else {
      tell("{ and } go through a list; open a subscriber from Subscribers or Due.")
      return []
    }
    let origin = detail.origin
    let height = height(ofList: origin)
    let before = origin == .due ? due.window : subscribers.window
    update(listOf: origin) { $0.window.move(by: step, height: height) }
    let after = origin == .due ? due.window : subscribers.window
    guard let row = after.selectedRow, before.selected != after.selected else {
      tell(step > 0 ? "This is the last of the list." : "This is the first of the list.")
      return []
    }
    let why = detail.showsWhy
    self.screen = origin
    let effects = extendList()
    return effects + open(row.summary.id, showingWhy: why)
  }

  /// Shows or hides the reasons of the prompt decision.
  mutating func toggleWhy() -> [Effect] {
    if screen == .detail {
      detail?.showsWhy.toggle()
      detail?.whyTop = 0
      return []
    }
    guard let id = targets.first else { return [] }
    return open(id, showingWhy: true)
  }

  /// Stops and starts the arrival of news.
  mutating func togglePause() -> [Effect] {
    if let loading {
      tell("The simulated past is still being read (\(loading) %); Z stops time after that.")
      return []
    }
    let clockEffects = turnClock()
    isPaused.toggle()
    if isPaused {
      tell(
        clockEffects.isEmpty
          ? "Paused: the screen stands still until Z."
          : "Paused: time stands still until Z.")
      return clockEffects
    }
    flash = nil
    shownPosition = heardPosition
    markStale()
    return clockEffects + tick() + (screen == .events ? refreshValues() : refresh())
  }

  /// Stops a simulated world's time with the screen, and starts it again where it stopped.
  private mutating func turnClock() -> [Effect] {
    guard case .scaled(_, _, let speed) = settings.clock else { return [] }
    let effects = isPaused ? [] : tick()
    if !isPaused { pausedSpeed = speed }
    settings.clock = .scaled(
      start: settings.clock.present(at: machineNow), since: machineNow,
      speed: isPaused ? pausedSpeed : 0)
    return effects + [.clock(settings.clock)]
  }

  /// Reads again and merges what has arrived.
  mutating func refresh() -> [Effect] {
    let old = extras
    extras = old.mapValues { extra in
      var extra = extra
      extra.asOf = .distantPast
      return extra
    }
    if screen == .events {
      let effects = follow()
      return events.filter == nil ? effects : effects + askEvents(anew: true)
    }
    return reload() + [.poll]
  }
}
