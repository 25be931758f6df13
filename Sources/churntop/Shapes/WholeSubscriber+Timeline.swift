import SubscriptionCore

/// The timeline as aligned text, for a ticket.
extension WholeSubscriber {
  /// Formats the identity, the status, and every span with its inclusive last day.
  func timelineText(_ time: LocalTime) -> String {
    let words = SubscriberTable(now: now, time: time)
    var head = [row.id.rawValue]
    if let name = row.profile?.name, !name.isEmpty { head.append(name) }
    head += [
      row.status.state.title, "access \(words.access(row.status))",
      "as of \(time.minute(now))",
    ]
    var text = DisplayText.sanitized(head.joined(separator: ", ")) + "\n\n"
    text += Self.spanTable(spans, time).text(ink: false)
    let shown = subscriber.promptsShown.map { time.minute($0.at) }
    if !shown.isEmpty { text += "\nPrompts shown: \(shown.joined(separator: ", "))\n" }
    return text
  }
  /// Returns spans as a table, each with its inclusive last day.
  static func spanTable(_ spans: [Timeline.Span], _ time: LocalTime) -> Table {
    Table(
      ["SPAN", "FROM", "LAST DAY", "", ""],
      spans.map { span in
        [
          DisplayText.words(span.kind.rawValue), time.day(span.from),
          span.to.map(time.lastDay) ?? "?",
          span.access ? "access" : "no access", span.projected ? "expected" : "",
        ]
      })
  }
}
