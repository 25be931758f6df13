import SubscriptionCore
import TerminalUI

/// The question before an action is recorded: what, about whom, and what would follow.
extension DashboardView {
  /// The question as a box.
  func popup(_ confirmation: Confirmation, width: Int, _ frame: Frame) -> Popup {
    let action = confirmation.action
    var lines = Paragraph("This will be recorded: \(Words.sentence(action, dates)).")
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
    let undo = model.undoWords(after: action)
    return Popup(
      title: action.reversal == .redo ? "Record again?" : title, lines: lines,
      hint: width < 60 ? "dry run; \(undo)" : "nothing is written yet; then \(undo)",
      field: confirmation.phrase.map { phrase in
        let field = TextField(confirmation.field, prompt: "> ", placeholder: phrase)
        return (field, lines.count - 1)
      })
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
