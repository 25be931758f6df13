import EventLedger
import SubscriptionCore
import TerminalUI

/// One subscriber: facts, plain words, timeline, events, payments.
struct DetailScreen: ScreenController {
  let model: DashboardModel
  /// The lines of the panels.
  var text: DetailText { DetailText(model: model) }

  static let title = "Detail"
  static var filterTitle: String? { "find" }
  static var hasDraggableAxis: Bool { true }

  // MARK: Questions to the ledger

  static func reload(_ model: inout DashboardModel) -> [Effect] {
    model.detail.map { model.askDetail($0.id, for: .detail) } ?? []
  }
  static func changeZone(_ model: inout DashboardModel) -> [Effect] { reload(&model) }
  static func awaitsRows(in model: DashboardModel) -> Bool {
    model.detail?.data == nil && model.detail?.isMissing == false && model.isAsking(.detail)
  }

  // MARK: Keys

  static func move(_ movement: Movement, _ model: inout DashboardModel) -> [Effect] {
    guard var detail = model.detail, let data = detail.data else { return [] }
    let text = DetailText(model: model)
    let layout = text.layout(of: detail)
    let why = Panel.content(of: layout[.why])
    let reasons = detail.showsWhy ? text.whyLines(data, in: why, isWhole: true).count : 0
    if reasons > why.height {
      detail.why.move(movement, count: reasons, height: why.height, page: 8)
    } else if detail.pane == .answer {
      let inner = Panel.content(of: layout[.answer])
      let count = text.answerLines(data, width: inner.width).count
      detail.answer.move(movement, count: count, height: inner.height, page: 8)
    } else if detail.pane == .facts {
      let inner = Panel.content(of: layout[layout[.facts].isEmpty ? .subscriber : .facts])
      let count = text.facts(data, text.blank, wrappedTo: inner.width).count
      detail.facts.move(movement, count: count, height: inner.height, page: 8)
    } else if detail.pane == .payments {
      let height = Panel.content(of: layout[.payments]).height
      detail.payments.move(
        movement, count: data.payments.count, height: height >= 6 ? height - 1 : height, page: 8)
    } else {
      detail.cursor.move(movement, count: data.events.count, height: 8)
    }
    model.detail = detail
    return []
  }
  /// Of another panel than the events there is no line, but it gets the cursor.
  static func select(line: Int, pane: Int, _ model: inout DashboardModel) -> Bool {
    guard let pane = DetailState.Pane(rawValue: pane), let data = model.detail?.data else {
      return false
    }
    model.detail?.pane = pane
    guard pane == .events, data.events.indices.contains(line) else { return false }
    model.detail?.cursor.line = line
    return true
  }
  static func line(numbered index: Int, in model: DashboardModel) -> (line: Int, pane: Int) {
    (index, DetailState.Pane.events.rawValue)
  }
  static func turnPane(by step: Int, _ model: inout DashboardModel) {
    guard let pane = model.detail?.pane else { return }
    model.detail?.pane = pane.neighbour(step)
  }
  static func open(_ model: inout DashboardModel) -> [Effect] {
    if let detail = model.detail, detail.data != nil,
      DetailText(model: model).layout(of: detail)[.events].isEmpty
    {
      let way = detail.showsWhy ? model.key(.why) + " shows" : model.key(.paneNext) + " leads to"
      model.tell("The events are not on screen; \(way) them.")
      return []
    }
    return model.openPayload()
  }
  static func back(_ model: inout DashboardModel) -> [Effect] {
    guard let detail = model.detail else { return model.show(.subscribers) }
    guard detail.showsWhy else { return model.show(detail.origin) }
    model.detail?.showsWhy = false
    return []
  }
  static func turn(_ turn: TimeTurn, step: Int, _ model: inout DashboardModel) -> [Effect] {
    guard let detail = model.detail else { return [] }
    let (place, now) = (DetailText(model: model).layout(of: detail)[.timeline], model.now)
    let shown = detail.scale(in: place, model.dates)
    model.detail?.view.turn(turn, on: shown, now: now, step: step)
    return []
  }

  // MARK: What keys are about

  static func targets(in model: DashboardModel) -> [SubscriptionID] {
    model.detail.map { [$0.id] } ?? []
  }
  static func hasTargets(in model: DashboardModel) -> Bool { model.detail != nil }
  static func event(in model: DashboardModel) -> EventLine? {
    guard let detail = model.detail, let events = detail.data?.events,
      events.indices.contains(detail.cursor.line)
    else { return nil }
    return events[detail.cursor.line]
  }

  // MARK: Picture

  func draw(into frame: inout Frame, _ layout: FrameLayout, _ cache: inout RenderCache) {
    guard let detail = model.detail else { return }
    guard let data = detail.data else {
      frame.draw(Panel(title: "Subscriber", isFocused: true), in: layout.body)
      let words =
        detail.isMissing
        ? ["There is no \(detail.id) in this ledger.", "", "Esc goes back."]
        : [model.ledger.problem ?? "Reading the ledger..."]
      frame.draw(lines: words, in: Panel.content(of: layout.body))
      return
    }
    let panels = text.layout(of: detail)
    for (panel, pane) in Self.panes {
      frame.record(.line(-1, pane: pane.rawValue), in: panels[panel])
    }
    drawPanels(detail, data, panels, layout.tier, into: &frame)
  }

