import SubscriptionCore

/// One question at a time for each place on screen; of those that wait, the latest wins.
extension DashboardModel {
  /// Returns a Boolean value that indicates whether a slot waits for an answer.
  func isAsking(_ slot: Slot) -> Bool { ledger.inFlight[slot] != nil }

  /// Asks a question, or keeps it until the answer to the one before has come.
  mutating func ask(_ query: Query, for slot: Slot) -> [Effect] {
    guard ledger.inFlight[slot] == nil else {
      ledger.waiting[slot] = query
      return []
    }
    ledger.lastRequest += 1
    ledger.inFlight[slot] = ledger.lastRequest
    ledger.asked[slot] = query
    return [.ask(query, slot: slot, request: ledger.lastRequest)]
  }

  /// Handles the arrival of an answer, or that a question was given up, and returns the query that
  /// waited for it and whether it is wanted.
  ///
  /// It is wanted even where another question waits, as long as that one asks for the same at a
  /// later present: else a ledger that answers more slowly than its news arrive shows nothing.
  mutating func settle(
    _ slot: Slot, request: Int, isAnswer: Bool = true
  ) -> (isWanted: Bool, next: [Effect]) {
    ledger.givenUp.remove(request)
    guard ledger.inFlight[slot] == request else { return (false, []) }
    ledger.inFlight[slot] = nil
    let next = ledger.waiting.removeValue(forKey: slot)
    var isWanted = isAnswer
    if let next, let asked = ledger.asked[slot] { isWanted = isAnswer && next.isLater(than: asked) }
    // How its rows were to be merged says nothing about those of the next answer.
    if !isWanted, slot == .subscribers || slot == .due {
      (ledger.mergesFromTop, ledger.sortsAround) = (false, nil)
    }
    return (isWanted, next.map { ask($0, for: slot) } ?? [])
  }

  /// Cancels the queries whose answers are not needed any more: a newer one waits, or the user has
  /// left their screen.
  mutating func giveUpQuestions() -> [Effect] {
    let unwanted = ledger.inFlight.filter { slot, request in
      !ledger.givenUp.contains(request) && !awaitsAnswer(slot)
    }
    for (slot, request) in unwanted {
      ledger.givenUp.insert(request)
      // The screen asks again when it is opened.
      if ledger.waiting[slot] == nil { slot.screen?.controller.markStale(&self) }
    }
    return unwanted.values.sorted().map(Effect.cancelQuestion)
  }

  private func awaitsAnswer(_ slot: Slot) -> Bool {
    guard let asked = ledger.asked[slot] else { return true }
    if let next = ledger.waiting[slot] { return next == asked || next.isLater(than: asked) }
    switch asked {
    case .count(let filters), .identities(let filters, _):
      return listScreen != nil && filters == sections.map(\.filter)
    case _: return slot.screen.map { $0 == screen || $0 == origin } ?? true
    }
  }

  /// The screen behind Help, and the one that a subscriber was opened from, whose list goes on.
  private var origin: Screen {
    let screen = screen == .help ? help.origin : screen
    return screen == .detail ? detail?.origin ?? screen : screen
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

  /// Asks for further rows when the cursor has come near an end of those held.
  mutating func extendList() -> [Effect] {
    guard let window = list?.window, let slot = listSlot, ledger.inFlight[slot] == nil,
      let first = window.rows.first, let last = window.rows.last
    else { return [] }
    let margin = 2 * listHeight
    if window.hasAfter, window.cursor.line + margin >= window.rows.count {
      return ask(.window(question(.after(last.key), counts: false), now: now), for: slot)
    }
    if window.hasBefore, window.cursor.top < listHeight {
      return ask(.window(question(.before(first.key), counts: false), now: now), for: slot)
    }
    return []
  }

  /// Asks for the timelines of the rows in view that have none of the present yet.
  ///
  /// Where all have, it asks for those of a page and a half above and below once the row a page
  /// away has none, so that a page turns with its timelines on it and few steps of the cursor ask
  /// for any.
  mutating func askRowDetails() -> [Effect] {
    guard let list, ledger.inFlight[.extras] == nil else { return [] }
    let height = max(0, listHeight)
    var wanted = ids(of: list.window.visible(height: height)) { extras, id in
      extras.index(forKey: id).map { extras.values[$0].asOf } != now
    }
    if wanted.isEmpty {
      let page = list.window.near(height: height, reach: height)
      let edges = [page.first, page.last].compactMap { $0?.summary.id }
      guard edges.contains(where: { ledger.extras.index(forKey: $0) == nil }) else { return [] }
      wanted = ids(of: list.window.near(height: height, reach: height * 3 / 2)) { extras, id in
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
    rows.map(\.summary.id).filter { fits(ledger.extras, $0) }
  }

  /// A question about the list on the screen.
  func question(_ anchor: WindowQuestion.Anchor, counts: Bool) -> WindowQuestion {
    WindowQuestion(
      sections: sections, anchor: anchor, limit: max(100, 3 * listHeight), counts: counts)
  }

  private func topmost(of list: SubscriberListState) -> ListWindow.Key? {
    list.window.hasBefore ? nil : list.window.rows.first?.key
  }
}
