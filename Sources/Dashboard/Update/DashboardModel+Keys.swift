import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// Takes a key: whatever is open in front of the screen comes first.
  mutating func take(_ press: KeyPress) -> [Effect] {
    touchList()
    orderSearch?.isUndisturbed = false
    if KeyChord(press) == "^c" { return interrupt() }
    if input != .none, keyMap.command(for: KeyChord(press), on: screen) == .copyOpen {
      return copyOpen()
    }
    switch input {
    case .none: return takeOnScreen(press)
    case .filter(let edit): return take(press, edit)
    case .palette(let palette): return take(press, palette)
    case .menu(let menu): return take(press, menu)
    case .prompt(let line): return take(press, line)
    case .columns(let chooser): return take(press, chooser)
    case .note(let field, let targets): return take(press, field, targets)
    case .payload(let payload): return take(press, payload)
    case .looks(let mode): return take(press, mode)
    case .confirm(let confirmation): return take(press, confirmation)
    case .pager(let pager): return take(press, pager)
    case .runs(let prepared): return take(press, prepared)
    }
  }

  private mutating func takeOnScreen(_ press: KeyPress) -> [Effect] {
    forgetLeaving(KeyChord(press))
    if let command = preferences.command(for: KeyChord(press)) { return begin(command) }
    guard let id = keyMap.command(for: KeyChord(press), on: screen) else {
      tell("\(KeyChord(press)) means nothing here; \(key(.help)) lists the keys.")
      return []
    }
    // Escape is pressed over and over to get back to the beginning: that leaves nothing.
    if id == .back, screen == .overview, KeyChord(press) == "Esc", journey == nil,
      exporting == nil, keyMap.keys(of: .quit, on: screen).first != nil
    {
      tell("This is the first screen; \(key(.quit)) leaves churntop.")
      return []
    }
    return run(id)
  }

  /// Closes what is open for help, where a key asks for it.
  mutating func leaveForHelp(_ key: KeyChord) -> [Effect] {
    guard keyMap.command(for: key, on: screen) == .help else { return [] }
    input = .none
    return screen == .help ? [] : show(.help)
  }

  /// `^C` closes what is open; on a bare screen it leaves when pressed twice.
  private mutating func interrupt() -> [Effect] {
    if running != nil { return [.cancelCommand] }
    if input != .none {
      let effects = restoreFilter() + leaveAppearance()
      input = .none
      return effects
    }
    if let effects = stopBackgroundTask() { return effects }
    if flash?.text == Self.leaveWords { isFinished = true }
    tell(Self.leaveWords, .warning)
    return []
  }

  /// Any other key than the one that asked takes back the wish to leave.
  private mutating func forgetLeaving(_ key: KeyChord) {
    guard flash?.text == Self.leaveWords, keyMap.command(for: key, on: screen) != .back else {
      return
    }
    flash = nil
  }

  static let leaveWords = "Press again to quit."

  /// Runs a command, or says why it cannot be run.
  mutating func run(_ id: CommandID) -> [Effect] {
    guard let command = CommandTable.command(id) else { return [] }
    if let reason = disabledReason(of: command) {
      tell("\(command.title): \(reason).\(offer(insteadOf: id))", .warning)
      return []
    }
    return perform(id)
  }

  /// Why a command cannot be run now, in words without a full stop; `nil` when it can.
  public func disabledReason(of command: Command) -> String? {
    if command.id == .closeView, listScreen.flatMap({ viewMemory.open[$0] }) == nil {
      return "no view is open"
    }
    if !command.screens.contains(screen) {
      let places = Screen.allCases.filter(command.screens.contains).map(\.title)
      return "works on " + places.joined(separator: ", ")
    }
    if command.writes {
      if settings.isReadOnly { return "READ-ONLY, \(settings.readOnlyReason)" }
      if settings.asOf != nil { return "the past cannot be written to; \(Self.liveWords)" }
    }
    if command.id == .undo { return undoDisabledReason(.undo) }
    if command.id == .redo { return undoDisabledReason(.redo) }
    if let reason = unfit(command.id) { return reason }
    if command.id == .linked, detail?.data?.links.isEmpty ?? true {
      return "no other purchase of this user is known"
    }
    let needsRow = command.group == .act || command.id == .why
    if needsRow, command.id != .why, let selection = list?.marks.selection {
      return "\(Words.count(selection.count)) are marked, an action takes "
        + "\(Words.count(Marks.idsMax)) at the most: narrow the filter and mark again"
    }
    if needsRow, !hasTargets { return "no subscriber is under the cursor" }
    return nil
  }

  private mutating func perform(_ id: CommandID) -> [Effect] {
    switch id {
    case .moveDown: return move(.down)
    case .moveUp: return move(.up)
    case .moveTop: return move(.top)
    case .moveBottom: return move(.bottom)
    case .moveHalfDown: return move(.halfDown)
    case .moveHalfUp: return move(.halfUp)
    case .movePageDown: return move(.pageDown)
    case .movePageUp: return move(.pageUp)
    case .moveScreenTop: return move(.screenTop)
    case .moveScreenMiddle: return move(.screenMiddle)
    case .moveScreenBottom: return move(.screenBottom)
    case .recordNext: return openNeighbour(by: 1)
    case .recordPrevious: return openNeighbour(by: -1)
    case .linked: return openLinked()
    case .eventNext: return move(.up)
    case .eventPrevious: return move(.down)
    case .timeEarlier: return turnTimeline(.earlier)
    case .timeLater: return turnTimeline(.later)
    case .timeZoomIn: return turnTimeline(.zoomIn)
    case .timeZoomOut: return turnTimeline(.zoomOut)
    case .timeToday: return turnTimeline(.today)
    case .timeFit: return turnTimeline(.fit)
    case .open: return openUnderCursor()
    case .openSubscriber: return openSubscriberOfEvent()
    case .back: return goBack()
    case .quit: isFinished = true
    case .overview: return show(.overview)
    case .subscribers: return show(.subscribers)
    case .due: return show(.due)
    case .events: return show(.events)
    case .paneNext: turnPane(by: 1)
    case .panePrevious: turnPane(by: -1)
    case .filter: return openFilter()
    case .filterClear: return apply(filter: "")
    case .palette: input = .palette(PaletteState())
    case .help: return show(.help)
    case .why: return toggleWhy()
    case .actions, .markShown, .snooze, .suppress, .note, .claim, .askStore:
      return beginAction(id)
    case .columns: openColumns()
    case .views: openViews()
    case .saveView: askViewName()
    case .closeView: return closeView()
    case .matchNext: return goToMatch(forwards: true)
    case .matchPrevious: return goToMatch(forwards: false)
    case .undo, .redo: return turnBack(id)
    case .markToggle: return toggleMark()
    case .markRange: toggleRange()
    case .markAll: return markAll()
    case .markNone: removeMarks()
    case .sortMenu: openSortMenu()
    case .sortInvert: return sort(by: subscribers.sort, descending: !subscribers.descending)
    case .sortPrevious, .sortNext: return sortNeighbour(by: id == .sortNext ? 1 : -1)
    case .pause: return togglePause()
    case .refresh: return refresh()
    case .follow: return toggleFollow()
    case .redraw: return [.terminal(.repaint)]
    case .asOf, .live, .slower, .faster, .copy, .copyOpen, .export, .mouse, .reveal, .openBeside,
      .payments, .reply, .messages, .unknownPlans:
      return runAround(id)
    case .theme: return openThemePicker()
    case .glyphs: return use()
    case .mask: toggleMask()
    case .commands: openCommandMenu()
    case .suspend: return [.terminal(.suspend)]
    }
    return []
  }
}
