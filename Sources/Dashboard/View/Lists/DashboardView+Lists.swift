import SubscriptionCore
import TerminalUI

/// What Subscribers and Due share.
extension DashboardView {
  /// The box around a list with the place of the cursor in it.
  func drawListPanel(
    _ window: ListWindow, title: String, number: Int, hint own: String? = nil,
    into frame: inout Frame, _ rect: Rect, _ tier: Tier
  ) {
    guard tier > .tiny else { return }
    var hint = own ?? ""
    if own == nil, let total = window.total {
      hint = window.selectedPlace.map { "\(Words.count($0)) of " } ?? ""
      hint += Words.count(total)
      let marked = model.list?.markedCount ?? 0
      if marked > 0 { hint += dot(frame) + frame.glyph(.marked) + Words.count(marked) }
    }
    let name = model.layout.tabs.isEmpty ? "\(number) \(title)" : title
    frame.draw(Panel(title: name, hint: hint, isFocused: true), in: rect)
  }

  /// Why a list has no rows, and what to do about it.
  func drawEmptyList(_ list: SubscriberListState, into frame: inout Frame, in rect: Rect) {
    if let problem = model.ledgerProblem {
      drawEmpty([problem, "", "R tries again."], into: &frame, in: rect)
    } else if !list.window.isLoaded {
      drawEmpty(["Reading the ledger..."], into: &frame, in: rect)
    } else if !list.filterText.isEmpty {
      var words = ["Nobody matches \(list.filterText).", ""]
      if case .filter(let edit) = model.input, let name = DashboardModel.name(in: edit) {
        words.append(
          "\(enter(frame)) looks for \(name) in the whole ledger: an order, a transaction or a "
            + "purchase of that name, and names near to it.")
      }
      drawEmpty(
        words + [
          "/ changes the filter, Esc removes it, ? explains the filter language."
        ], into: &frame, in: rect)
    } else if model.screen == .due, !isLedgerEmpty {
      drawEmpty(
        ["No payment is failing, so no prompt is due.", "", "2 lists every subscriber."],
        into: &frame, in: rect)
    } else {
      drawEmpty(emptyWords, into: &frame, in: rect)
    }
  }

  /// One line a subscriber, for the smallest screens.
  func drawTinyRows(_ window: ListWindow, into frame: inout Frame, in rect: Rect) {
    let current = window.selectedRow?.key
    for (index, row) in window.visible(height: rect.height).enumerated() {
      let summary = row.summary
      let status = summary.status
      let isCurrent = row.key == current
      let y = rect.y + index
      let due = status.prompt.isDue ? frame.glyph(TimelineMark.due.glyph) : " "
      let right = loses(status, frame) + due
      let width = max(0, rect.width - SafeText.width(of: right) - 1)
      let isMarked = model.list.map { self.isMarked(row, $0, drawnRange($0)) } ?? false
      let sign = isMarked ? frame.glyph(.marked) : " "
      var runs = [
        TextRun(isCurrent ? frame.glyph(.pointer) : sign, role: isMarked ? .mark : .text),
        TextRun(frame.glyph(status.state.glyph), role: status.state.role),
      ]
      runs.append(
        TextRun(" " + Self.short(summary.id, width: 12, ellipsis: frame.glyph(.ellipsis))))
      runs.append(TextRun(" " + name(of: summary)))
      frame.put(runs, at: Point(x: rect.x, y: y), width: width)
      frame.put(right, at: Point(x: rect.x + width, y: y), width: rect.width - width)
      guard isCurrent else { continue }
      frame.overlay(.cursor, in: Rect(x: rect.x, y: y, width: rect.width, height: 1))
      frame.cursor = Point(x: rect.x, y: y)
    }
  }

