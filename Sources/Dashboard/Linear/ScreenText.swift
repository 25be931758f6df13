import EventLedger
import SubscriptionCore
import TerminalUI

/// A screen as sentences and `Header: value` lines, from the same model as the picture.
///
/// For output that is no terminal, and for those who have the screen read to them: no boxes, no
/// signs, nothing that is only a place on a grid.
public struct ScreenText {
  private let view: DashboardView
  private let isPaged: Bool
  private var model: DashboardModel { view.model }
  private var dates: DateWords { model.dates }

  /// Creates the text of a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - isPaged: Whether only the rows in view are told, and what can be opened has a number.
  public init(model: DashboardModel, isPaged: Bool = false) {
    view = DashboardView(model: model)
    self.isPaged = isPaged
  }

  /// The lines of the model's screen.
  public func describe() -> [String] {
    let mode = model.settings.isReadOnly ? ", read-only" : ""
    let isNamedSo = model.settings.ledgerName == "demo"
    let demo = model.settings.isDemo && !isNamedSo ? ", demo" : ""
    let zone = dates.zone.isUTC ? "" : " \(dates.zone.name)"
    let time = DateWords(dates.zone, now: .distantPast).moment(model.now) + zone
    let isElsewhere = model.liveClock != nil || model.isBehind
    let asOf = isElsewhere ? ", as of another time" : ""
    let head = "Ledger: \(model.settings.ledgerName)\(demo)\(mode). Time: \(time)\(asOf)."
    if let problem = model.ledgerProblem { return [head, problem] }
    let body: [String]
    switch model.screen {
    case .overview: body = overview()
    case .subscribers: body = list(model.subscribers, of: "subscribers")
    case .due: body = list(model.due, of: "prompts")
    case .events: body = events()
    case .detail: body = detail()
    case .help: body = HelpText.lines(for: model).map { $0.runs.map(\.text).joined() }
    }
    return ([head, ""] + body).map(SafeText.sanitized)
  }

  private func overview() -> [String] {
    guard let figures = model.overview.figures else { return ["The ledger was not read."] }
    guard figures.total + figures.nonProduction > 0 || figures.lastHeardAt != nil else {
      return DashboardView.emptyLedgerWords
    }
    var lines = ["\(Words.plural(figures.total, "subscription")) in production."]
    lines += Freshness.sentences(model)
    for (index, state) in model.overview.states.enumerated() {
      let counter = figures.states[state]
      let change = figures.change24h[state] ?? 0
      var line = "\(number(index))\(state.title): \(Words.count(counter?.count ?? 0))"
      line += ", \(Words.change(change)) in 24 hours"
      let amounts = counter?.amounts(inOrder: figures.currencies) ?? []
      if state.isFailing, let risk = Words.worth(amounts, width: .max) {
        line += ", monthly revenue at risk \(risk)"
      }
      lines.append(line)
    }
    let due = figures.promptsDue.values.reduce(0, +)
    lines += [
      "",
      "Prompts due: \(Words.count(due)), of these \(Words.count(figures.promptsOverdue24h)) for "
        + "more than 24 hours. In the next 24 hours: \(Words.count(figures.promptsNext24h)). "
        + "Snoozed: \(figures.snoozed). Suppressed: \(figures.suppressed).",
    ]
    for (index, line) in LossLine.allCases.enumerated() {
      let what = line.isRetry ? "Store retries end in" : "Access ends in"
      let number = number(model.overview.states.count + index)
      lines.append(
        "\(number)\(what) \(line.title): \(Words.count(line.counter(in: figures).count))")
    }
    lines += RecoveryLine.all(figures).map(\.sentence)
    if figures.quarantined > 0 { lines.append("Refused payloads: \(figures.quarantined)") }
    if figures.undelivered > 0 {
      lines.append(
        "Changes not delivered: \(Words.count(figures.undelivered)); :undelivered lists them.")
    }
    if figures.moneyUnknown > 0 {
      lines.append(
        "Money unknown: \(Words.count(figures.moneyUnknown)); "
          + "\(model.key(.unknownPlans)) lists those without a known plan.")
    }
    if figures.unknownKinds > 0 {
      lines.append("Unrecognized store values: \(figures.unknownKinds)")
    }
    return lines
  }

