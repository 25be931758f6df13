import SubscriptionCore
import TerminalUI

/// The event under the cursor: a line about it, or the members of its payload that matter.
extension EventsScreen {
  /// Draws as much about the event under the cursor as there is room for.
  func drawEventPayload(into frame: inout Frame, _ layout: EventsLayout) {
    let rect = layout.payload
    guard !rect.isEmpty else { return }
    guard layout.hasPayload else {
      if let line = events.selectedLine { drawEventSummary(line, into: &frame, in: rect) }
      return
    }
    let payload = events.payload
    frame.draw(
      Panel(title: payloadTitle(payload, frame), hint: "\(enter(frame)) all of it"), in: rect)
    let inner = Panel.content(of: rect)
    guard let payload, let line = events.selectedLine else { return }
    let (top, text) = inner.split(top: layout.isSplit ? 2 : 1)
    let heading = [eventName(line.event), source(of: line.event)].joined(separator: dot(frame))
    for (row, words) in [heading, eventTimes(line, frame)].suffix(top.height).enumerated() {
      frame.put(words, at: Point(x: top.x, y: top.y + row), width: top.width, role: .dim)
    }
    guard payload.line.key == line.key, payload.document != nil else {
      let isOfLine = payload.line.key == line.key
      frame.draw(
        lines: [isOfLine ? payload.placeholder(in: model) : "Reading the payload..."], in: text)
      return
    }
    let lines =
      layout.isSplit
      ? payload.lines.prefix(text.height + 1).map(\.runs)
      : wrapped(payload.words, width: text.width, rows: text.height + 1)
    for (row, runs) in lines.prefix(text.height).enumerated() {
      let place = Point(x: text.x, y: text.y + row)
      frame.put(runs, at: place, width: text.width)
      guard row + 1 == text.height, lines.count > text.height else { continue }
      let used = SafeText.width(of: runs.map(\.text).joined())
      frame.put(
        " " + frame.glyph(.ellipsis),
        at: Point(x: text.x + min(used, text.width - 2), y: place.y), role: .dim)
    }
  }

  private func payloadTitle(_ payload: PayloadState?, _ frame: Frame) -> String {
    guard let payload else { return "Payload" }
    let verification = payload.document?.verification ?? payload.line.event.verification
    let sign = verification == .verified ? " " + frame.glyph(.yes) : ""
    return "Payload (\(verification.title)\(sign))"
  }

  /// The instants at which the event takes effect, was stated and was received.
  func eventTimes(_ line: EventLine, _ frame: Frame) -> String {
    let event = line.event
    return [
      "counts from \(dates.moment(event.effectiveAt))",
      "stated \(dates.moment(event.statedAt))",
      "arrived \(dates.moment(event.recordedAt))", "entry \(line.position)",
    ].joined(separator: dot(frame))
  }

  private func drawEventSummary(_ line: EventLine, into frame: inout Frame, in rect: Rect) {
    let event = line.event
    let words = [eventName(event), source(of: event), event.verification.title]
    frame.put(
      [
        TextRun("\(frame.glyph(.pointer)) \(when(event))  ", role: .dim),
        TextRun(words.joined(separator: dot(frame))),
        TextRun("  \(enter(frame)) payload", role: .dim),
      ], at: Point(x: rect.x + 1, y: rect.y), width: max(0, rect.width - 2))
  }

  /// The words of a payload in lines of a width.
  private func wrapped(_ words: [PayloadText.Word], width: Int, rows: Int) -> [[TextRun]] {
    var lines: [[TextRun]] = [[]]
    var used = 0
    for word in words {
      let name = word.name.isEmpty ? "" : "\"\(word.name)\": "
      let length = SafeText.width(of: SafeText.sanitized(name + word.text + word.note))
      if used > 0, used + 1 + length > width {
        guard lines.count < rows else { break }
        lines.append([TextRun("  ")])
        used = 2
      } else if used > 0 {
        lines[lines.count - 1].append(TextRun(" "))
        used += 1
      }
      lines[lines.count - 1] += [
        TextRun(name, role: .dim), TextRun(word.text), TextRun(word.note, role: "timeline.ok"),
      ].filter { !$0.text.isEmpty }
      used += length
    }
    return lines
  }
}
