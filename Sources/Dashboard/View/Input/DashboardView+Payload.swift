import SubscriptionCore
import TerminalUI

/// The payload behind an event, over the body of the screen.
extension DashboardView {
  /// Draws the payload that is open.
  func drawPayload(
    _ payload: PayloadState, into frame: inout Frame, _ layout: FrameLayout
  ) {
    let box = layout.body
    let lines = payload.lines
    let isBoxed = box.height >= 5
    let inner = isBoxed ? Panel.content(of: box) : box
    frame.fill(box)
    frame.overlay(nil, in: box)
    if isBoxed {
      frame.draw(
        Panel(
          title: "Payload: " + eventName(payload.line.event), hint: hint(lines, payload, inner),
          isFocused: true), in: box)
    }
    frame.put(head(payload, frame), at: Point(x: inner.x, y: inner.y), width: inner.width)
    let text = Rect(x: inner.x, y: inner.y + 1, width: inner.width, height: inner.height - 1)
    frame.cursor = Point(x: text.x, y: text.y)
    guard payload.document != nil else {
      let words =
        payload.isMissing ? "The ledger keeps nothing at this place." : "Reading the ledger..."
      drawEmpty([words], into: &frame, in: text)
      return
    }
    let top = max(0, min(payload.top, lines.count - text.height))
    for (row, line) in lines.dropFirst(top).prefix(max(0, text.height)).enumerated() {
      frame.put(runs(line), at: Point(x: text.x, y: text.y + row), width: text.width)
    }
  }

  private func hint(
    _ lines: [PayloadText.Line], _ payload: PayloadState, _ inner: Rect
  ) -> String {
    let place = lines.isEmpty ? "" : "line \(payload.top + 1) of \(lines.count)  "
    return inner.width >= 70
      ? place + "j k scroll  [ ] other events  y copy  Esc close" : place + "y copy  Esc close"
  }

  /// What is known about where the payload came from.
  private func head(_ payload: PayloadState, _ frame: Frame) -> [TextRun] {
    let event = payload.line.event
    let verification = payload.document?.verification ?? event.verification
    let role: StyleRole =
      switch verification {
      case .verified: "timeline.ok"
      case .unsigned: .dim
      case .unchecked: .flashWarn
      }
    let sign = verification == .verified ? frame.glyph(.yes) + " " : ""
    let heard = payload.document?.receivedAt ?? event.recordedAt
    let words = [
      source(of: event), "stated \(dates.moment(event.statedAt))",
      "heard \(dates.moment(heard))", "entry \(payload.line.position)",
      payload.document?.format ?? "",
    ]
    let rest = words.filter { !$0.isEmpty }.joined(separator: dot(frame))
    return [TextRun(sign + verification.title, role: role), TextRun(dot(frame) + rest, role: .dim)]
  }

  func runs(_ line: PayloadText.Line) -> [TextRun] {
    var runs = [TextRun(String(repeating: "  ", count: min(line.depth, 20)))]
    if !line.name.isEmpty { runs.append(TextRun("\"\(line.name)\": ", role: .dim)) }
    runs.append(TextRun(line.text))
    if !line.note.isEmpty { runs.append(TextRun("  " + line.note, role: "timeline.ok")) }
    return runs
  }
}