  private func list(_ list: SubscriberListState, of what: String) -> [String] {
    let total = list.window.total ?? list.window.rows.count
    guard total > 0 else { return ["No \(what)."] }
    let window = list.window
    let rows = isPaged ? window.visible(height: model.listHeight) : window.rows[...]
    let summary = model.screen == .due ? model.dueFigures.map { [DueSummary($0).sentence] } : nil
    return (summary ?? [])
      + zip(rows.indices, rows).map { index, row in
        let summary = row.summary
        let name = view.name(of: summary)
        let section = model.screen == .due ? DueSection(rawValue: row.section)?.title : nil
        let place = (window.firstIndex ?? 0) + index + 1
        var parts = ["\(place) of \(Words.count(total))."]
        if let section { parts.append("\(section):") }
        parts.append((name.isEmpty ? "" : "\(name), ") + "\(summary.id).")
        parts.append("State: \(summary.status.state.title).")
        parts.append(capitalized(view.accessSentence(summary.status)) + ".")
        parts.append(capitalized(view.promptWords(summary)) + ".")
        return parts.joined(separator: " ")
      }
  }

  /// A number to choose a line by, counted from one.
  private func number(_ index: Int) -> String { isPaged ? "\(index + 1). " : "" }

  private func events() -> [String] {
    guard isPaged else { return view.eventsSentences + model.events.lines.map(event) }
    let (top, lines) = (model.events.top, model.events.lines)
    let shown = lines.dropFirst(top).prefix(model.eventsHeight)
    let events = zip(shown.indices, shown).map { index, line in number(index) + event(line) }
    return view.eventsSentences + (events.isEmpty ? view.noEventsWords : events)
  }

  private func event(_ line: EventLine) -> String {
    let change = line.to.map { to in
      line.from.map { $0 == to ? "still \(to.title)" : "\($0.title) to \(to.title)" } ?? to.title
    }
    let parts = [
      dates.rfc3339(line.event.statedAt), view.source(of: line.event), view.eventName(line.event),
      line.event.subscription.rawValue, change, view.detail(line),
    ]
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ") + "."
  }

  private func detail() -> [String] {
    guard let data = model.detail?.data else { return ["There is no such subscription."] }
    let summary = data.extra.summary
    let trace = data.extra.trace.map {
      "\($0.condition): \(dates.shortened($0.value)) (\($0.holds ? "met" : "not met"))."
    }
    let name = view.name(of: summary)
    var lines = [summary.id.rawValue + (name.isEmpty ? "." : ", \(name).")]
    if isPaged, model.detail?.showsWhy == true {
      return lines + [capitalized(view.promptWords(summary)) + ", because:"] + trace
        + ["b tells all of this subscriber, b again goes back."]
    }
    lines += data.sentences.map(dates.sentence)
    lines += data.links.map { "Linked purchase: \($0.words(dates))." }
    if let refresh = data.refresh {
      lines.append("Asked the store: \(view.refreshWords(refresh)).")
    }
    let more = isPaged ? ["b goes back; ? lists what can be done here."] : []
    return lines + trace + spans(data) + data.payments.map { payment(data, $0) }
      + data.events.map(event) + more
  }

  /// A payment as one sentence.
  private func payment(_ data: DetailData, _ payment: Payment) -> String {
    let parts = [
      (payment.isDateStated ? "" : "about ") + dates.day(payment.at),
      payment.amount.map(Words.money) ?? "amount not stated", payment.kind.title,
      payment.name ?? "", view.note(on: payment, of: data),
    ]
    return "Payment: " + parts.filter { !$0.isEmpty }.joined(separator: ", ") + "."
  }

  /// The timeline as one sentence a span.
  private func spans(_ data: DetailData) -> [String] {
    data.extra.spans.map { span in
      let end = span.lastDay == nil ? "an end nobody knows" : lastDay(span)
      let words = span.projected ? ", as expected" : ""
      let access = span.access ? "access" : "no access"
      let from = dates.day(span.from)
      let kind = span.kind == .renewalPending ? span.kind.state.title : span.kind.rawValue
      return "Timeline: \(kind) from \(from) to \(end), \(access)\(words)."
    }
  }

  private func lastDay(_ span: Timeline.Span) -> String {
    span.to.map { dates.lastDay($0) } ?? ""
  }

  private func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
