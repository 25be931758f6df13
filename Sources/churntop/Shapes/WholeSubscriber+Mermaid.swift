import SubscriptionCore

/// The timeline as a Mermaid diagram for tickets and wikis
/// (<https://mermaid.js.org/syntax/gantt.html>).
extension WholeSubscriber {
  /// Returns a `gantt` of the spans and the shown prompts; an unknown end is drawn a day after the
  /// present and labelled as unknown; the title names the time zone.
  func mermaid(_ time: LocalTime) -> String {
    var lines = [
      "gantt",
      "  title \(Self.label(row.id.rawValue)) as of \(Self.minute(now, time)) \(time.zone.name)",
      "  dateFormat YYYY-MM-DD HH:mm", "  axisFormat %d %b", "  section access",
    ]
    lines += spans.filter(\.access).map { task($0, time) }
    lines.append("  section no access")
    lines += spans.filter { !$0.access }.map { task($0, time) }
    lines.append("  section prompts")
    lines += subscriber.promptsShown.map { shown in
      "  shown :milestone, \(Self.minute(shown.at, time)), 0d"
    }
    lines.append("  as of :crit, milestone, \(Self.minute(now, time)), 0d")
    return lines.joined(separator: "\n") + "\n"
  }

  private func task(_ span: Timeline.Span, _ time: LocalTime) -> String {
    var tags: [String] = []
    if span.kind == .grace || span.kind == .hold { tags.append("crit") }
    if !span.projected { tags.append(span.to.map { $0 < now } == true ? "done" : "active") }
    let end = span.to ?? max(now, span.from) + .days(1)
    let name =
      Self.label(DisplayText.words(span.kind.rawValue)) + (span.to == nil ? " until ?" : "")
      + (span.projected ? " expected" : "")
    let parts = tags + [Self.minute(span.from, time), Self.minute(end, time)]
    return "  \(name) :\(parts.joined(separator: ", "))"
  }

  /// Formats a time in the diagram's date format.
  private static func minute(_ instant: Timestamp, _ time: LocalTime) -> String {
    let text = time.zone.wallClock(instant).rfc3339
    return String(text.prefix(10) + " " + text.dropFirst(11).prefix(5))
  }

  /// Returns a text without the characters that end a name in the diagram's language.
  private static func label(_ text: String) -> String {
    DisplayText.sanitized(text).filter { !":;#,%".contains($0) }
  }
}
