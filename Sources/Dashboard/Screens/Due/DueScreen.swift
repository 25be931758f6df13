import EventLedger
import SubscriptionCore
import TerminalUI

/// The payment-fix prompts: due, due within a day, and failing payments without one.
struct DueScreen: ListScreen {
  let model: DashboardModel

  static let title = "Due"
  static var number: Int? { 3 }
  static var summary: String { "the prompts that are due, soon due, or held back" }
  static var word: PaletteWord { PaletteWord("due", "the prompts that are due") }
  static var exportName: String { "due" }
  static var list: WritableKeyPath<DashboardModel, SubscriberListState>? { \.due }
  static var slots: [Slot] { [.due] }
  /// Two of the three sections have a heading.
  static var headingRows: Int { 2 }

  static func sections(in model: DashboardModel) -> [WindowQuestion.Section] {
    DueSection.allCases.map { $0.section(filteredBy: model.due.filter) }
  }

  static func summaryRows(_ tier: Tier) -> Int {
    switch tier {
    case .below, .tiny, .small: 0
    case .compact: 1
    case .full, .wide: 4
    }
  }

  static var noRowsWords: [String]? {
    ["No payment is failing, so no prompt is due.", "", "2 lists every subscriber."]
  }

  static func askFigures(_ model: inout DashboardModel) -> [Effect] {
    model.layout.tier >= .compact ? model.ask(.dueFigures(now: model.now), for: .dueFigures) : []
  }
  static func resize(_ model: inout DashboardModel) -> [Effect] {
    model.dueFigures == nil ? askFigures(&model) : []
  }

  func draw(into frame: inout Frame, _ layout: FrameLayout, _ cache: inout RenderCache) {
    let split = Self.split(in: model)
    _ = drawSide(into: &frame, split, &cache)
    drawRows(into: &frame, split.tier)
  }

  func sentences(isPaged: Bool) -> [String] {
    let rows = rowSentences(isPaged: isPaged, of: "prompts") { DueSection(rawValue: $0)?.title }
    let isEmpty = (model.due.window.total?.number ?? model.due.window.rows.count) == 0
    let whole = state.filterText.isEmpty ? "" : "In the whole queue, whatever the filter: "
    return (isEmpty ? [] : model.dueFigures.map { [whole + DueSummary($0).sentence] } ?? []) + rows
  }

  /// Draws the figures of Due.
  func drawSummary(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let summary = model.dueFigures.map(DueSummary.init)
    guard rect.height >= 4 else {
      guard let summary else { return }
      let label = state.filterText.isEmpty ? "due by rule" : "whole queue by rule"
      let parts = labelled(label, summary.rules, frame) + age(summary, isShort: true, frame)
      frame.put(parts, at: Point(x: rect.x + 2, y: rect.y), width: max(0, rect.width - 4))
      return
    }
    frame.draw(Panel(title: "Summary", hint: "the whole queue, whatever the filter"), in: rect)
    let inner = Panel.content(of: rect)
    guard let summary else { return }
    let half = inner.width * 11 / 20
    let rows = [
      (labelled("by rule", summary.rules, frame), labelled("by store", summary.stores, frame)),
      (age(summary, frame), [TextRun]()),
    ]
    for (row, (left, right)) in rows.enumerated() {
      let width = right.isEmpty ? inner.width : half - 2
      frame.put(left, at: Point(x: inner.x, y: inner.y + row), width: width)
      frame.put(right, at: Point(x: inner.x + half, y: inner.y + row), width: inner.width - half)
    }
  }

  /// A label and its words.
  private func labelled(_ label: String, _ words: [String], _ frame: Frame) -> [TextRun] {
    let text = words.isEmpty ? "nothing is due" : words.joined(separator: dot(frame))
    return [TextRun(Formatting.left(label + "  ", 10), role: .dim), TextRun(text)]
  }

  /// The ages of the due prompts; on a line that begins with something else, only the overdue ones.
  private func age(_ summary: DueSummary, isShort: Bool = false, _ frame: Frame) -> [TextRun] {
    let overdue =
      summary.isOverdue
      ? [TextRun(" "), TextRun(frame.glyph(.overdue), role: "timeline.due")] : []
    guard isShort else { return labelled("age", summary.ages, frame) + overdue }
    return summary.isOverdue ? [TextRun(dot(frame) + (summary.ages.last ?? ""))] + overdue : []
  }

