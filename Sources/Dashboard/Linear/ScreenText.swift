import EventLedger
import SubscriptionCore
import TerminalUI

/// A screen as sentences and `Header: value` lines, from the same model as the picture.
///
/// For output that is no terminal, and for those who have the screen read to them: no boxes, no
/// signs, nothing that is only a place on a grid.
public struct ScreenText {
  private let view: DashboardView
  private var model: DashboardModel { view.model }

  /// Creates the text of a model.
  public init(model: DashboardModel) { view = DashboardView(model: model) }

  /// The lines of the model's screen.
  public func describe() -> [String] {
    let mode = model.settings.isReadOnly ? ", read-only" : ""
    let demo = model.settings.isDemo ? ", demo" : ""
    let time = Words.moment(model.now, now: .distantPast)
    let head = "Ledger: \(model.settings.ledgerName)\(demo)\(mode). Time: \(time)."
    if let problem = model.ledgerProblem { return [head, problem] }
    let body: [String]
    switch model.screen {
    case .overview: body = overview()
    case .subscribers: body = list(model.subscribers, of: "subscribers")
    case .due: body = list(model.due, of: "prompts")
    case .events: body = model.events.lines.map(event)
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
    for state in model.overview.states {
      let tally = figures.states[state]
      let change = figures.change24h[state] ?? 0
      var line = "\(state.title): \(Words.count(tally?.count ?? 0))"
      line += ", \(Words.change(change)) in 24 hours"
      if state.isFailing, let risk = Words.worth(tally?.mrrMicros ?? [:]) {
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
    for line in LossLine.allCases {
      let what = line.isRetry ? "The store stops trying in" : "Access ends in"
      lines.append("\(what) \(line.title): \(Words.count(line.tally(in: figures).count))")
    }
    if figures.quarantined > 0 { lines.append("Refused payloads: \(figures.quarantined)") }
    if figures.unknownKinds > 0 { lines.append("Unknown kinds: \(figures.unknownKinds)") }
    return lines
  }

  private func list(_ list: SubscriberListState, of what: String) -> [String] {
    let total = list.window.total ?? list.window.rows.count
    guard total > 0 else { return ["No \(what)."] }
    return list.window.rows.enumerated().map { index, row in
      let summary = row.summary
      let name = view.name(of: summary)
      let section = model.screen == .due ? DueSection(rawValue: row.section)?.title : nil
      var parts = ["\(index + 1) of \(Words.count(total))."]
      if let section { parts.append("\(section):") }
      parts.append((name.isEmpty ? "" : "\(name), ") + "\(summary.id).")
      parts.append("State: \(summary.standing.state.title).")
      parts.append(capitalized(view.accessSentence(summary.standing)) + ".")
      parts.append(capitalized(view.promptWords(summary)) + ".")
      return parts.joined(separator: " ")
    }
  }

  private func event(_ line: EventLine) -> String {
    let change = line.to.map { to in
      line.from.map { $0 == to ? "still \(to.title)" : "\($0.title) to \(to.title)" } ?? to.title
    }
    let parts = [
      "\(line.event.statedAt.rfc3339)", view.source(of: line.event), view.eventName(line.event),
      line.event.subscription.rawValue, change, view.detail(line),
    ]
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ") + "."
  }

  private func detail() -> [String] {
    guard let data = model.detail?.data else { return ["There is no such subscription."] }
    let summary = data.extra.summary
    var lines = ["\(summary.id), \(view.name(of: summary))."]
    lines += data.sentences
    lines += data.links.map { "Linked purchase: \($0.words(now: model.now))." }
    if let refresh = data.refresh {
      lines.append("Asked the store: \(view.refreshWords(refresh)).")
    }
    lines += data.extra.trace.map {
      "\($0.condition): \(Words.shortened($0.value, now: model.now)), \($0.holds ? "yes" : "no")."
    }
    return lines + data.events.map(event)
  }

  private func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
