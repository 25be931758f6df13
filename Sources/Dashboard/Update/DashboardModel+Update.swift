import EventLedger
import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// Takes one message into account.
  ///
  /// - Parameters:
  ///   - message: What happened.
  ///   - machineNow: The machine's clock.
  /// - Returns: What to do outside, in order.
  public mutating func update(
    _ message: DashboardMessage, machineNow: Timestamp
  ) -> [Effect] {
    self.machineNow = machineNow
    if let flash, flash.until <= machineNow { self.flash = nil }
    var effects = isStarted ? [] : start()
    switch message {
    case .key(let press): effects += type(.key(press))
    case .paste(let text): effects += type(.paste(text))
    case .mouse(let event): effects += take(event)
    case .focused:
      nextPollAt = machineNow
      effects += wake()
    case .backgroundTask(let news): effects += take(news)
    case .resized(let size): effects += resize(to: size)
    case .wake: effects += wake()
    case .resumed: effects += wake() + reload()
    case .clock(let clock): effects += follow(clock)
    case .loading(let share): loading = share
    case .terminate: isFinished = true
    case .superseded(let words): (isFinished, ending) = (true, words)
    case .answer(let answer, let slot, let request): effects += receive(answer, slot, request)
    case .stirred: effects += settings.asOf == nil ? [.poll] : []
    case .polled(let position, let condition): effects += hear(position, condition)
    case .recorded(let action, let events, let trouble):
      effects += confirmRecorded(action, events, trouble: trouble)
    case .savedView(let view): take(saved: view)
    case .shown: effects += begin()
    case .background(let color): effects += take(background: color)
    case .themes(let themes, let problems): effects += take(themes: themes, problems: problems)
    case .prepared(let prepared): effects += take(prepared)
    case .ran(let outcome): take(outcome)
    case .failed(let words, let slot, let request): effects += fail(words, slot, request)
    }
    noteReply(message)
    effects = note(effects)
    noteOrder()
    effects += handleTypeAhead()
    return effects + extendList() + extendEvents() + askRowDetails() + followCursor()
      + followEvent()
  }

  /// The next instant of the machine's clock at which something is to be done.
  var nextWake: Timestamp? {
    let poll = settings.asOf == nil ? nextPollAt : nil
    return [
      poll, nextTickAt, flash?.until, sideDueAt, events.payloadDueAt, restEndsAt, behindAt,
      near?.dueAt, orderSearch?.nextLookAt,
    ].compactMap(\.self).min()
  }

  private mutating func start() -> [Effect] {
    isStarted = true
    tellNotes()
    let journey = settings.startsAsOf.map { travel(to: $0) } ?? []
    mouse.isOn = settings.startsWithMouse
    let reports: [Effect] = mouse.isOn ? [.terminal(.mouse(true))] : []
    return reports + journey + firstQuestions()
  }

  /// Asks for a glance at the figures, on which the figures of the present follow.
  private mutating func firstQuestions() -> [Effect] {
    let glance = ask(.glance(events: OverviewState.eventsMax, now: now), for: .overview)
    return screen == .overview ? glance : glance + reload()
  }

  private mutating func resize(to size: Size) -> [Effect] {
    self.size = size
    subscribers.window.reveal(height: height(ofList: .subscribers))
    due.window.reveal(height: height(ofList: .due))
    if screen == .events, events.rate == nil { return askArrivals() }
    return dueFigures == nil ? askDueFigures() : []
  }

  /// Looks at the clock, and whether the ledger has grown.
  private mutating func wake() -> [Effect] {
    var effects: [Effect] = []
    if let nextTickAt, nextTickAt <= machineNow { effects += tick() }
    if settings.asOf == nil, nextPollAt <= machineNow {
      let minute = nextTickAt ?? machineNow + .seconds(60)
      nextPollAt = settings.isToldOfNews ? minute : machineNow + settings.refresh
      effects.append(.poll)
    }
    return effects + mergeAfterRest() + askNear() + lookAgain()
  }

  /// Moves the present on screen.
  mutating func tick() -> [Effect] {
    nextTickAt = settings.clock.millisecondsToNextText(at: machineNow)
      .map { machineNow + .milliseconds($0) }
    let present = settings.present(at: machineNow)
    guard present != now, !isPaused else { return [] }
    now = present
    renewMenu()
    return refreshValues()
  }

  /// Takes the present from another clock.
  ///
  /// On a paused screen a clock that runs waits for the end of the pause.
  private mutating func follow(_ clock: DashboardClock) -> [Effect] {
    if settings.asOf != nil, liveClock != nil {
      liveClock = clock
      return []
    }
    if isPaused, case .scaled(let start, _, let speed) = clock {
      pausedSpeed = speed
      settings.clock = .scaled(start: max(now, start), since: machineNow, speed: 0)
      return [.clock(settings.clock)]
    }
    settings.clock = clock
    return tick()
  }

  /// Notes how far the ledger has grown, and its condition.
  private mutating func hear(
    _ position: LedgerPosition, _ condition: LedgerCondition
  ) -> [Effect] {
    let hasMoved = condition.standsAt != settings.condition.standsAt
    settings.condition = condition
    guard settings.asOf == nil else { return [] }
    return (hasMoved ? tick() : []) + hear(position)
  }

  private mutating func hear(_ position: LedgerPosition) -> [Effect] {
    let known = heardPosition
    heardPosition = position
    guard let known, known != position else {
      if shownPosition == nil { shownPosition = position }
      return []
    }
    guard !isPaused else { return screen == .events ? askEvents() : [] }
    shownPosition = position
    markStale()
    extras = extras.mapValues { extra in
      var extra = extra
      extra.asOf = .distantPast
      return extra
    }
    return refreshValues()
  }

  /// Brings values up to date without moving a row.
  mutating func refreshValues() -> [Effect] {
    switch screen {
    case .overview, .detail: return reload()
    case .subscribers, .due:
      guard list?.window.isLoaded == true else { return reload() }
      if list?.window.rows.isEmpty == true { return reload() }
      return askSide() + askNews() + askDueFigures()
        + ask(.overview(events: OverviewState.eventsMax, now: now), for: .overview)
    case .events:
      return askEvents()
        + ask(.overview(events: OverviewState.eventsMax, now: now), for: .overview)
    case .help: return []
    }
  }

  mutating func markStale() {
    subscribers.isStale = true
    due.isStale = true
  }

  /// Says that something could not be done.
  private mutating func fail(_ words: String, _ slot: Slot?, _ request: Int) -> [Effect] {
    guard let slot else {
      tell(words, .error)
      return []
    }
    let (isWanted, next) = settle(slot, request: request)
    if isWanted { ledgerProblem = words }
    if next.isEmpty { dropTypeAhead(because: "The ledger did not answer.") }
    return next
  }

  private mutating func take(saved view: SavedView) {
    preferences.take(view)
    let key = view.key.map { "; @\($0) opens it" } ?? ""
    tell("Saved the view \(view.name)\(key).")
  }

  /// Pasted text goes into an open field and never counts as keys.
  mutating func take(pasted text: String) -> [Effect] {
    switch input {
    case .filter(var edit):
      edit.field.insert(text)
      if edit.completion != nil { edit.completion = completion(of: edit.field) }
      return preview(edit)
    case .palette(var palette):
      palette.field.insert(text)
      (palette.selection, palette.problem) = (0, "")
      input = .palette(palette)
      return askZoneNames(palette.field.text)
    case .prompt(var line):
      line.field.insert(text)
      input = .prompt(line)
    case .note(var field, let targets):
      field.insert(text)
      input = .note(field, of: targets)
    case .confirm(var confirmation) where confirmation.phrase != nil:
      confirmation.field.insert(text)
      input = .confirm(confirmation)
    case .none, .menu, .columns, .payload, .looks, .confirm, .pager, .runs:
      tell("Pasted \(Words.plural(text.count, "character")): press / or : first, then paste.")
    }
    return []
  }
}
