import EventLedger
import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// Handles one message, at a time by the machine's clock, and returns the effects in order.
  public mutating func update(_ message: DashboardMessage, machineNow: Timestamp) -> [Effect] {
    self.machineNow = machineNow
    if let flash = messages.flash, flash.until <= machineNow { messages.flash = nil }
    let (screenBefore, flashBefore) = (screen, messages.flash)
    let shownBefore = messages.shownCount
    var effects = isStarted ? [] : start()
    switch message {
    case .key(let press): effects += type(.key(press))
    case .paste(let text): effects += type(.paste(text))
    case .mouse(let event, let target): effects += handle(event, on: target)
    case .focused:
      ledger.nextPollAt = machineNow
      effects += wake()
    case .backgroundTask(let news): effects += receive(news)
    case .resized(let size): effects += resize(to: size)
    case .wake: effects += wake()
    case .resumed: effects += wake() + reload()
    case .clock(let clock): effects += follow(clock)
    case .loading(let share): time.loading = share
    case .terminate: isFinished = true
    case .superseded(let words): (isFinished, ending) = (true, words)
    case .answer(let answer, let slot, let request): effects += receive(answer, slot, request)
    case .canceled(let slot, let request):
      effects += settle(slot, request: request, isAnswer: false).next
    case .stirred: effects += settings.asOf == nil ? [.poll] : []
    case .polled(let position, let condition): effects += hear(position, condition)
    case .recorded(let action, let events, let trouble):
      effects += confirmRecorded(action, events, trouble: trouble)
    case .accessNotRecorded(let words): hide(because: words)
    case .colleagues(let names, let id): receive(colleagues: names, on: id)
    case .savedView(let view): receive(saved: view)
    case .shown: effects += begin()
    case .background(let color): effects += receive(background: color)
    case .themes(let themes, let problems): effects += receive(themes: themes, problems: problems)
    case .prepared(let prepared): effects += receive(prepared)
    case .ran(let outcome): receive(outcome)
    case .failed(let words, let slot, let request): effects += fail(words, slot, request)
    }
    noteReply(message)
    effects = note(effects)
    noteOrder()
    effects += handleTypeAhead()
    // A message about another screen would hide what this one says.
    if screen != screenBefore, messages.flash == flashBefore { messages.flash = nil }
    forgetOverlayMessage(since: shownBefore, isTyped: message.isTyped)
    effects += screen.controller.follow(&self)
    return effects + recordAccesses() + followPresence() + giveUpQuestions()
  }

  /// Removes a message about the keys of what was open once it is closed.
  private mutating func forgetOverlayMessage(since before: Int, isTyped: Bool) {
    if messages.shownCount != before { messages.isAboutOverlay = isTyped && input != .none }
    if messages.isAboutOverlay, input == .none { messages.flash = nil }
  }

  /// The next instant of the machine's clock at which something is to be done.
  var nextWake: Timestamp? {
    let poll = settings.asOf == nil ? ledger.nextPollAt : nil
    return [
      poll, time.nextTickAt, messages.flash?.until, sideRest.dueAt, events.payloadRest.dueAt,
      restEndsAt, ledger.nextTryAt,
      behindAt, metricsDueAt, metricsAheadDueAt, whatIfDueAt,
      search.near?.dueAt, search.order?.nextLookAt, presence.nextAt,
    ].compactMap(\.self).min()
  }

  private mutating func start() -> [Effect] {
    isStarted = true
    tellNotes()
    tellOfWrongClock()
    let journey = settings.startsAsOf.map { travel(to: $0) } ?? []
    appearance.mouse.isOn = settings.startsWithMouse
    let reports: [Effect] = appearance.mouse.isOn ? [.terminal(.mouse(true))] : []
    return reports + journey + firstQuestions()
  }

  /// Asks for a glance at the figures, on which the figures of the present follow.
  private mutating func firstQuestions() -> [Effect] {
    let glance = ask(.glance(events: OverviewState.eventsMax, now: now), for: .overview)
    return screen == .home ? glance : glance + reload()
  }

  private mutating func resize(to size: Size) -> [Effect] {
    self.size = size
    for screen in Screen.lists {
      let height = height(ofList: screen)
      update(listOf: screen) { $0.window.reveal(height: height) }
    }
    return screen.controller.resize(&self)
  }

  /// Looks at the clock, and whether the ledger has grown.
  private mutating func wake() -> [Effect] {
    var effects: [Effect] = []
    if let tick = time.nextTickAt, tick <= machineNow { effects += self.tick() }
    if settings.asOf == nil, ledger.nextPollAt <= machineNow {
      let minute = time.nextTickAt ?? machineNow + .seconds(60)
      ledger.nextPollAt = settings.isToldOfNews ? minute : machineNow + settings.refresh
      effects.append(.poll)
    }
    return effects + tryAgain() + mergeAfterRest() + askNear() + lookAgain() + askMetricsAhead()
  }

  /// Moves the present on screen.
  mutating func tick() -> [Effect] {
    time.nextTickAt = settings.clock.millisecondsToNextText(at: machineNow)
      .map { machineNow + .milliseconds($0) }
    let present = settings.present(at: machineNow)
    guard present != now, !time.isPaused else { return [] }
    now = present
    renewMenu()
    return refreshValues()
  }

  /// Takes the present from another clock.
  ///
  /// On a paused screen a clock that runs waits for the end of the pause.
  private mutating func follow(_ clock: DashboardClock) -> [Effect] {
    if settings.asOf != nil, time.home != nil {
      time.home = clock
      return []
    }
    if time.isPaused, case .scaled(let start, _, let speed) = clock {
      time.pausedSpeed = speed
      settings.clock = .scaled(start: max(now, start), since: machineNow, speed: 0)
      return [.clock(settings.clock)]
    }
    settings.clock = clock
    return tick()
  }

  /// Notes how far the ledger has grown, and its condition.
  private mutating func hear(_ position: LedgerPosition, _ condition: LedgerCondition) -> [Effect] {
    let wasAhead = isAhead
    let hasMoved = condition.standsAt != settings.condition.standsAt
    let hasErased = condition.erasureCount != settings.condition.erasureCount
    settings.condition = condition
    guard settings.asOf == nil else { return [] }
    if !wasAhead { tellOfWrongClock() }
    let isFirst = ledger.heardPosition == nil
    let effects = (hasMoved ? tick() : []) + hear(position)
    return effects + (hasErased && !isFirst ? readAnew() : [])
  }

  /// Reads again all that is on screen, also on a paused one: somebody on it may be erased.
  private mutating func readAnew() -> [Effect] {
    markStale()
    ledger.extras = [:]
    let figures = screen == .home ? [] : OverviewScreen.reload(&self)
    return reload() + figures + askSide() + askPayloadAnew()
  }

  /// Asks again for what could not be read a while ago, as when a server was away.
  private mutating func tryAgain() -> [Effect] {
    guard let next = ledger.nextTryAt, next <= machineNow else { return [] }
    ledger.nextTryAt = nil
    return readAnew()
  }

  private mutating func hear(_ position: LedgerPosition) -> [Effect] {
    let known = ledger.heardPosition
    ledger.heardPosition = position
    guard let known, known != position else {
      if ledger.shownPosition == nil { ledger.shownPosition = position }
      return []
    }
    guard !time.isPaused else { return screen.controller.countArrivals(&self) }
    ledger.shownPosition = position
    markStale()
    ageExtras()
    return refreshValues()
  }

  /// Marks the timelines of rows as out of date.
  mutating func ageExtras() {
    for id in Array(ledger.extras.keys) { ledger.extras[id]?.asOf = .distantPast }
  }

  /// Brings values up to date without moving a row, those of the first line on every screen.
  mutating func refreshValues() -> [Effect] {
    let own = screen.controller.refreshValues(&self)
    return screen == .home ? own : own + OverviewScreen.reload(&self)
  }

  mutating func markStale() {
    for screen in Screen.lists { update(listOf: screen) { $0.isStale = true } }
  }

  /// Shows the message that something could not be done.
  private mutating func fail(_ words: String, _ slot: Slot?, _ request: Int) -> [Effect] {
    guard let slot else {
      tell(words, .error)
      return []
    }
    let (isWanted, next) = settle(slot, request: request)
    if isWanted {
      (ledger.problem, ledger.nextTryAt) = (words, machineNow + LedgerState.patience)
      // An answer that never came is no reason to merge the rows of the next one.
      (ledger.mergesFromTop, ledger.sortsAround) = (false, nil)
    }
    if next.isEmpty { dropTypeAhead(because: "The ledger did not answer.") }
    return next
  }

  private mutating func receive(saved view: SavedView) {
    preferences.take(view)
    viewMemory.open[view.screen] = view.name
    let key = view.key.map { "; @\($0) opens it" } ?? ""
    tell("Saved the view \(view.name)\(key).")
  }

  /// Inserts pasted text into an open line; it never counts as keys.
  mutating func insert(pasted text: String) -> [Effect] {
    guard let overlay = input.overlay else {
      refuse(paste: text)
      return []
    }
    let effects = overlay.insert(text, in: &self)
    _ = refuseCut()
    return effects
  }

  /// The part of a pasted text that is looked up: of words around the name of an order, an account
  /// or another one, that name alone; all of a filter and of any other text.
  mutating func name(inPasted text: String) -> String {
    guard let name = LookupName.within(text) else { return text }
    let isFilter =
      text.contains { ":=<>".contains($0) }
      && (try? Filter.parse(text.trimmed, about: filterScope)) != nil
    guard !isFilter else { return text }
    tell("Of what was pasted, \(name) is looked up.")
    return name
  }

  /// Warns of a line whose latest text did not fit, so that it is not entered without its rest, and
  /// returns whether there is one.
  mutating func refuseCut() -> Bool {
    guard let editor = input.overlay?.editor, editor.isCut else { return false }
    tell("\(editor.cutWords.capitalizedFirst).", .warning)
    return true
  }

  /// Shows the message that there is no line to paste into.
  mutating func refuse(paste text: String) {
    tell("Pasted \(Formatting.plural(text.count, "character")): press / or : first, then paste.")
  }
}
