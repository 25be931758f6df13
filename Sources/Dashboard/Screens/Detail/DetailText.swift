import SubscriptionCore
import TerminalUI

/// The lines of Detail's panels, and the layout that follows from their numbers.
struct DetailText: ModelReader {
  let model: DashboardModel

  private static let topicWidth = 9

  /// The panels of a subscriber.
  func layout(of detail: DetailState) -> DetailLayout {
    let (body, tier) = (model.layout.body, model.layout.tier)
    let usual = DetailLayout(body: body, tier: tier, showsWhy: detail.showsWhy, pane: detail.pane)
    guard tier >= .full, let data = detail.data, !detail.showsWhy else { return usual }
    let words = answerLines(data, width: Panel.content(of: usual[.answer]).width)
    return DetailLayout(
      body: body, tier: tier, showsWhy: false, pane: detail.pane,
      topRows: max(words.count, facts(data, blank).count) + 2, eventRows: data.events.count)
  }

  /// The sentences with their topics, wrapped.
  ///
  /// Beside a list, where links are not copied, they end before their query in an ellipsis, so that
  /// neighbours differ where it matters.
  func answerLines(
    _ data: DetailData, width: Int, cutsLinks ellipsis: String? = nil
  ) -> [[TextRun]] {
    var lines: [[TextRun]] = []
    for topic in Self.topics {
      let texts = data.explanation.filter { $0.topic == topic }
        .map { sentence in
          ellipsis.map { Formatting.cuttingLinks(sentence.text, $0) } ?? sentence.text
        }
      guard !texts.isEmpty else { continue }
      let room = max(8, width - Self.topicWidth)
      for (row, text) in Paragraph(texts.joined(separator: " ")).lines(width: room).enumerated() {
        let word = row == 0 ? topic.word : ""
        lines.append([
          TextRun(
            Formatting.left(word, Self.topicWidth), role: topic == .caveat ? .flashWarn : .dim),
          TextRun(text, role: topic == .advice ? .title : .text),
        ])
      }
    }
    return lines
  }

  /// The topics in the order of a telephone call.
  private static let topics: [Explanation.Topic] = [
    .access, .story, .advice, .store, .caveat, .prompt, .offer,
  ]

  /// The decision, its conditions, what would end it, and the words for a reply.
  func whyLines(_ data: DetailData, in inner: Rect, isWhole: Bool) -> [[TextRun]] {
    let summary = data.extra.summary
    let isDue = summary.status.prompt.isDue
    let glyphs = model.settings.signs
    var lines: [[TextRun]] = []
    let mark = isDue ? String(glyphs[TimelineMark.due.glyph]) + " " : ""
    let decision = promptWords(summary, isLongSilent: data.isLongSilent)
    for line in Paragraph(mark + decision).lines(width: inner.width) {
      lines.append([TextRun(line, role: isDue ? "timeline.due" : .title)])
    }
    lines += data.extra.trace.map { condition in
      let sign = String(glyphs[condition.holds ? .yes : .no])
      let role: StyleRole = condition.holds ? "timeline.ok" : "timeline.fail"
      return [
        TextRun(sign + " ", role: role), TextRun(condition.condition),
        TextRun("  " + condition.value.text(dates.moment), role: .dim),
      ]
    }
    if isDue {
      lines += Paragraph(
        "ends when the payment arrives, the prompt is shown, or someone snoozes or suppresses it"
      ).lines(width: inner.width).map { [TextRun($0, role: .dim)] }
    }
    let sentences = data.explanation.flatMap { Paragraph($0.text).lines(width: inner.width) }
    if isWhole || lines.count + 1 < inner.height {
      lines.append([])
      lines += sentences.map { [TextRun($0)] }
    }
    return lines
  }
}

extension Explanation.Topic {
  /// The word before the sentences.
  fileprivate var word: String {
    switch self {
    case .purchase: "bought"
    case .story: "happened"
    case .access: "access"
    case .store: "next"
    case .advice: "tell"
    case .prompt: "prompt"
    case .offer: "offer"
    case .caveat: "doubt"
    }
  }
}
