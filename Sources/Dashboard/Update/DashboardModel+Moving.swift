import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// Moves the cursor of the screen.
  mutating func move(_ movement: Movement) -> [Effect] {
    switch screen {
    case .subscribers, .due: return moveInList(movement)
    case .overview:
      let count = linesOfPane
      let line = movement.target(from: overview.line, count: count, page: max(1, count))
      overview.lines[overview.pane] = line
    case .events: return moveInEvents(movement)
    case .detail:
      guard var detail, let count = detail.data?.events.count else { return [] }
      if detail.showsWhy, whyHeight > 1 {
        detail.whyTop = movement.target(from: detail.whyTop, count: whyHeight, page: 8)
      } else if detail.pane == .answer {
        detail.answerTop = movement.target(
          from: detail.answerTop, count: answerHeight, page: 8)
      } else if detail.pane == .payments {
        detail.paymentsTop = movement.target(
          from: detail.paymentsTop, count: paymentsHeight, page: 8)
      } else {
        detail.line = movement.target(from: detail.line, count: count, page: 8)
      }
      self.detail = detail
    case .help:
      helpTop = movement.target(
        from: helpTop,
        count: HelpText.lines(for: self, width: Panel.content(of: layout.body).width).count,
        page: max(1, layout.body.height))
    }
    return []
  }

  private mutating func moveInList(_ movement: Movement) -> [Effect] {
    guard let screen = listScreen, let window = list?.window, let slot = listSlot else { return [] }
    let height = listHeight
    if movement == .bottom, window.hasAfter {
      return ask(.window(question(.end, counts: false), now: now), for: slot)
    }
    if movement == .top, window.hasBefore {
      update(listOf: screen) { $0.restart() }
      return ask(.window(question(.start, counts: true), now: now), for: slot)
    }
    let line = movement.target(
      from: window.selectedIndex, count: window.rows.count, first: window.topIndex, page: height)
    update(listOf: screen) { list in
      list.isTouched = true
      list.window.select(line: line, height: height)
    }
    return []
  }

  /// How many lines the panel of Overview that has the cursor has.
  var linesOfPane: Int {
    switch overview.pane {
    case .states: overview.states.count
    case .prompts, .recovery: 1
    case .losses: LossLine.allCases.count
    case .live: overview.events.count
    }
  }

  /// Pans and zooms the timelines of the screen, or the time up to which events are shown.
  mutating func turnTimeline(_ turn: TimeTurn) -> [Effect] {
    if screen == .events { return scrub(turn) }
    let shown = shownScale
    if screen == .detail {
      detail?.view.turn(turn, on: shown, now: now)
    } else {
      listView.turn(turn, on: shown, now: now)
    }
    return []
  }

  /// Moves the timelines of the screen by cells, to later times where there are more than none.
  mutating func shiftTimeline(by cells: Int) {
    let shown = shownScale
    let turn = cells > 0 ? TimeTurn.later : .earlier
    if screen == .detail {
      detail?.view.turn(turn, on: shown, now: now, step: abs(cells))
    } else {
      listView.turn(turn, on: shown, now: now, step: abs(cells))
    }
  }

  /// Moves the cursor to the next panel.
  mutating func turnPane(by step: Int) {
    if screen == .overview {
      let count = OverviewState.Pane.allCases.count
      let next = (overview.pane.rawValue + step + count) % count
      overview.pane = OverviewState.Pane(rawValue: next) ?? .states
    } else if var detail {
      let all = DetailState.Pane.allCases
      let index = all.firstIndex(of: detail.pane) ?? 0
      detail.pane = all[(index + step + all.count) % all.count]
      self.detail = detail
    }
  }

  /// Goes to the payments of the subscriber, or from there back to the events.
  mutating func turnToPayments() {
    let isOpen = detail?.pane == .payments
    detail?.pane = isOpen ? .events : .payments
    detail?.showsWhy = false
  }
}