  /// The foot of Due: how many are due, soon due and marked.
  func dueHint(_ frame: Frame) -> String {
    var parts: [String] = []
    if let place = state.window.selectedPlace, let total = state.window.total {
      parts.append("\(Formatting.count(place)) of \(Formatting.count(total))")
    }
    var queue: [String] = []
    if let figures = model.dueFigures { queue.append("\(DueSummary(figures).total) due") }
    if let soon = model.overview.figures?.promptsNext24h {
      queue.append("\(Formatting.count(soon)) next 24h")
    }
    if !state.filterText.isEmpty, let first = queue.first { queue[0] = "whole queue: " + first }
    parts += queue
    let marked = state.markedCount
    if marked != 0 { parts.append(frame.glyph(.marked) + "\(Formatting.count(marked)) marked") }
    return parts.joined(separator: dot(frame))
  }

  /// Draws the list with its headings and the summary below it.
  func drawRows(into frame: inout Frame, _ tier: Tier) {
    let layout = Self.layout(in: model)
    let window = state.window
    drawListPanel(
      title: "Payment-fix prompts", hint: dueHint(frame), into: &frame, layout.panel, tier)
    drawSummary(into: &frame, in: Self.summary(in: model))
    guard !window.rows.isEmpty else {
      frame.draw(lines: emptyListWords(frame), in: layout.table)
      return
    }
    let room = Tier(columns: layout.panel.width)
    guard room > .tiny else {
      drawTinyRows(into: &frame, in: layout.table)
      return
    }
    let columns = dueColumns(room, frame)
    let ageWidth = Self.widths(of: columns, in: layout.table.width, gap: 1)[1] ?? 0
    frame.draw(Table(columns: columns, rows: [], gap: 1), in: layout.table)
    var y = layout.table.y + 1
    let range = state.range
    let current = window.selectedRow?.key
    // Lines that no heading takes show further rows.
    let first = window.visible(height: Self.height(in: model)).startIndex
    let visible = window.rows[first...].prefix(layout.rows)
    var headings = DueHeadings(window: window, visible: visible, rows: layout.rows)
    for (index, row) in zip(visible.indices, visible) {
      for heading in headings.before(row.section) {
        drawHeading(heading, into: &frame, in: layout.table, y)
        y += 1
      }
      guard y < layout.table.bottom else { break }
      let line = dueRow(
        row, room, frame, ageWidth: ageWidth, isCurrent: row.key == current,
        isMarked: isMarked(row, range))
      let place = Rect(x: layout.table.x, y: y, width: layout.table.width, height: 1)
      frame.record(.line(index, pane: 0), in: place)
      frame.draw(Table(columns: columns, rows: [line], gap: 1, showsHeader: false), in: place)
      y += 1
    }
    for heading in headings.atTheEnd() {
      drawHeading(heading, into: &frame, in: layout.table, y)
      y += 1
    }
    drawPreview(into: &frame, in: layout.preview, tier)
  }

  private func drawHeading(
    _ heading: DueHeadings.Heading, into frame: inout Frame, in rect: Rect, _ y: Int
  ) {
    guard y < rect.bottom else { return }
    let counted = count(heading.section)
    // Rows keep their order until they are asked for again; the ledger's count is newer.
    let words =
      heading.section.title
      + (!heading.isEmpty ? counted : counted.isEmpty ? ": no one" : "\(counted), by R")
    let x = frame.put(words + " ", at: Point(x: rect.x + 2, y: y), role: .header)
    let rule = Rect(x: x, y: y, width: rect.right - x - 2, height: 1)
    frame.fill(rule, with: .rule, role: .border)
  }

  /// The number of prompts in a section, where the ledger counts them and no filter is in force.
  private func count(_ section: DueSection) -> String {
    guard model.due.filterText.isEmpty else { return "" }
    let number =
      switch section {
      case .due: model.dueFigures?.total ?? 0
      case .soon: model.overview.figures?.promptsNext24h ?? 0
      case .withheld: 0
      }
    return number > 0 ? ": \(Formatting.count(number))" : ""
  }

