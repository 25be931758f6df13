import EventLedger
import SubscriptionCore
import TerminalUI

/// The commands of keys and of the command line.
extension DashboardModel {
  /// Runs a command, or says why it cannot be run.
  mutating func run(_ id: CommandID) -> [Effect] {
    guard let command = CommandTable.command(id) else { return [] }
    if let reason = disabledReason(of: command) {
      tell("\(command.title): \(reason).\(offer(insteadOf: id))", .warning)
      return []
    }
    return perform(id)
  }

  /// The reason that a command cannot be run now, without a full stop; `nil` when it can.
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
      if settings.asOf != nil { return "only the present can be written to; \(Self.liveWords)" }
    }
    if command.id == .undo { return undoDisabledReason(.undo) }
    if command.id == .redo { return undoDisabledReason(.redo) }
    if let reason = unfit(command.id) { return reason }
    if command.id == .linked, detail?.data?.links.isEmpty ?? true {
      return "no other purchase of this user is known"
    }
    let needsRow = command.group == .act || command.id == .why
    if needsRow, command.id != .why, let selection = list?.marks.selection {
      return "\(Formatting.count(selection.count)) are marked, an action takes "
        + "\(Formatting.count(Marks.idsMax)) at the most: narrow the filter and mark again"
    }
    if needsRow, !screen.controller.hasTargets(in: self) {
      return "no subscriber is under the cursor"
    }
    return nil
  }

  /// Runs a command that makes sense now.
  mutating func perform(_ id: CommandID) -> [Effect] {
    switch id {
    case .moveDown, .moveUp, .moveTop, .moveBottom, .moveHalfDown, .moveHalfUp, .movePageDown,
      .movePageUp:
      return Movement(id).map { move($0) } ?? []
    case .moveScreenTop: return move(.screenTop)
    case .moveScreenMiddle: return move(.screenMiddle)
    case .moveScreenBottom: return move(.screenBottom)
    case .recordNext, .recordPrevious: return turnRecord(by: id == .recordNext ? 1 : -1)
    case .linked: return openLinked()
    case .eventNext, .eventPrevious: return move(id == .eventNext ? .up : .down)
    case .timeEarlier, .timeLater, .timeZoomIn, .timeZoomOut, .timeToday, .timeFit:
      return TimeTurn(id).map { turnAxis($0) } ?? []
    case .open: return screen.controller.open(&self)
    case .openSubscriber: return openSubscriberOfEvent()
    case .back: return goBack()
    case .quit: isFinished = true
    case .overview, .subscribers, .due, .events, .metrics, .whatIf:
      return Screen.tabs.first { $0.command == id }.map { show($0) } ?? []
    case .paneNext: screen.controller.turnPane(by: 1, &self)
    case .panePrevious: screen.controller.turnPane(by: -1, &self)
    case .filter: return screen.controller.openFilter(&self)
    case .filterClear: return apply(filter: "")
    case .palette: input = .palette(PaletteState())
    case .help: return show(.help)
    case .why: return toggleWhy()
    case .actions, .markShown, .snooze, .suppress, .note, .claim, .askStore:
      return beginAction(id)
    case .columns: input = .columns(ColumnChooser(subscribers.columns))
    case .views: openViews()
    case .saveView: askViewName()
    case .closeView: return closeView()
    case .matchNext: return goToMatch(forwards: true)
    case .matchPrevious: return goToMatch(forwards: false)
    case .undo, .redo: return turnBack(id)
    case .markToggle, .markRange, .markAll, .markNone: return mark(id)
    case .sortMenu: openSortMenu()
    case .sortInvert: return sort(by: subscribers.sort, descending: !subscribers.descending)
    case .sortPrevious, .sortNext: return sortNeighbour(by: id == .sortNext ? 1 : -1)
    case .pause: return togglePause()
    case .refresh: return refresh()
    case .follow: return toggleFollow()
    case .redraw: return [.terminal(.repaint)]
    case .digest: return openDigest()
    case .asOf: return openAsOf()
    case .live: return comeBack()
    case .slower, .faster: return turnSpeed(by: id == .faster ? 1 : -1)
    case .copy: openCopyMenu()
    case .copyOpen: return copyOpen()
    case .openBeside: toggleSide()
    case .export: openExportMenu()
    case .mouse: return toggleMouse()
    case .reveal: toggleReveal()
    case .payments: turnToPayments()
    case .reply: return openReply()
    case .messages: openMessages()
    case .unknownPlans: return drill(OverviewFigures.unknownMoneyFilter)
    case .turnWindow, .turnGrouping, .showNumbers, .explainFigure: return measure(id)
    case .references, .showPrompts, .showMoney: return measure(id)
    case .theme: return openThemePicker()
    case .glyphs: return use()
    case .mask: toggleMask()
    case .commands: openCommandMenu()
    case .suspend: return [.terminal(.suspend)]
    case .whatIfOf, .fieldLess, .fieldMore, .presentLess, .presentMore, .undoChange, .redoChange,
      .presets, .turnReplay, .assumptions, .differs, .savePolicy:
      return vary(id)
    }
    return []
  }

  /// The reason that a command makes no sense now; `nil` where it does.
  func unfit(_ id: CommandID) -> String? {
    switch id {
    case .slower, .faster:
      if settings.asOf != nil { return "time does not move in the past; \(Self.liveWords)" }
      guard case .scaled = settings.clock else { return "only the demo's time can be turned" }
      return nil
    case .openBeside:
      return layout.tier >= SplitLayout.least
        ? nil : "it takes 80x24; \(key(.open)) opens the subscriber"
    case .unknownPlans:
      return overview.figures?.moneyUnknown == 0 ? "the money of every subscriber is known" : nil
    case .reply:
      return settings.asOf.map {
        "the reply is of \(machineDates.moment($0)); \(Self.liveWords)"
      }
    case .pause: return settings.asOf == nil ? nil : "nothing arrives in the past"
    case .live: return settings.asOf == nil && time.journey == nil ? "this is the present" : nil
    case .export:
      guard screen.controller.isEmpty(in: self) else { return nil }
      return [.metrics, .whatIf].contains(screen)
        ? "the figures are being computed" : "the list is empty"
    case _: return whatIfUnfit(id)
    }
  }

  /// The menu items for going to another time and back.
  var timeItems: [Menu.Item] {
    [
      Menu.Item(
        key: "t", title: "everything as it was at another time", choice: .command(.asOf)),
      Menu.Item(
        key: "l", title: "back to now", choice: .command(.live), disabledReason: unfit(.live)),
    ]
  }
}
