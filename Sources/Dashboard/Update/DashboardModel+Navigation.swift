import SubscriptionCore

extension DashboardModel {
  /// Opens a screen; a list that has fallen behind is read again.
  mutating func show(_ next: Screen) -> [Effect] {
    if next == .help {
      guard screen != .help else { return goBack() }
      help = HelpState(origin: screen)
    }
    screen = next
    return next.controller.enter(&self)
  }

  /// One step back: closes what is open, clears the filter, leaves the screen.
  mutating func goBack() -> [Effect] {
    leaveDigest()
    return stopBackgroundTask() ?? screen.controller.back(&self)
  }

  /// Turns the time axis of the screen.
  mutating func turnAxis(_ turn: TimeTurn, step: Int = 4) -> [Effect] {
    screen.controller.turn(turn, step: step, &self)
  }

  /// Goes to the payments of the subscriber, or from there back to the events.
  mutating func turnToPayments() {
    let isOpen = detail?.pane == .payments
    detail?.pane = isOpen ? .events : .payments
    detail?.showsWhy = false
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
  mutating func open(_ event: SubscriptionEvent) -> [Effect] {
    let effects = open(event.subscription)
    detail?.wanted = event.id
    return effects
  }

  /// Opens one subscriber.
  mutating func open(_ id: SubscriptionID, showingWhy: Bool = false) -> [Effect] {
    let origin = screen == .detail ? detail?.origin ?? .subscribers : screen
    let pane = detail?.pane ?? .timeline
    if appearance.revealed != id { appearance.revealed = nil }
    detail = DetailState(id, from: origin == .help ? help.origin : origin)
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

  /// Goes to the subscriber before or after the one that is shown.
  mutating func turnRecord(by step: Int) -> [Effect] {
    guard screen == .whatIf else { return openNeighbour(by: step) }
    turnWhatIfSubscriber(by: step)
    return []
  }

  /// Opens the subscriber before or after the one that is open, in the list it was opened from.
  mutating func openNeighbour(by step: Int) -> [Effect] {
    guard let detail, let list = detail.origin.controller.list else {
      let keys = "\(key(.recordPrevious)) and \(key(.recordNext))"
      tell("\(keys) go through a list; open a subscriber from Subscribers or Due.")
      return []
    }
    let origin = detail.origin
    let height = height(ofList: origin)
    let before = self[keyPath: list].window
    self[keyPath: list].window.move(step > 0 ? .down : .up, height: height)
    let after = self[keyPath: list].window
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
      detail?.why = TextScroll()
      return []
    }
    guard let id = targets.first else { return [] }
    return open(id, showingWhy: true)
  }

  /// Stops and starts the arrival of news.
  mutating func togglePause() -> [Effect] {
    if let share = time.loading {
      tell("The simulated past is still being read (\(share) %); Z stops time after that.")
      return []
    }
    let clockEffects = turnClock()
    time.isPaused.toggle()
    if time.isPaused {
      tell(
        clockEffects.isEmpty
          ? "Paused: the screen does not change until Z."
          : "Paused: time is stopped until Z.")
      return clockEffects
    }
    messages.flash = nil
    ledger.shownPosition = ledger.heardPosition
    markStale()
    return clockEffects + tick() + screen.controller.resume(&self)
  }

  /// Stops a simulated world's time with the screen, and starts it again where it stopped.
  private mutating func turnClock() -> [Effect] {
    guard case .scaled(_, _, let speed) = settings.clock else { return [] }
    let effects = time.isPaused ? [] : tick()
    if !time.isPaused { time.pausedSpeed = speed }
    settings.clock = .scaled(
      start: settings.clock.present(at: machineNow), since: machineNow,
      speed: time.isPaused ? time.pausedSpeed : 0)
    return effects + [.clock(settings.clock)]
  }

  /// Reads again and merges arrivals.
  mutating func refresh() -> [Effect] {
    ageExtras()
    return screen.controller.refresh(&self)
  }
}