  private func dueColumns(_ tier: Tier, _ frame: Frame) -> [TableColumn] {
    let isFull = tier >= .full
    return [
      TableColumn("", minimum: 2),
      TableColumn("DUE SINCE", minimum: 9, maximum: isFull ? 12 : 10),
      TableColumn("STATE", minimum: frame.glyphs.set == .ascii ? 6 : 5),
      TableColumn("ID", minimum: isFull ? 14 : 11, sacrifice: 3),
      TableColumn("NAME", minimum: 10, maximum: 18),
      TableColumn("RULE", minimum: 9, maximum: 14, sacrifice: 4),
      TableColumn("SHOWN", minimum: 5, alignment: .right),
      TableColumn("LAST", minimum: 6, sacrifice: isFull ? 2 : 6, alignment: .right),
      TableColumn("LOSES", minimum: 6, alignment: .right),
      TableColumn(
        "MRR", minimum: isFull ? 12 : TableColumn.hidden, sacrifice: 17, alignment: .right),
      // Where room is short, who it is matters more than who takes the case.
      TableColumn("CLAIM", minimum: 6, maximum: 8, sacrifice: tier == .small ? 5 : 1),
      TableColumn("NOTE", minimum: isFull ? 8 : TableColumn.hidden, maximum: 40, sacrifice: 18),
    ]
  }

  private func dueRow(
    _ row: ListWindow.Row, _ tier: Tier, _ frame: Frame, ageWidth: Int, isCurrent: Bool,
    isMarked: Bool
  ) -> TableRow {
    let summary = row.summary
    let status = summary.status
    let prompt = status.prompt
    let none = frame.glyph(.none)
    let width = tier >= .full ? 14 : 11
    return TableRow(
      [
        pointer(isCurrent: isCurrent, isMarked: isMarked, frame),
        dueWords(summary, width: ageWidth, frame),
        label(status.state, frame),
        [TextRun(Self.short(summary.id, width: width, ellipsis: frame.glyph(.ellipsis)))],
        [TextRun(name(of: summary))],
        [TextRun(prompt.rule ?? none)],
        [TextRun(String(prompt.shownInEpisode))],
        [TextRun(prompt.lastShownAt.map { Formatting.short(model.now - $0) } ?? none)],
        [TextRun(loses(status, frame))],
        [TextRun(summary.mrr.map(\.text) ?? none)],
        [TextRun(summary.claimedBy ?? none)],
        [TextRun(model.ledger.extras[summary.id]?.note ?? "")],
      ], overlay: overlay(of: summary, isCurrent: isCurrent), hasCursor: isCurrent)
  }
}

/// The figures of Due in words: by rule, by store and by age.
struct DueSummary: Hashable, Sendable {
  /// The figures.
  let figures: DueFigures

  /// Puts figures into words.
  init(_ figures: DueFigures) { self.figures = figures }

  /// The rules with the most prompts first.
  var rules: [String] {
    figures.byRule.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { name, count in
      "\(name.isEmpty ? "no rule" : name) \(Formatting.count(count))"
    }
  }

  /// The stores.
  var stores: [String] {
    Store.allCases.map { "\($0.title) \(Formatting.count(figures.byStore[$0] ?? 0))" }
  }

  /// The counts by age; the last group wants a look.
  var ages: [String] {
    zip(["< 1h", "1-6h", "6-24h", "> 24h"], figures.byAge).map { "\($0) \(Formatting.count($1))" }
  }

  /// A Boolean value that indicates whether some have been due for more than a day.
  var isOverdue: Bool { (figures.byAge.last ?? 0) > 0 }

  /// All of them, with a sign where not all were counted.
  var total: String { Formatting.count(figures.total) + (figures.isCut ? "+" : "") }

  /// The figures in a sentence.
  var sentence: String {
    guard figures.total > 0 else { return "No prompt is due." }
    return "\(total) due. By rule: \(list(rules)). By store: \(list(stores)). "
      + "Due for: \(list(ages))."
  }

  private func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}