  /// More about the row under the cursor: what it is, and why a prompt is due or is not.
  func drawPreview(into frame: inout Frame, in rect: Rect, _ tier: Tier) {
    guard !rect.isEmpty, let summary = model.list?.window.selectedRow?.summary else { return }
    let extra = model.extras[summary.id]
    var lines: [[TextRun]] = []
    if tier == .small {
      lines = [[TextRun(accessSentence(summary.status))]]
    } else {
      let id = tier >= .full ? [TextRun("\(summary.id) ")] : []
      lines.append(
        id + label(summary.status.state, frame)
          + [TextRun(" " + stateWords(summary.status, frame))])
      lines.append([TextRun(promptWords(summary))])
      if let extra {
        if !extra.note.isEmpty, rect.height > 2 {
          lines.append([TextRun("note: \"\(extra.note)\"")])
        }
        let reasons = Paragraph(reasons(of: extra, frame)).lines(width: rect.width - 4)
        lines += reasons.map { [TextRun($0, role: .dim)] }
      }
    }
    if lines.count > rect.height, rect.height > 2 {
      lines[rect.height - 1].append(TextRun(frame.glyph(.ellipsis), role: .dim))
    }
    for (row, line) in lines.prefix(rect.height).enumerated() {
      frame.put(
        line, at: Point(x: rect.x + 2, y: rect.y + row), width: max(0, rect.width - 4))
    }
  }

  /// What keeps a prompt away, or, where nothing does, why it is due.
  private func reasons(of extra: RowDetail, _ frame: Frame) -> String {
    let failing = extra.trace.filter { !$0.holds }
    let status = extra.summary.status
    guard !failing.isEmpty else {
      guard status.prompt.isDue else { return "" }
      let renews = status.autoRenew == true ? ["auto-renew on"] : []
      let tries = status.retryEnds.map { ["store retries until \(dates.lastDay($0))"] } ?? []
      return "Due: "
        + (["in \(status.state.shortTitle)"] + renews + ["not snoozed"] + tries)
        .joined(separator: ", ")
    }
    return "not: "
      + failing.map { "\($0.condition): \(dates.shortened($0.value))" }.joined(
        separator: dot(frame))
  }

  /// Since when the state lasts and what ends when.
  func stateWords(_ status: SubscriptionStatus, _ frame: Frame) -> String {
    let now = model.now
    let isRoomy = model.size.width >= 100
    let age = isRoomy ? " (\(Words.short(now - status.stateSince)))" : ""
    var parts = ["since \(dates.day(status.stateSince))\(age)"]
    parts.append(accessSentence(status))
    if status.state.isFailing, let end = status.retryEnds {
      let words = isRoomy ? "store retries until" : "retries until"
      parts.append("\(words) \(dates.lastDay(end))")
    }
    if let renews = status.renewsAt {
      parts.append("\(renews > now ? "renews" : "renewal was due") \(dates.day(renews))")
    }
    if let resumes = status.resumesAt {
      parts.append("resumes \(dates.day(resumes))")
    }
    return parts.joined(separator: dot(frame))
  }

  /// The answer to "can the user get in?".
  func accessSentence(_ status: SubscriptionStatus) -> String {
    let now = model.now
    guard status.isAccessKnown else { return "access not known" }
    guard let until = status.access.until else {
      return status.access.granted ? "access, end not known" : "no access"
    }
    if status.access.granted {
      let left = model.size.width >= 100 ? Words.age(until - now) : Words.short(until - now)
      return "access until \(dates.lastDay(until)) (\(left))"
    }
    return until <= now
      ? "access lost \(dates.day(until)) (\(Words.short(now - until)) ago)" : "no access"
  }

  /// What becomes of the prompt, as a clause.
  func promptWords(_ summary: SubscriberSummary) -> String {
    let prompt = summary.status.prompt
    let now = model.now
    let what = prompt.step?.title ?? "prompt"
    var words =
      switch prompt.verdict {
      case .due(let since): "\(what) due for \(Words.age(now - since))"
      case .scheduled(let at): "\(what) in \(Words.age(at - now)), \(dates.moment(at))"
      case .withheld(let reason): "no prompt: \(reason.clause)"
      }
    var notes: [String] = []
    if prompt.shownInEpisode > 0 {
      let last = prompt.lastShownAt.map { ", last \(Words.short(now - $0)) ago" } ?? ""
      notes.append("shown \(prompt.shownInEpisode)x\(last)")
    }
    if let rule = prompt.rule { notes.append("rule \"\(rule)\"") }
    if !notes.isEmpty { words += " (" + notes.joined(separator: "; ") + ")" }
    if let until = summary.snoozedUntil, until > now {
      words += ", snoozed until \(dates.moment(until))"
    }
    if let actor = summary.claimedBy { words += ", claimed by \(actor)" }
    return words
  }
}

extension PromptStep {
  /// What is shown to the user, in words.
  var title: String {
    switch self {
    case .storeMessages: "the store's mail"
    case .officialMessage: "store message"
    case .ownBanner: "own message"
    }
  }
}
