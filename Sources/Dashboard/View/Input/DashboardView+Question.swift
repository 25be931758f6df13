import SubscriptionCore
import TerminalUI

/// The question before an action is recorded: what, about whom, and what would follow.
extension DashboardView {
  func drawQuestion(
    _ confirmation: Confirmation, into frame: inout Frame, _ layout: FrameLayout
  ) {
    let action = confirmation.action
    let width = max(10, layout.body.width - 8)
    var lines = Paragraph("This will be recorded: \(Words.sentence(action, now: model.now)).")
      .lines(width: width).map { [TextRun($0)] }
    let who = names(of: action.subscriptions)
    if who != action.subscriptions.map(\.rawValue).joined(separator: ", ") {
      lines += Paragraph(who).lines(width: width).map { [TextRun($0, role: .title)] }
    }
    if let words = model.timeWords(of: action) { lines.append([TextRun(words, role: .dim)]) }
    let now = model.now
    for words in confirmation.preview.map({ Words.consequences(of: action, $0, now: now) }) ?? [] {
      lines += Paragraph("! \(words).").lines(width: width).map { [TextRun($0, role: .flashWarn)] }
    }
    if let effect = confirmation.preview.flatMap({ Words.effect(of: action, $0) }) {
      lines.append([TextRun(effect.capitalizedFirst + ".", role: .dim)])
    }
    if let phrase = confirmation.phrase {
      lines.append([
        TextRun("type "), TextRun(phrase, role: .hintKey),
        TextRun(" and \(enter(frame)) to \(action.agreement)   "),
        TextRun("Esc", role: .hintKey), TextRun(" do not"),
      ])
      lines.append([TextRun("")])
    } else {
      lines.append([
        TextRun("y", role: .hintKey), TextRun(" \(action.agreement)   "),
        TextRun("n", role: .hintKey),
        TextRun(" do not"),
      ])
    }
    let title = action.reversal == nil ? "Record this?" : "Take back?"
    drawBox(
      title: action.reversal == .redo ? "Record again?" : title, lines: lines,
      hint: "nothing is written yet; then \(model.undoWords(after: action))", into: &frame, layout)
    guard let phrase = confirmation.phrase else { return }
    let inner = Panel.content(of: boxRect(layout, rows: lines.count))
    frame.draw(
      TextField(confirmation.field, prompt: "> ", placeholder: phrase),
      in: inner.row(max(0, inner.height - 1)))
  }

  /// The identifiers of subscriptions, each with whose it is; of more than three the first and the
  /// number of the others.
  func names(of ids: [SubscriptionID]) -> String {
    let named = ids.prefix(3).map { id in
      let name = model.summary(of: id).map { self.name(of: $0) } ?? ""
      return name.isEmpty ? id.rawValue : "\(id.rawValue) \(name)"
    }.joined(separator: ", ")
    guard ids.count > 3 else { return named }
    return
      "\(Words.plural(ids.count, "subscriber")): \(named) and \(Words.count(ids.count - 3)) more"
  }
}
