import EventLedger
import SubscriptionCore

extension DashboardModel {
  /// Stores an answer of the ledger, unless its query is outdated.
  mutating func receive(_ answer: Answer, _ slot: Slot, _ request: Int) -> [Effect] {
    let (isWanted, next) = settle(slot, request: request)
    guard isWanted else { return next }
    ledger.problem = nil
    switch answer {
    case .overview(let figures, let events):
      // A simulated world is loaded ahead of the clock on screen; later events wait for their time.
      let isSimulated = if case .scaled = settings.clock { true } else { false }
      let heard = isSimulated ? events.filter { $0.event.statedAt <= now } : events
      overview.receive(figures, heard)
      if case .glance(let count, _) = ledger.asked[slot] {
        return next + ask(.overview(events: count, now: now), for: slot)
      }
      return next + askDigestOfAbsence()
    case .window(let window, let anchor):
      receive(window, anchor, slot)
      noteNobody()
    case .extras(let rows): receive(rows)
    case .count(let count): receive(count)
    case .events(let answer): receive(answer)
    case .dueFigures(let figures): dueFigures = figures
    case .metrics(let report, let question, let part):
      return next + receive(report, to: question, part)
    case .digest(let found): receive(found)
    case .whatIf(let answer): receive(whatIf: answer)
    case .whatIfSubscriber(let row, let id, let question):
      receive(whatIf: row, of: id, to: question)
    case .arrivals(let rate): events.rate = rate
    case .detail(let data): slot == .side ? receive(side: data) : receive(data)
    case .payload(let document):
      slot == .eventPayload ? receive(beside: document) : receive(document)
    case .payloadRefused(let position): receive(refusedPayload: position, slot)
    case .undelivered(let deliveries, let changes): openUndelivered(deliveries, changes)
    case .found(let ids, let text, let isNear): return next + receive(found: ids, text, isNear)
    case .near(let ids, let text): return next + receive(near: ids, text)
    case .identities(let ids, let filters): receive(identities: ids, filters)
    case .values(let values, let field): receive(values, of: field)
    case .preview(let preview, let action): receive(preview, of: action)
    }
    return next
  }

  private mutating func receive(
    _ answer: WindowAnswer, _ anchor: WindowQuestion.Anchor, _ slot: Slot
  ) {
    let screen = slot.screen ?? .subscribers
    let height = height(ofList: screen)
    if case .merging(let key) = anchor, !accepts(answer, on: screen, keeping: key) { return }
    if case .start = anchor, ledger.mergesFromTop {
      ledger.mergesFromTop = false
      guard acceptsFromTop(on: screen) else { return }
    }
    var isUnasked = false
    if case .around(let key) = anchor {
      isUnasked = ledger.sortsAround == key
      guard acceptsAround(key, on: screen) else { return }
    }
    if case .matching = anchor { return receive(match: answer, on: screen) }
    update(listOf: screen) { list in
      switch anchor {
      case .start, .end, .around, .merging:
        list.settleRange()
        let line = list.window.cursor.line - list.window.cursor.top
        list.replaceRows(with: answer)
        if isUnasked { list.window.scroll(cursorTo: line, height: height) }
        (list.arrivals, list.isStale, list.hasMoved) = (0, false, false)
        if case .end = anchor { list.window.select(line: answer.rows.count - 1, height: height) }
        if case .start = anchor, !list.isTouched || list.window.cursor.line == 0 {
          list.window.select(line: 0, height: height)
        }
        list.window.reveal(height: height)
      case .matching: break
      case .after: list.window.extend(with: answer, after: true)
      case .before: list.window.extend(with: answer, after: false)
      }
    }
  }

  /// Stores timelines and fresh values; a change is one against the values shown before, for the
  /// rows of a ledger that may only be read can be older than their first values.
  private mutating func receive(_ rows: [RowDetail]) {
    if ledger.extras.count > Self.extrasMax {
      let held = Set((subscribers.window.rows + due.window.rows).map(\.summary.id))
      ledger.extras = ledger.extras.filter { held.contains($0.key) }
    }
    let watched = list?.window.selectedRow.flatMap { ledger.extras[$0.summary.id]?.summary }
    for row in rows { ledger.extras[row.summary.id] = row }
    let summaries = rows.map(\.summary)
    subscribers.window.refresh(summaries)
    due.window.refresh(summaries)
    guard let watched, let fresh = ledger.extras[watched.id]?.summary,
      fresh.status.state != watched.status.state
    else { return }
    tell(
      "Now \(fresh.status.state.title), was \(watched.status.state.title): \(watched.id) "
        + "under the cursor.", .warning)
  }

  /// The most timelines that are cached; beyond it only those of the rows held.
  private static let extrasMax = 2_000

  private mutating func receive(_ count: CappedCount) {
    guard let screen = listScreen else { return }
    update(listOf: screen) { list in
      let before = list.window.total ?? count
      list.countArrivals(count, since: before)
      if count.number < before.number { list.isStale = true }
    }
  }

  private mutating func receive(_ data: DetailData?) {
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
        data.events.indices.contains(detail.cursor.line) ? data.events[detail.cursor.line].key : nil
      }
    detail.data = data
    detail.isMissing = data == nil
    if let key, detail.cursor.line > 0 || key == detail.wanted,
      let line = data?.events.firstIndex(where: { $0.key == key })
    {
      detail.cursor.line = line
    }
    detail.wanted = nil
    detail.cursor.line = min(detail.cursor.line, max(0, (data?.events.count ?? 0) - 1))
    self.detail = detail
  }

  private mutating func receive(
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
      let hint =
        time.loading.map { "\($0) % of the simulated past is read so far." }
        ?? "Try / with a part of a name."
      let words = "No match for \(text), no similar names. \(hint)"
      tell(words, .warning)
      dropTypeAhead(because: words)
      return []
    case 1:
      if isNear { tell("No match for \(text); this is the only similar name.") }
      return open(ids[0])
    case _:
      tell(
        isNear
          ? "No match for \(text); \(Formatting.count(ids.count)) with a similar name are listed."
          : "\(Formatting.count(ids.count)) subscriptions match \(text); they are listed.")
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
}
