import EventLedger
import SubscriptionCore

extension DashboardModel {
  /// Takes an answer of the ledger, unless it answers a question that nobody asks any more.
  mutating func receive(_ answer: Answer, _ slot: Slot, _ request: Int) -> [Effect] {
    let (isWanted, next) = settle(slot, request: request)
    guard isWanted else { return next }
    ledgerProblem = nil
    switch answer {
    case .overview(let figures, let events):
      take(figures, events)
      if case .glance(let count, _) = asked[slot] {
        return next + ask(.overview(events: count, now: now), for: slot)
      }
    case .window(let window, let anchor):
      take(window, anchor, slot)
      noteNobody()
    case .extras(let rows): take(rows)
    case .count(let count): take(count)
    case .events(let answer): take(answer)
    case .dueFigures(let figures): dueFigures = figures
    case .arrivals(let rate): events.rate = rate
    case .detail(let data): slot == .side ? take(side: data) : take(data)
    case .payload(let document):
      slot == .eventPayload ? take(beside: document) : take(document)
    case .undelivered(let deliveries, let changes): openUndelivered(deliveries, changes)
    case .found(let ids, let text, let isNear): return next + take(found: ids, text, isNear)
    case .near(let ids, let text): return next + take(near: ids, text)
    case .identities(let ids, let filters): take(identities: ids, filters)
    case .values(let values, let field): take(values, of: field)
    case .preview(let preview, let action): take(preview, of: action)
    }
    return next
  }

  /// Takes the figures; the cursor among the events stays on its event.
  private mutating func take(_ figures: OverviewFigures, _ events: [EventLine]) {
    let line = overview.lines[.live, default: 0]
    let old = overview.events.indices.contains(line) ? overview.events[line].key : nil
    overview.figures = figures
    // A simulated world is told ahead of the clock on screen; what lies ahead waits for its time.
    let events = isSimulated ? events.filter { $0.event.statedAt <= now } : events
    overview.events = events
    guard overview.pane == .live else { return }
    let place = old.flatMap { key in events.firstIndex { $0.key == key } }
    overview.lines[.live] = place ?? min(line, max(0, events.count - 1))
  }

  private mutating func take(
    _ answer: WindowAnswer, _ anchor: WindowQuestion.Anchor, _ slot: Slot
  ) {
    let screen: Screen = slot == .due ? .due : .subscribers
    let height = height(ofList: screen)
    if case .merging(let key) = anchor, !accepts(answer, on: screen, keeping: key) {
      return
    }
    if case .start = anchor, mergesFromTop {
      mergesFromTop = false
      guard acceptsFromTop(on: screen) else { return }
    }
    if case .matching = anchor { return take(match: answer, on: screen) }
    update(listOf: screen) { list in
      switch anchor {
      case .start, .end, .around, .merging:
        list.settleRange()
        list.replaceRows(with: answer)
        (list.arrivals, list.isStale, list.hasMoved) = (0, false, false)
        if case .end = anchor { list.window.select(line: answer.rows.count - 1, height: height) }
        if case .start = anchor, !list.isTouched || list.window.selectedIndex == 0 {
          list.window.select(line: 0, height: height)
        }
        list.window.reveal(height: height)
      case .matching: break
      case .after: list.window.extend(with: answer, after: true)
      case .before: list.window.extend(with: answer, after: false)
      }
    }
  }

  /// Whether the present is that of a simulated world.
  private var isSimulated: Bool {
    if case .scaled = settings.clock { true } else { false }
  }

  /// Takes timelines and fresh values; a change is one against the values shown before, for the
  /// rows of a ledger that may only be read can be older than their first values.
  private mutating func take(_ rows: [RowDetail]) {
    if extras.count > Self.extrasMax {
      let held = Set((subscribers.window.rows + due.window.rows).map(\.summary.id))
      extras = extras.filter { held.contains($0.key) }
    }
    let watched = list?.window.selectedRow.flatMap { extras[$0.summary.id]?.summary }
    for row in rows { extras[row.summary.id] = row }
    let summaries = rows.map(\.summary)
    subscribers.window.refresh(summaries)
    due.window.refresh(summaries)
    guard let watched, let fresh = extras[watched.id]?.summary,
      fresh.status.state != watched.status.state
    else { return }
    tell(
      "Now \(fresh.status.state.title), was \(watched.status.state.title): \(watched.id) "
        + "under the cursor.", .warning)
  }

  /// The most timelines kept, beyond which only those of rows at hand are.
  private static let extrasMax = 2_000

  private mutating func take(_ count: Int) {
    guard let screen = listScreen else { return }
    update(listOf: screen) { list in
      list.arrivals = max(0, count - (list.window.total ?? count))
      if count < (list.window.total ?? count) { list.isStale = true }
    }
  }

  private mutating func take(_ data: DetailData?) {
    guard var detail else { return }
    if let data, data.extra.summary.id != detail.id { return }
    if let old = detail.data?.extra.summary.status.state,
      let new = data?.extra.summary.status.state, old != new
    {
      tell("The state changed: it was \(old.title), now \(new.title).", .warning)
    }
    let key =
      detail.wanted
      ?? detail.data.flatMap { data in
        data.events.indices.contains(detail.line) ? data.events[detail.line].key : nil
      }
    detail.data = data
    if !settings.zone.isUTC { detail.data?.write(in: settings.zone) }
    detail.isMissing = data == nil
    if let key, detail.line > 0 || key == detail.wanted,
      let line = data?.events.firstIndex(where: { $0.key == key })
    {
      detail.line = line
    }
    detail.wanted = nil
    detail.line = min(detail.line, max(0, (data?.events.count ?? 0) - 1))
    self.detail = detail
  }

  private mutating func take(
    found ids: [SubscriptionID], _ text: String, _ isNear: Bool
  ) -> [Effect] {
    let (isWanted, effects) = takeEarly(found: ids, text, isNear)
    return isWanted ? effects + show(found: ids, text, isNear) : effects
  }

  private mutating func show(
    found ids: [SubscriptionID], _ text: String, _ isNear: Bool
  ) -> [Effect] {
    if ids.isEmpty || isNear, let order = AppStoreOrderID(text) { return lookUp(order) }
    switch ids.count {
    case 0:
      let words = "No match for \(text), no similar names. Try / with a part of a name."
      tell(words, .warning)
      dropTypeAhead(because: words)
      return []
    case 1:
      if isNear { tell("No match for \(text); this is the only similar name.") }
      return open(ids[0])
    case _:
      tell(
        isNear
          ? "No match for \(text); \(ids.count) with a similar name are listed."
          : "\(ids.count) subscriptions match \(text); they are listed.")
      return drill(Self.filter(of: ids))
    }
  }

  /// The filter that just these subscriptions satisfy.
  static func filter(of ids: [SubscriptionID]) -> String {
    "id:"
      + ids.map(\.rawValue).map { id in
        let isPlain = id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return isPlain ? id : "\"\(id)\""
      }.joined(separator: ",")
  }

  /// Changes one of the two lists.
  mutating func update(listOf screen: Screen, _ change: (inout SubscriberListState) -> Void) {
    switch screen {
    case .due: change(&due)
    case .overview, .subscribers, .events, .detail, .help: change(&subscribers)
    }
  }
}