  /// The panes that a click on a panel leads to.
  private static let panes: [(DetailPanel, DetailState.Pane)] = [
    (.subscriber, .facts), (.answer, .answer), (.timeline, .timeline), (.events, .events),
    (.payments, .payments), (.facts, .facts),
  ]

  /// Draws the panels that have room.
  func drawPanels(
    _ detail: DetailState, _ data: DetailData, _ layout: DetailLayout, _ tier: Tier,
    into frame: inout Frame
  ) {
    drawSubscriberPanel(
      data, isBeside: detail.isBeside, into: &frame, in: layout[.subscriber], tier)
    drawAnswer(detail, data, into: &frame, in: layout[.answer])
    drawWhy(detail, data, into: &frame, in: layout[.why])
    drawTimelinePanel(detail, data, into: &frame, in: layout[.timeline])
    drawEventsPanel(detail, data, tier, into: &frame, in: layout[.events])
    drawPaymentsPanel(detail, data, into: &frame, in: layout[.payments])
    drawFacts(detail, data, title: "All facts", into: &frame, in: layout[.facts])
  }

  var path: [String] {
    guard let detail = model.detail else { return [Self.title] }
    let origin = detail.origin
    let filter = listed?.filterText ?? ""
    let path = "\(origin.number.map { "\($0) " } ?? "")\(origin.title)"
    return [path] + (filter.isEmpty ? [] : [filter]) + [detail.id.rawValue]
  }
  var places: [String] {
    guard let window = listed?.window, let place = window.selectedPlace.map(Formatting.count),
      let total = window.total
    else { return [] }
    let count = Formatting.count(total)
    let keys = model.keys(.recordPrevious, .recordNext)
    return ["\(place) of \(count)  \(keys) previous, next", "\(place)/\(count)  \(keys)"]
  }

  /// The list with the subscriber under its cursor; `nil` where another row is, as after a look-up.
  private var listed: SubscriberListState? {
    guard let detail = model.detail, let list = detail.origin.controller.list else { return nil }
    let state = model[keyPath: list]
    return state.window.selected?.id == detail.id ? state : nil
  }

  /// The reasons of the prompt decision, while they are shown.
  var openText: OpenText? {
    guard let detail = model.detail, detail.showsWhy, let data = detail.data else { return nil }
    let inner = Rect(x: 0, y: 0, width: OpenText.width, height: OpenText.width)
    let lines = text.whyLines(data, in: inner, isWhole: true).map { $0.map(\.text).joined() }
    return OpenText(name: "the reasons", lines: ["\(data.extra.summary.id)"] + lines)
  }

  func sentences(isPaged: Bool) -> [String] {
    guard let data = model.detail?.data else { return ["There is no such subscription."] }
    let summary = data.extra.summary
    let trace = data.extra.trace.map {
      "\($0.condition): \($0.value.text(dates.moment)) (\($0.holds ? "met" : "not met"))."
    }
    let name = name(of: summary)
    var lines = [summary.id.rawValue + (name.isEmpty ? "." : ", \(name).")]
    if let words = model.presenceWords { lines.append("\(words).") }
    if isPaged, model.detail?.showsWhy == true {
      let decision = promptWords(summary, isLongSilent: data.isLongSilent)
      return lines + [decision.capitalizedFirst + ", because:"] + trace
        + ["b tells all of this subscriber, b again goes back."]
    }
    lines += data.sentences
    lines += data.links.map { "Linked purchase: \($0.words(dates))." }
    if let refresh = data.refresh {
      lines.append("Asked the store: \(text.refreshWords(refresh)).")
    }
    let events = data.events.enumerated().map { index, line in
      (isPaged ? "\(index + 1). " : "") + sentence(line)
    }
    let more = isPaged ? ["b goes back; ? lists what can be done here."] : []
    return lines + trace + data.extra.spans.map(sentence)
      + data.payments.map { sentence($0, of: data) } + events + more
  }

  /// A payment as one sentence.
  private func sentence(_ payment: Payment, of data: DetailData) -> String {
    let parts = [
      payment.dateWord + dates.day(payment.at),
      payment.amount.map(\.text) ?? "amount not stated", payment.kind.title,
      payment.name ?? "", note(on: payment, of: data),
    ]
    return "Payment: " + parts.filter { !$0.isEmpty }.joined(separator: ", ") + "."
  }

  /// A span of the timeline as one sentence.
  private func sentence(_ span: Timeline.Span) -> String {
    let end =
      span.lastDay == nil ? "an unknown end" : span.to.map { dates.lastDay($0) } ?? ""
    let words = span.projected ? ", as expected" : ""
    let access = span.access ? "access" : "no access"
    let kind = span.kind == .renewalPending ? span.kind.state.title : span.kind.rawValue
    return "Timeline: \(kind) from \(dates.day(span.from)) to \(end), \(access)\(words)."
  }

