import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// Asks whether an action is to be recorded, and the ledger what would follow from it.
  mutating func confirm(_ action: OperatorAction) -> [Effect] {
    guard !action.subscriptions.isEmpty else { return [] }
    input = .confirm(Confirmation(action))
    return ask(.preview(action, now: now), for: .preview)
  }

  /// Takes a key while an action waits for a yes.
  mutating func take(_ press: KeyPress, _ confirmation: Confirmation) -> [Effect] {
    guard let phrase = confirmation.phrase else { return takeAnswer(press, confirmation) }
    var confirmation = confirmation
    switch KeyChord(press).name {
    case "Esc": refuse()
    case "Enter":
      guard confirmation.field.text.trimmed == phrase else {
        tell("Type \(phrase) and Enter to record it, Esc not to.", .warning)
        return []
      }
      return record(confirmation.action)
    case _:
      _ = confirmation.field.take(press)
      input = .confirm(confirmation)
    }
    return []
  }

  private mutating func takeAnswer(
    _ press: KeyPress, _ confirmation: Confirmation
  ) -> [Effect] {
    switch KeyChord(press).name {
    case "y", "Enter": return record(confirmation.action)
    case "n", "Esc", "q": refuse()
    case _: tell("y records it, n or Esc does not.")
    }
    return []
  }

  private mutating func record(_ action: OperatorAction) -> [Effect] {
    input = .none
    return [.record(action)]
  }

  private mutating func refuse() {
    input = .none
    tell("Nothing was recorded.")
  }

  /// Takes what would follow from an action, as long as the question is still open.
  mutating func take(_ preview: ActionPreview, of action: OperatorAction) {
    guard case .confirm(var confirmation) = input, confirmation.action == action else { return }
    guard let left = settle(action, preview) else { return }
    (confirmation.action, confirmation.preview) = (left, preview)
    input = .confirm(confirmation)
  }

  /// Removes the marks of those that an action was about.
  mutating func unmark(_ ids: [SubscriptionID]) {
    let acted = Set(ids)
    for screen in [Screen.subscribers, .due] {
      update(listOf: screen) { list in
        guard !list.marks.ids.isEmpty, list.marks.ids.allSatisfy(acted.contains) else { return }
        list.marks = Marks()
        list.rangeStart = nil
      }
    }
  }
}

extension String {
  /// The text with its first letter as a capital.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
