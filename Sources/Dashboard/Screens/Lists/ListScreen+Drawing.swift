import EventLedger
import SubscriptionCore
import TerminalUI

extension ListScreen {
  /// The box around a list with the place of the cursor in it.
  func drawListPanel(
    title: String, hint own: String? = nil, into frame: inout Frame, _ rect: Rect, _ tier: Tier
  ) {
    guard tier > .tiny else { return }
    let window = state.window
    var hint = own ?? ""
    if own == nil, let total = window.total {
      hint = window.selectedPlace.map { "\(Formatting.count($0)) of " } ?? ""
      hint += Formatting.count(total)
      let marked = state.markedCount
      if marked != 0 { hint += dot(frame) + frame.glyph(.marked) + Formatting.count(marked) }
    }
    frame.draw(Panel(title: tabNumber + title, hint: hint, isFocused: true), in: rect)
  }

  /// The reason that the list has no rows, and what to do about it.
  func emptyListWords(_ frame: Frame) -> [String] {
    if let problem = model.ledger.problem {
      return [problem, "", "\(model.key(.refresh)) tries again."]
    }
    guard state.window.isLoaded else { return ["Reading the ledger..."] }
    guard !state.filterText.isEmpty else {
      return isLedgerEmpty ? emptyWords : Self.noRowsWords ?? emptyWords
    }
    if let share = model.time.loading {
      return [
        "No match for \(state.filterText) so far: \(share) % of the simulated past is read.", "",
        "The list fills by itself.",
      ]
    }
    var words = ["No match for \(state.filterText).", ""]
    if case .filter(let edit) = model.input, let name = edit.name {
      words.append(
        "\(enter(frame)) looks for \(name) in the whole ledger: an order, a transaction or a "
          + "purchase of that name, and names near to it.")
    }
    return words + [filterKeysWords]
  }

  /// Draws the subscriber under the cursor beside the list or below it, unless the cache has it.
  ///
  /// - Returns: The model without what moves, from which the rows of the list can be drawn.
  func drawSide(
    into frame: inout Frame, _ split: SplitLayout, _ cache: inout RenderCache
  ) -> DashboardModel {
    let still = model.still
    cache.begin(still)
    guard !split.side.isEmpty else { return still }
    cache.drawSide(into: &frame, in: split.side) { frame in
      guard let side = still.side, let data = side.data else {
        frame.draw(Panel(title: "Subscriber"), in: split.side)
        return
      }
      let layout =
        split.isBelow ? DetailLayout(below: split.side) : DetailLayout(beside: split.side)
      DetailScreen(model: still).drawPanels(side, data, layout, .compact, into: &frame)
    }
    return still
  }

  /// One line a subscriber, for the smallest screens.
  func drawTinyRows(into frame: inout Frame, in rect: Rect) {
    let window = state.window
    let range = state.range
    let current = window.selectedRow?.key
    let visible = window.visible(height: rect.height)
    for (index, row) in zip(visible.indices, visible) {
      let summary = row.summary
      let status = summary.status
      let isCurrent = row.key == current
      let place = rect.row(index - visible.startIndex)
      frame.record(.line(index, pane: 0), in: place)
      let due = status.prompt.isDue ? frame.glyph(TimelineMark.due.glyph) : " "
      let right = loses(status, frame) + due
      let width = max(0, rect.width - SafeText.width(of: right) - 1)
      let isMarked = isMarked(row, range)
      let sign = isMarked ? frame.glyph(.marked) : " "
      var runs = [
        TextRun(isCurrent ? frame.glyph(.pointer) : sign, role: isMarked ? .mark : .text),
        TextRun(frame.glyph(status.state.glyph), role: status.state.role),
      ]
      runs.append(
        TextRun(" " + Self.short(summary.id, width: 12, ellipsis: frame.glyph(.ellipsis))))
      runs.append(TextRun(" " + name(of: summary)))
      frame.put(runs, at: place.origin, width: max(0, width - 1))
      frame.put(right, at: Point(x: rect.x + width, y: place.y), width: rect.width - width)
      if isCurrent { frame.showCursor(on: place) }
    }
  }

  /// More about the row under the cursor: what it is, and why a prompt is due or is not.
  func drawPreview(into frame: inout Frame, in rect: Rect, _ tier: Tier) {
    guard !rect.isEmpty, let summary = state.window.selectedRow?.summary else { return }
    let extra = model.ledger.extras[summary.id]
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
    frame.put(lines, in: rect.inset(left: 2, right: 2))
  }

  /// The conditions that keep a prompt away, or the reasons that it is due.
  private func reasons(of extra: RowDetail, _ frame: Frame) -> String {
    let failing = extra.trace.filter { !$0.holds }
    let status = extra.summary.status
    guard !failing.isEmpty else {
      guard status.prompt.isDue else { return "" }
      let renews = status.autoRenew == true ? ["auto-renew on"] : []
      let tries = retryClause(status).map { ["store " + $0] } ?? []
      return "Due: "
        + (["in \(status.state.shortTitle)"] + renews + ["not snoozed"] + tries)
        .joined(separator: ", ")
    }
    return "Not met: "
      + failing.map { "\($0.condition) (\($0.value.text(dates.moment)))" }
      .joined(separator: dot(frame))
  }
}

extension PromptStep {
  /// The prompt of the step, in words.
  var title: String {
    switch self {
    case .storeMessages: "the store's mail"
    case .officialMessage: "store message"
    case .ownBanner: "own message"
    }
  }
}

/// The cursor and the marks of lists.
extension ListScreen {
  /// The cursor's sign and the mark's, side by side.
  func pointer(isCurrent: Bool, isMarked: Bool, _ frame: Frame) -> [TextRun] {
    [
      TextRun(isCurrent ? frame.glyph(.pointer) : " "),
      isMarked ? TextRun(frame.glyph(.marked), role: .mark) : TextRun(" "),
    ]
  }

  /// The overlay of a row: the cursor, or the role of the first highlight rule that matches.
  func overlay(of summary: SubscriberSummary, isCurrent: Bool) -> StyleRole? {
    if isCurrent { return .cursor }
    return model.preferences.highlights.first { $0.when.matches(summary, at: model.now) }?.role
  }

  /// Returns a Boolean value that indicates whether a row counts among the marked ones.
  func isMarked(_ row: ListWindow.Row, _ range: Set<ListWindow.Key>) -> Bool {
    range.contains(row.key) || state.marks.contains(row.summary, at: model.now)
  }
}
