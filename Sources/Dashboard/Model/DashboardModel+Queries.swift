import EventLedger
import SubscriptionCore

/// One question at a time for each place on screen; of those that wait, the latest wins.
extension DashboardModel {
  /// Asks a question, or keeps it until the answer to the one before has come.
  mutating func ask(_ query: Query, for slot: Slot) -> [Effect] {
    guard inFlight[slot] == nil else {
      waiting[slot] = query
      return []
    }
    lastRequest += 1
    inFlight[slot] = lastRequest
    asked[slot] = query
    return [.ask(query, slot: slot, request: lastRequest)]
  }

  /// Notes that an answer came.
  ///
  /// It is wanted even where another question waits, as long as that one asks for the same at a
  /// later present: else a ledger that answers more slowly than its news arrive shows nothing.
  ///
  /// - Returns: Whether it is wanted, and the question that waited for it.
  mutating func settle(_ slot: Slot, request: Int) -> (isWanted: Bool, next: [Effect]) {
    guard inFlight[slot] == request else { return (false, []) }
    inFlight[slot] = nil
    guard let next = waiting.removeValue(forKey: slot) else { return (true, []) }
    let isWanted = asked[slot].map { next.isLater(than: $0) } ?? false
    return (isWanted, ask(next, for: slot))
  }

  /// Asks for everything that the screen shows.
  mutating func reload() -> [Effect] {
    switch screen {
    case .overview:
      return ask(.overview(events: OverviewState.eventsMax, now: now), for: .overview)
    case .subscribers, .due: return reloadList() + askDueFigures()
    case .events:
      return askEvents(anew: showsNewest)
    case .detail:
      guard let detail else { return [] }
      return ask(.detail(detail.id, now: now), for: .detail)
    case .help: return []
    }
  }

  /// Asks for the figures of Due, where there is room to show them.
  mutating func askDueFigures() -> [Effect] {
    screen == .due && layout.tier >= .compact
      ? ask(.dueFigures(now: now), for: .dueFigures) : []
  }

  /// Asks for the rows of the list on the screen, around the cursor.
  mutating func reloadList() -> [Effect] {
    guard let list, let slot = listSlot else { return [] }
    let anchor: WindowQuestion.Anchor =
      if let selected = list.window.anchor,
        list.isTouched || selected != topmost(of: list)
      {
        .around(selected)
      } else {
        .start
      }
    return ask(.window(question(anchor, counts: true), now: now), for: slot)
  }

  /// Asks for rows beyond those held, when the cursor has come near an end of them.
  mutating func extendList() -> [Effect] {
    guard let window = list?.window, let slot = listSlot, inFlight[slot] == nil,
      let first = window.rows.first, let last = window.rows.last
    else { return [] }
    let margin = 2 * listHeight
    if window.hasAfter, window.selectedIndex + margin >= window.rows.count {
      return ask(.window(question(.after(last.key), counts: false), now: now), for: slot)
    }
    if window.hasBefore, window.topIndex < listHeight {
      return ask(.window(question(.before(first.key), counts: false), now: now), for: slot)
    }
    return []
  }

  /// Asks for the timelines of the rows in view that have none of the present yet.
  ///
  /// Where all have, it asks for those of two pages above and below once the row a page away has
  /// none, so that a page turns with its timelines on it and few steps of the cursor ask for any.
  mutating func askRowDetails() -> [Effect] {
    guard let list, inFlight[.extras] == nil else { return [] }
    let height = listHeight
    var wanted = ids(of: list.window.visible(height: height)) { extras, id in
      extras.index(forKey: id).map { extras.values[$0].asOf } != now
    }
    if wanted.isEmpty {
      let page = list.window.near(height: height, pages: 1)
      let edges = [page.first, page.last].compactMap { $0?.summary.id }
      guard edges.contains(where: { extras.index(forKey: $0) == nil }) else { return [] }
      wanted = ids(of: list.window.near(height: height, pages: 2)) { extras, id in
        extras.index(forKey: id) == nil
      }
    }
    return ask(.extras(wanted, now: now), for: .extras)
  }

  /// The subscriptions of those rows whose timelines fit a description.
  private func ids(
    of rows: ArraySlice<ListWindow.Row>,
    where fits: ([SubscriptionID: RowDetail], SubscriptionID) -> Bool
  ) -> [SubscriptionID] {
    rows.indices.compactMap { fits(extras, rows[$0].summary.id) ? rows[$0].summary.id : nil }
  }

  /// A question about the list on the screen.
  func question(_ anchor: WindowQuestion.Anchor, counts: Bool) -> WindowQuestion {
    WindowQuestion(
      sections: sections, anchor: anchor, limit: max(100, 3 * listHeight), counts: counts)
  }

  /// The parts of the list on the screen.
  var sections: [WindowQuestion.Section] {
    switch screen {
    case .due: DueSection.allCases.map { $0.section(filteredBy: due.filter) }
    case .overview, .subscribers, .events, .detail, .help:
      [
        WindowQuestion.Section(
          filter: subscribers.filter, sort: subscribers.sort, descending: subscribers.descending)
      ]
    }
  }

  /// The slot of the list on the screen.
  var listSlot: Slot? {
    switch screen {
    case .subscribers: .subscribers
    case .due: .due
    case .overview, .events, .detail, .help: nil
    }
  }

  private func topmost(of list: SubscriberListState) -> ListWindow.Key? {
    list.window.hasBefore ? nil : list.window.rows.first?.key
  }
}