  /// Draws the customer and the state of the subscription.
  func drawSubscriberPanel(
    _ data: DetailData, isBeside: Bool, into frame: inout Frame, in rect: Rect, _ tier: Tier
  ) {
    guard !rect.isEmpty else { return }
    let inner = Panel.content(of: rect, tier)
    let environment = data.extra.summary.environment
    let words = [
      environment == .production ? nil : "\(environment.rawValue), no real money",
      isBeside ? nil : model.presenceWords,
    ].compactMap(\.self)
    let title = "Subscriber" + (words.isEmpty ? "" : ": ") + words.joined(separator: "; ")
    if let detail = model.detail, tier >= .full, detail.pane == .facts, !isBeside {
      drawFacts(detail, data, title: title, into: &frame, in: rect)
      return
    }
    let lines =
      tier >= .full
      ? text.facts(data, frame) : text.shortFacts(data, frame, inner.width)
    if tier > .tiny {
      let left = lines.count - inner.height
      let why = model.detail?.showsWhy == true ? "" : "\(model.key(.why)) why"
      let mask = model.key(.mask)
      let names =
        left > 0
        ? "\(model.key(.panePrevious)): all  \(mask) names" : "\(mask) shows and hides names"
      let keys = isBeside ? "" : tier >= .full ? names : why
      frame.draw(Panel(title: title, hint: self.hint(leftOut: left, keys, frame)), in: rect)
    }
    frame.put(lines, in: inner)
  }

  /// Draws the facts that have the cursor: all of them and whole, those in view after it.
  private func drawFacts(
    _ detail: DetailState, _ data: DetailData, title: String, into frame: inout Frame, in rect: Rect
  ) {
    guard rect.height >= 3 else { return }
    let inner = Panel.content(of: rect)
    let lines = text.facts(data, frame, wrappedTo: inner.width)
    let isCut = lines.count > inner.height
    let keys = isCut ? "\(model.keys(.moveDown, .moveUp)) scroll" : ""
    let hint = self.hint(detail.facts, count: lines.count, in: inner, keys)
    frame.draw(Panel(title: title, hint: hint, isFocused: true), in: rect)
    frame.put(lines, from: detail.facts, in: inner)
    frame.cursor = inner.origin
  }

  /// The events of one subscriber, newest first.
  func drawEventsPanel(
    _ detail: DetailState, _ data: DetailData, _ tier: Tier, into frame: inout Frame, in rect: Rect
  ) {
    guard rect.height >= 3 else { return }
    let isFocused = detail.pane == .events && !detail.isBeside
    let place = data.events.isEmpty ? "" : "\(detail.cursor.line + 1) of \(data.events.count)"
    let hint = detail.isBeside || data.events.isEmpty ? "" : "\(enter(frame)) payload  " + place
    frame.draw(
      Panel(title: "Events (\(data.events.count))", hint: hint, isFocused: isFocused), in: rect)
    let inner = Panel.content(of: rect)
    let hasHeader = inner.height >= min(6, data.events.count + 1)
    let height = inner.height - (hasHeader ? 1 : 0)
    let isFull = tier >= .full
    let columns = [
      .pointer,
      timeColumn,
      TableColumn("", minimum: 1),
      TableColumn("SOURCE", minimum: 9, maximum: isFull ? 12 : nil, sacrifice: 2),
      TableColumn(
        "EVENT", minimum: isFull ? 28 : 15, maximum: inner.width >= 90 ? 34 : nil, sacrifice: 1),
      TableColumn("EFFECT", minimum: 18, maximum: isFull ? 21 : nil),
      TableColumn("DETAIL", minimum: 10, maximum: 80, sacrifice: 3),
    ]
    let widths = Self.widths(of: columns, in: inner.width, gap: 1)
    let shown = detail.cursor.centred(count: data.events.count, height: height)
    let rows = shown.map { index in
      row(
        data.events[index], widths, frame, isFull,
        isCurrent: index == detail.cursor.line && !detail.isBeside)
    }
    for (row, index) in shown.enumerated() where !detail.isBeside {
      frame.record(
        .line(index, pane: DetailState.Pane.events.rawValue),
        in: inner.row(row + (hasHeader ? 1 : 0)))
    }
    frame.draw(Table(columns: columns, rows: rows, gap: 1, showsHeader: hasHeader), in: inner)
  }

  private func row(
    _ line: EventLine, _ widths: [Int: Int], _ frame: Frame, _ isFull: Bool, isCurrent: Bool
  ) -> TableRow {
    let event = line.event
    return TableRow(
      [
        [TextRun(when(event), role: .dim)],
        [verification(event, frame)],
        [TextRun(source(of: event))],
        [TextRun(isFull ? eventName(event, width: widths[4] ?? 0) : event.kind.title)],
        change(line, frame, besideName: true),
        [TextRun(detail(line, width: widths[6] ?? 0), role: .dim)],
      ], isCurrent: isCurrent, frame)
  }
}
