import SubscriptionCore
import TerminalUI

/// The explanation for support, in plain words.
extension DetailScreen {
  private static let topicWidth = 9

  /// Draws the explanation, topic by topic.
  func drawAnswer(
    _ detail: DetailState, _ data: DetailData, into frame: inout Frame, in rect: Rect
  ) {
    guard rect.height >= 3 else { return }
    let inner = Panel.content(of: rect)
    let lines = answerLines(
      data, width: inner.width, cutsLinks: detail.isBeside ? frame.glyph(.ellipsis) : nil)
    let isFocused = detail.pane == .answer && !detail.isBeside
    let isCut = lines.count > inner.height
    let scroll = isCut ? isFocused ? "j k scroll" : "Tab: scroll" : ""
    let hint = [scroll, detail.showsWhy ? "" : "w why"].filter { !$0.isEmpty }
      .joined(separator: "  ")
    frame.draw(
      Panel(title: "In plain words", hint: detail.isBeside ? "" : hint, isFocused: isFocused),
      in: rect)
    let top = max(0, min(detail.answerTop, lines.count - inner.height))
    for (row, line) in lines.dropFirst(top).prefix(inner.height).enumerated() {
      let isLast = row == inner.height - 1 && top + inner.height < lines.count
      frame.put(
        isLast ? continued(line, width: inner.width, frame) : line,
        at: Point(x: inner.x, y: inner.y + row), width: inner.width)
    }
    if isFocused { frame.cursor = Point(x: inner.x, y: inner.y) }
  }

  /// A line that goes on below the panel, with an ellipsis at its end.
  private func continued(_ line: [TextRun], width: Int, _ frame: Frame) -> [TextRun] {
    var line = line
    guard var last = line.popLast() else { return [TextRun(frame.glyph(.ellipsis), role: .dim)] }
    let used = line.reduce(0) { $0 + SafeText.width(of: $1.text) }
    let room = max(0, width - used - 2)
    // A word that does not fit whole is left to the line below.
    last.text = Paragraph(last.text).lines(width: room).first ?? ""
    return line + [last, TextRun(" " + frame.glyph(.ellipsis), role: .dim)]
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
        let padding = String(repeating: " ", count: max(0, Self.topicWidth - word.count))
        lines.append([
          TextRun(word + padding, role: topic == .caveat ? .flashWarn : .dim),
          TextRun(text, role: topic == .advice ? .title : .text),
        ])
      }
    }
    return lines
  }

  /// The number of lines that the words can begin with.
  func scrollPositions(ofAnswer data: DetailData, in rect: Rect) -> Int {
    let inner = Panel.content(of: rect)
    return max(1, answerLines(data, width: inner.width).count - inner.height + 1)
  }

  /// The topics in the order of a telephone call.
  private static let topics: [Explanation.Topic] = [
    .access, .story, .advice, .store, .caveat, .prompt, .offer,
  ]
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
