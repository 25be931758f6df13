import SubscriptionCore
import TerminalUI

/// What is open in front of a screen, as lines that say what can be typed.
struct LinearQuestion {
  private let model: DashboardModel

  /// Creates the question of a model.
  init(model: DashboardModel) { self.model = model }

  /// The lines; empty where nothing is open.
  var lines: [String] {
    switch model.input {
    case .none: return []
    case .filter: return ["Type a filter, or nothing to leave it as it was."]
    case .palette: return ["Type a command, or nothing to leave it."]
    case .note(_, let ids): return ["Type the note on \(Words.whom(ids)), or nothing for none."]
    case .prompt(let line):
      let problem = line.problem.isEmpty ? [] : ["\(line.problem.capitalizedFirst)."]
      let offer = line.field.isEmpty ? line.placeholder : "\(line.field.text) is used for 'ok'"
      return problem + ["\(line.title): type it (\(offer)), or nothing to leave it."]
    case .payload(let payload):
      guard !payload.isMissing else { return ["The ledger keeps nothing of it. Nothing goes on."] }
      let lines = payload.lines.map { "\($0.name) \($0.text) \($0.note)".trimmed }
      return lines.filter { !$0.isEmpty } + ["Type nothing to go on."]
    case .columns(let chooser):
      let names = chooser.columns.map { column in
        let state = chooser.shown.contains(column) ? "shown" : "hidden"
        return "\(column.rawValue): \(column.help), \(state)."
      }
      return ["Columns. Type a name to show or hide it, or nothing to go on."] + names
    case .looks: return ["Themes and signs change nothing here. Type nothing to go on."]
    case .pager(let pager): return [pager.title + "."] + pager.lines + ["Type nothing to go on."]
    case .runs(let prepared):
      return ["This will be run, without a shell: \(prepared.line)", "Type y to run it, or n."]
    case .menu(let menu):
      let about =
        menu.subscriptions.isEmpty ? "" : ": \(Words.whom(menu.subscriptions))"
      let items = menu.items.map { item in
        let reason = item.disabledReason.map { " (not now: \($0))" } ?? ""
        return "\(item.key): \(item.title)\(reason)."
      }
      return ["\(menu.title)\(about). Type one of these letters, or nothing to leave it."] + items
    case .confirm(let confirmation):
      let action = confirmation.action
      let consequences =
        confirmation.preview.map { Words.consequences(of: action, $0, now: model.now) } ?? []
      let effect = confirmation.preview.flatMap { Words.effect(of: action, $0) }
      let answer =
        confirmation.phrase.map { "Type \($0) to record it" } ?? "Type y to record it"
      return ["This will be recorded: \(Words.sentence(action, model.dates))."]
        + (model.timeWords(of: action).map { [$0] } ?? [])
        + (consequences + (effect.map { [$0] } ?? [])).map { $0.capitalizedFirst + "." } + [
          "Then \(model.undoWords(after: action)).", "\(answer), or nothing not to.",
        ]
    }
  }

  /// The keys that a typed line stands for.
  func keys(for text: String) -> [KeyPress] {
    if case .columns(let chooser) = model.input { return keys(choosing: text, in: chooser) }
    guard !text.isEmpty else { return [KeyPress(.escape)] }
    let typed = text.map { KeyPress($0) } + [KeyPress(.enter)]
    switch model.input {
    case .none, .payload, .columns, .looks, .pager: return []
    case .runs: return [KeyPress(["y", "yes"].contains(text.lowercased()) ? "y" : "n")]
    case .menu: return KeyPress(notation: text).map { [$0] } ?? []
    case .prompt(let line):
      if text == "ok", !line.field.isEmpty { return [KeyPress(.enter)] }
      return [KeyPress(.character("u"), control: true)] + typed
    case .filter: return [KeyPress(.character("u"), control: true)] + typed
    case .palette, .note: return typed
    case .confirm(let confirmation):
      guard confirmation.phrase == nil else { return typed }
      return [KeyPress(["y", "yes"].contains(text.lowercased()) ? "y" : "n")]
    }
  }

  /// The keys that show or hide the column of a name; nothing ends the choice.
  private func keys(choosing name: String, in chooser: ColumnChooser) -> [KeyPress] {
    guard !name.isEmpty else { return [KeyPress(.enter)] }
    guard let index = chooser.columns.firstIndex(where: { $0.rawValue == name }) else { return [] }
    let steps = index - chooser.selection
    return Array(repeating: KeyPress(steps < 0 ? .up : .down), count: abs(steps)) + [KeyPress(" ")]
  }
}
