import SubscriptionCore
import TerminalUI

/// A note on some subscribers while it is written.
public struct NoteEdit: Hashable, Sendable {
  /// The line.
  public var field = LineEditor()
  /// The subscribers, as they were at the key press.
  public let subscriptions: [SubscriptionID]
}

extension NoteEdit: PopupOverlay {
  var editor: LineEditor? { field }

  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    var edit = self
    switch KeyChord(press).name {
    case "Esc": model.input = .none
    case "Enter":
      let text = field.text.trimmed
      model.input = .none
      guard !text.isEmpty else { return [] }
      let note = OperatorAction(.noted, of: subscriptions, at: model.liveNow, text: text)
      return subscriptions.count > 1 ? model.confirm(note) : [.record(note)]
    case _:
      _ = edit.field.take(press)
      model.input = .note(edit)
    }
    return []
  }

  func insert(_ text: String, in model: inout DashboardModel) -> [Effect] {
    var edit = self
    edit.field.insert(text)
    model.input = .note(edit)
    return []
  }

  func hints(in model: DashboardModel) -> InputHints {
    InputHints([.init("Enter", "record")] + model.copyHint)
  }

  func popup(in model: DashboardModel, width: Int, rows: Int) -> Popup {
    Popup(
      title: "Note on \(model.names(of: subscriptions))", lines: [[TextRun("")]],
      hint: "Enter record  Esc cancel",
      field: (TextField(field, placeholder: "what a colleague should know"), 0))
  }

  func sentences(in model: DashboardModel) -> [String] {
    ["Type the note on \(Formatting.whom(subscriptions)), or nothing for none."]
  }
}
